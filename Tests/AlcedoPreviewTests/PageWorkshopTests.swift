import AlcedoBase
import Foundation
import Testing

@testable import AlcedoPreview

/// Pages that take long.
@Suite(.timeLimit(.minutes(60))) struct PageWorkshopTests {
    final class Page: Sendable {}
    struct Failure: Error {}

    /// Work that takes until it is allowed to end.
    final class Work: Sendable {
        private let allowed = Condition()
        private let counts = Locked((begun: 0, running: 0, most: 0))
        private let isAllowed = Locked(false)

        var begun: Int { counts.withLock { $0.begun } }
        var most: Int { counts.withLock { $0.most } }

        func end() {
            isAllowed.withLock { $0 = true }
            allowed.withLock { allowed.broadcast() }
        }

        @Sendable func page() -> Page {
            counts.withLock {
                $0.begun += 1
                $0.running += 1
                $0.most = max($0.most, $0.running)
            }
            allowed.withLock { while !isAllowed.withLock({ $0 }) { allowed.wait() } }
            counts.withLock { $0.running -= 1 }
            return Page()
        }

        func begins(_ count: Int) async throws {
            while begun < count { try await Task.sleep(for: .milliseconds(1)) }
        }
    }

    private func workshop(threads: Int = 2, patience: Duration = .seconds(3600)) -> PageWorkshop<Int, Page> {
        PageWorkshop(threads: threads, patience: patience)
    }

    @Test func equalRequestsShareAPage() async throws {
        let (workshop, work) = (workshop(), Work())
        let requests = (0..<20).map { _ in Task { try await workshop.page(for: 1, work.page) } }
        try await work.begins(1)
        // None of them blocks a thread for tasks, of which there are as few as cores.
        #expect(try await workshop.page(for: 2) { Page() } != nil)
        work.end()
        var pages: [Page] = []
        for request in requests { pages.append(try #require(await request.value)) }
        #expect(Set(pages.map(ObjectIdentifier.init)).count == 1)
        // As long as it is being sent.
        #expect(try await workshop.page(for: 1) { Page() } === pages[0])
        #expect(work.begun == 1)
        pages = []
        for request in requests { _ = try await request.value }
    }

    @Test func nothingIsKeptOncePagesAreSent() async throws {
        let workshop = workshop()
        weak var page: Page?
        do {
            let found = try await workshop.page(for: 1) { Page() }
            page = found
            #expect(page != nil)
        }
        // The thread that has made it may still be ending.
        while page != nil { try await Task.sleep(for: .milliseconds(1)) }
        #expect(try await workshop.page(for: 1) { Page() } != nil)
    }

    @Test func noMoreThreadsThanAllowed() async throws {
        let (workshop, work) = (workshop(threads: 3), Work())
        let requests = (0..<12).map { number in Task { try await workshop.page(for: number, work.page) } }
        try await work.begins(3)
        try await Task.sleep(for: .milliseconds(20))
        #expect(work.begun == 3)
        work.end()
        for request in requests { #expect(try await request.value != nil) }
        #expect(work.begun == 12)
        #expect(work.most == 3)
    }

    @Test func whatTakesTooLongIsThereTheNextTime() async throws {
        let (workshop, work) = (workshop(threads: 1, patience: .milliseconds(30)), Work())
        #expect(try await workshop.page(for: 1, work.page) == nil)
        // The thread is busy; nothing waits for this one when it is free again.
        #expect(try await workshop.page(for: 2, work.page) == nil)
        work.end()
        // On a busy machine, that may take a few tries.
        func tryAgain() async throws { while try await workshop.page(for: 1, work.page) == nil {} }
        try await tryAgain()
        try await tryAgain()
        #expect(work.begun == 1)
        workshop.forget()
        try await tryAgain()
        #expect(work.begun == 2)
    }

    @Test func errorsAndCancellationComeBack() async throws {
        let (workshop, work) = (workshop(threads: 1), Work())
        await #expect(throws: Failure.self) { try await workshop.page(for: 1) { throw Failure() } }
        let first = Task { try await workshop.page(for: 1, work.page) }
        let second = Task { try await workshop.page(for: 1, work.page) }
        try await work.begins(1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        work.end()
        #expect(try await second.value != nil)
        #expect(work.begun == 1)
    }
}

import AlcedoBase

/// A source that a worker processes with the help of idle workers.
///
/// The result is the same as from a single worker: the same bytes, the same errors. If a helper is lost, its files are
/// made once more with no other job running, as when the worker with the source is lost.
struct SharedJob: Sendable {
    let crew: WorkerCrew
    let source: ImageSource
    let folder: String?
    /// The maximum number of helpers, successive or concurrent.
    let mostHelpers: Int

    private struct Part: Sendable {
        var number: Int
        var result: ImageJobResult?
        var loss: WorkerLoss?
    }

    /// - Throws: The errors of ``WorkerTask`` for the leader, or for a helper that was lost twice.
    func run(_ work: @escaping @Sendable (ImageFacts) throws -> ImageWork) async throws -> ImageJobResult {
        if mostHelpers == 0 {
            return try await crew.perform(expected: source.expected) { task in
                try task.run(source, handingOverIn: folder, work)
            }
        }
        let (calls, call) = AsyncStream.makeStream(of: Void.self)
        let ledger = JobLedger { call.yield() }
        let parts = try await withThrowingTaskGroup(of: Part.self) { group in
            group.addTask {
                defer { call.finish() }
                let result = try await crew.perform(expected: source.expected) { task in
                    try task.run(source, handingOverIn: folder, ledger: ledger, work)
                }
                return Part(number: JobLedger.leader, result: result)
            }
            var tickets: [Int] = []
            for await _ in calls where tickets.count < mostHelpers {
                let (number, ticket) = (tickets.count + 1, crew.threads.takeTicket())
                tickets.append(ticket)
                group.addTask { await help(number, ticket, ledger) }
            }
            // The leader is done: cancel the helpers that have not started.
            for ticket in tickets { crew.threads.cancel(ticket) }
            return try await collect(&group)
        }
        return try await join(parts, ledger)
    }

    private func collect(_ group: inout ThrowingTaskGroup<Part, any Error>) async throws -> [Part] {
        var parts: [Part] = []
        var failure: (any Error)?
        while let next = await group.nextResult() {
            switch next {
            case .success(let part): parts.append(part)
            case .failure(let error):
                failure = error
                group.cancelAll()
            }
        }
        guard let failure else { return parts }
        for part in parts { discard(part.result) }
        throw failure
    }

    /// Helps if a thread becomes free while there is work left. Errors need no handling here: the ledger and the leader
    /// know which files are missing.
    private func help(_ number: Int, _ ticket: Int, _ ledger: JobLedger) async -> Part {
        do {
            let result = try await crew.perform(expected: source.expected, help: ticket) {
                task -> ImageJobResult? in
                guard ledger.needsHelp() else { return nil }
                return try task.help(
                    source, handingOverIn: folder, number: number, ledger: ledger,
                    isWanted: { !crew.threads.hasWaiting })
            }
            return Part(number: number, result: result)
        } catch let loss as WorkerLoss {
            return Part(number: number, loss: loss)
        } catch {
            return Part(number: number)
        }
    }

    /// Joins the parts after making the missing files again.
    private func join(_ parts: [Part], _ ledger: JobLedger) async throws -> ImageJobResult {
        guard let leader = parts.first(where: { $0.number == JobLedger.leader })?.result,
            let work = ledger.work
        else { throw ImagingError.library(reason: "a worker made something without asking what is wanted") }
        let helpers = parts.filter { $0.number != JobLedger.leader }.sorted { $0.number < $1.number }
        var joined = JobParts(
            leader,
            helpers: helpers.map { JobParts.Help(files: ledger.files(of: $0.number), result: $0.result) },
            finished: work.finished)
        defer { for file in joined.dropped { discard(file) } }
        if joined.again.isEmpty { return joined.result }
        do {
            let loss = helpers.lazy.compactMap(\.loss).first
            if let loss, !loss.mayPass { throw loss.error }
            let again = work.only(joined.again)
            joined.add(
                try await crew.perform(expected: source.expected) { task in
                    try task.run(source, handingOverIn: folder, isSecond: loss != nil) { _ in again }
                })
            return joined.result
        } catch {
            discard(joined.result)
            throw error
        }
    }

    private func discard(_ result: ImageJobResult?) {
        for file in result?.outputs.values ?? [:].values { discard(file) }
    }

    private func discard(_ file: EncodedImage) {
        guard case .file(let file) = file.content else { return }
        do {
            _ = try FileSystem.removeFile(at: file.path)
        } catch {
            // Trimming the cache removes it as a temporary file.
        }
    }
}

import AlcedoBase
import AlcedoLoading
import AlcedoRecipes
import Foundation
import Testing

@testable import AlcedoManifest

@Suite struct LockBookTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("version: 1\noutput: out\nsources: [{ data: 'data:,x', id: a }]\n", to: "images.yml")
    }

    private var lockPath: String { folder.path + "/images.lock" }

    private func book(isFrozen: Bool = false) throws -> LockBook {
        let (manifest, diagnostics) = ManifestReader.read(path: folder.path + "/images.yml", environment: [:])
        return try LockBook(try #require(manifest, "\(diagnostics)"), isFrozen: isFrozen)
    }

    private func remote(_ url: String, pin: Bool = true, cacheKey: String? = nil) -> RemoteSource {
        RemoteSource(url: SecretText(url), pin: pin, cacheKey: cacheKey)
    }

    private func digest(_ text: String) -> ContentDigest { ContentDigest(hashing: text) }

    private func pin(_ text: String, _ bytes: Int) -> ContentPin {
        ContentPin(digest: digest(text), bytes: bytes)
    }

    private func written() throws -> LockFile { try LockFile(path: lockPath, shown: "images.lock") }

    @Test func theFirstSightPinsAndLaterOnesChangeNothing() throws {
        let first = try book()
        #expect(first.pin(for: remote("https://a"), at: 0) == nil)
        first.note(remote("https://a"), at: 0, pin("one", 3))
        first.note(remote("https://a"), at: 0, pin("two", 3))
        try first.save(keeping: nil)
        let second = try book()
        second.note(remote("https://a"), at: 0, pin("two", 3))
        try second.save(keeping: nil)
        #expect(try written().pins == ["https://a": .init(digest: digest("one"), bytes: 3)])
    }

    @Test func whatAKilledRunLeftHalfWrittenGoesAndThatOfOtherLockFilesStays() throws {
        let owner = "lock-" + ContentDigest(hashing: PathRules.real(lockPath)).hex.prefix(16)
        let own = FileSystem.temporaryName(owner: owner)
        let others = FileSystem.temporaryName(owner: "lock-0123456789abcdef")
        try folder.write("half", to: own)
        try folder.write("half", to: others)
        let book = try book()
        book.note(remote("https://a"), at: 0, pin("one", 3))
        try book.save(keeping: nil)
        #expect(try FileSystem.status(of: folder.path + "/" + own) == nil)
        #expect(try FileSystem.status(of: folder.path + "/" + others) != nil)
        #expect(try written().pins.count == 1)
    }

    @Test func whatThisRunHasSeenIsAPinForTheRestOfIt() throws {
        let book = try book()
        book.note(remote("https://a"), at: 0, pin("one", 3))
        #expect(book.pin(for: remote("https://a"), at: 0)?.digest == digest("one"))
    }

    @Test func dataThatIsNotAPictureIsNotPinned() throws {
        let book = try book()
        book.note(remote("https://a"), at: 0, pin("half", 4))
        book.forget(remote("https://a"), at: 0)
        #expect(book.pin(for: remote("https://a"), at: 0) == nil)
        try book.save(keeping: nil)
        #expect(try FileSystem.status(of: lockPath) == nil)
    }

    @Test func aSourceWithoutPinIsNeitherLookedUpNorWritten() throws {
        let book = try book()
        book.note(remote("https://a", pin: false), at: 0, pin("one", 3))
        book.update(remote("https://b", pin: false), at: 0, pin("one", 3))
        try book.save(keeping: ["https://a"])
        #expect(try FileSystem.status(of: lockPath) == nil)
    }

    @Test func theFirstSourceInTheManifestPinsAndOthersThatDifferAreConflicts() throws {
        let book = try book()
        book.note(remote("https://a"), at: 7, pin("two", 3))
        book.note(remote("https://a"), at: 9, pin("one", 3))
        book.note(remote("https://a"), at: 2, pin("one", 3))
        book.note(remote("https://b"), at: 8, pin("two", 3))
        #expect(
            book.conflicts
                == [LockConflict(order: 7, pin: pin("two", 3), firstOrder: 2, firstPin: pin("one", 3))])
        try book.save(keeping: nil)
        #expect(try written().pins == ["https://a": pin("one", 3), "https://b": pin("two", 3)])
    }

    @Test func namesAreComparedByTheirBytes() throws {
        let book = try book()
        book.note(remote("https://a/\u{e9}"), at: 0, pin("one", 3))
        book.note(remote("https://a/e\u{301}"), at: 1, pin("two", 3))
        try book.save(keeping: nil)
        #expect(
            try written().pins
                == ["https://a/\u{e9}": pin("one", 3), "https://a/e\u{301}": pin("two", 3)])
        #expect(try written().pins.count == 2)
    }

    @Test func theCacheKeyNamesThePin() throws {
        let book = try book()
        book.note(remote("https://a?signature=1", cacheKey: "a"), at: 0, pin("one", 3))
        #expect(book.pin(for: remote("https://a?signature=2", cacheKey: "a"), at: 0)?.digest == digest("one"))
        try book.save(keeping: nil)
        #expect(try written().pins.keys.sorted() == ["a"])
    }

    @Test func anUpdateReplacesAndSaysWhatWasThere() throws {
        let first = try book()
        first.note(remote("https://a"), at: 0, pin("one", 3))
        try first.save(keeping: nil)
        let second = try book()
        second.update(remote("https://a"), at: 0, pin("two", 4))
        let change = try #require(second.change(of: remote("https://a"), at: 0))
        #expect((change.from, change.to) == (pin("one", 3), pin("two", 4)))
        try second.save(keeping: nil)
        #expect(try written().pins == ["https://a": .init(digest: digest("two"), bytes: 4)])
    }

    @Test func pinsThatTheManifestNoLongerNamesGo() throws {
        let first = try book()
        first.note(remote("https://a"), at: 0, pin("one", 3))
        first.note(remote("https://b"), at: 0, pin("two", 3))
        try first.save(keeping: nil)
        try book().save(keeping: nil)
        #expect(try written().pins.count == 2)
        try book().save(keeping: ["https://b"])
        #expect(try written().pins.keys.sorted() == ["https://b"])
    }

    @Test func whatAnotherRunAddedMeanwhileStays() throws {
        let mine = try book()
        let theirs = try book()
        theirs.note(remote("https://a"), at: 0, pin("theirs", 1))
        theirs.note(remote("https://b"), at: 0, pin("b", 1))
        try theirs.save(keeping: nil)
        mine.note(remote("https://a"), at: 0, pin("mine", 1))
        mine.note(remote("https://c"), at: 0, pin("c", 1))
        try mine.save(keeping: ["https://a", "https://c"])
        let pins = try written().pins
        #expect(pins.keys.sorted() == ["https://a", "https://b", "https://c"])
        #expect(pins["https://a"]?.digest == digest("theirs"))
    }

    @Test func unchangedPinsAreNotWritten() throws {
        let first = try book()
        first.note(remote("https://a"), at: 0, pin("one", 3))
        try first.save(keeping: nil)
        let before = try FileSystem.status(of: lockPath)
        let second = try book()
        second.note(remote("https://a"), at: 0, pin("one", 3))
        second.update(remote("https://a"), at: 0, pin("one", 3))
        #expect(second.change(of: remote("https://a"), at: 0) == nil)
        try second.save(keeping: ["https://a"])
        #expect(try FileSystem.status(of: lockPath) == before)
    }

    @Test func aFrozenOneWritesNothing() throws {
        let book = try book(isFrozen: true)
        book.note(remote("https://a"), at: 0, pin("one", 3))
        try book.save(keeping: [])
        #expect(try FileSystem.status(of: lockPath) == nil)
    }

    @Test func aLinkStaysALinkToTheFileThatIsWritten() throws {
        try FileManager.default.createSymbolicLink(
            atPath: lockPath, withDestinationPath: folder.path + "/real.lock")
        try folder.write("{ \"sources\": {}, \"version\": 1 }", to: "real.lock")
        let book = try book()
        book.note(remote("https://a"), at: 0, pin("one", 3))
        try book.save(keeping: nil)
        #expect(try FileSystem.status(of: lockPath)?.kind == .symbolicLink)
        #expect(try LockFile(path: folder.path + "/real.lock", shown: "").pins.count == 1)
    }

    @Test func aLinkToAMissingFileIsFollowed() throws {
        try folder.write("", to: "below/x")
        try FileManager.default.createSymbolicLink(
            atPath: lockPath, withDestinationPath: "below/first.lock")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/below/first.lock", withDestinationPath: "real.lock")
        let book = try book()
        book.note(remote("https://a"), at: 0, pin("one", 3))
        try book.save(keeping: nil)
        #expect(try FileSystem.status(of: lockPath)?.kind == .symbolicLink)
        #expect(try FileSystem.status(of: folder.path + "/below/first.lock")?.kind == .symbolicLink)
        #expect(try LockFile(path: folder.path + "/below/real.lock", shown: "").pins.count == 1)
    }

    @Test func aManifestWithAnotherEndingLosesNoPins() throws {
        let first = try book()
        first.note(remote("https://a"), at: 0, pin("one", 3))
        try first.save(keeping: nil)
        try folder.write("version: 1", to: "images.yaml")
        try book().save(keeping: [])
        #expect(try written().pins.count == 1)
        try FileManager.default.removeItem(atPath: folder.path + "/images.yaml")
        try book().save(keeping: [])
        #expect(try written().pins.isEmpty)
    }

    @Test(arguments: [
        ([:], false), (["CI": ""], false), (["CI": "0"], false), (["CI": "false"], false),
        (["CI": "False"], false),
        (["CI": "true"], true), (["CI": "1"], true), (["CI": "woodpecker"], true),
    ])
    func itIsFrozenByDefaultWhereCIIsSet(environment: [String: String], isFrozen: Bool) {
        var options = BuildOptions()
        #expect(options.isFrozen(in: environment) == isFrozen)
        options.frozen = !isFrozen
        #expect(options.isFrozen(in: environment) == !isFrozen)
    }
}

import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest
@testable import AlcedoTools

/// The state that is written whole, and what has changed since beside it.
@Suite struct BuildStateFileTests {
    private let folder: TemporaryFolder
    private let name = BuildState.name(forOutput: "/out")

    init() throws { folder = try TemporaryFolder() }

    private var store: DiskStore { DiskStore(directory: folder.path + "/cache") }
    private var whole: Data? { store.loadState(named: name) }
    private var loaded: BuildStateFile { BuildStateFile.load(named: name, from: store) }

    private func known(_ text: String) -> BuildState.KnownFile {
        BuildState.KnownFile(
            status: FileStatus(kind: .regular, size: text.utf8.count, modified: 1, changed: 2, inode: 3),
            digest: ContentDigest(hashing: text))
    }

    /// A state of a hundred files, written whole.
    private func begin() throws -> BuildState {
        var changes = BuildState.Changes()
        for number in 0..<100 { changes.files["/p/\(number).jpg"] = known("\(number)") }
        try BuildStateFile().save(changes, named: name, in: store, worthwhileFrom: 1)
        #expect(loaded.state.files.count == 100)
        return loaded.state
    }

    // So large that little is worth while to be written by itself.
    private func save(_ changes: BuildState.Changes) throws {
        try loaded.save(changes, named: name, in: store, worthwhileFrom: 0)
    }

    @Test func littleIsWrittenByItself() throws {
        var expected = try begin()
        let before = try #require(whole)
        for round in 0..<3 {
            var changes = BuildState.Changes()
            changes.files["/p/7.jpg"] = known("round \(round)")
            changes.files.updateValue(nil, forKey: "/p/\(round).jpg")
            changes.files["/new/\(round).jpg"] = known("new")
            try save(changes)
            expected.apply(changes)
            #expect(loaded.state == expected)
            #expect(whole == before)
        }
        // Once it is not little any more all is written, and the state is the same.
        var changes = BuildState.Changes()
        for number in 20..<40 { changes.files["/p/\(number).jpg"] = known("later") }
        try save(changes)
        expected.apply(changes)
        #expect(loaded.state == expected)
        #expect(whole != before)
        #expect(!store.hasState(named: "since-" + name))
    }

    @Test func aSmallStateIsWrittenWhole() throws {
        var expected = try begin()
        var changes = BuildState.Changes()
        changes.files["/p/7.jpg"] = known("other")
        try loaded.save(changes, named: name, in: store, worthwhileFrom: 1000)
        expected.apply(changes)
        #expect(loaded.state == expected)
        #expect(try BuildState(#require(whole)) == expected)
    }

    @Test func changesOfAnotherStateOrVersionSayNothing() throws {
        let first = try begin()
        var changes = BuildState.Changes()
        changes.files["/p/7.jpg"] = known("other")
        try save(changes)
        #expect(loaded.state != first)
        // As when another machine's cache has brought its state.
        var other = first
        other.files["/p/8.jpg"] = known("brought")
        try store.storeState(other.bytes, named: name)
        #expect(loaded.state == other)
        var writer = FieldWriter()
        writer.write("alcedo-state-changes-0")
        try store.storeState(writer.bytes, named: "since-" + name)
        #expect(loaded.state == other)
        // Without what they are changes of there is nothing.
        try store.removeState(named: name)
        #expect(loaded.state == BuildState())
    }
}

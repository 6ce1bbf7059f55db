import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// An output directory with its publisher, and text files.
struct TestOutput: Sendable {
    let folder: TemporaryFolder
    var indexName = "out/index.json"

    init() throws {
        folder = try TemporaryFolder()
        try FileSystem.createDirectory(at: folder.path + "/out")
    }

    var states: DiskStore { DiskStore(directory: folder.path + "/cache") }
    var output: String { folder.path + "/out" }

    func file(_ name: String, _ text: String, cached: Bool = false) -> SiteFile {
        let data = Data(text.utf8)
        return SiteFile(
            name: name, digest: ContentDigest(hashing: data), bytes: data.count,
            content: cached ? .cached : .memory(data), source: "source of \(name)")
    }

    /// An Alcedo index with these files.
    func index(_ files: [SiteFile], note: String = "") -> Data {
        let list = files.map {
            ImageIndex.File(
                bytes: $0.bytes, digest: $0.digest.sri, file: $0.name, height: 1, url: "/" + $0.name,
                width: 1)
        }
        let variant = ImageIndex.Variant(formats: [
            ImageIndex.Format(files: list, format: "webp", type: "image/webp")
        ])
        let entry = ImageIndex.Entry(
            alt: note,
            source: ImageIndex.Source(bytes: 1, digest: "", format: "png", frames: 1, height: 1, width: 1),
            variants: ["v": variant])
        return ImageIndex(baseURL: "/", generator: "alcedo test", images: ["a": entry], order: ["a"])
            .canonicalJSON()
    }

    /// What is remembered of the output.
    var record: Ledger.Output { Ledger.load(id, from: states).output }
    var id: String { Ledger.id(ofOutput: output) }

    func save(_ record: Ledger.Output, in states: DiskStore? = nil) throws {
        var ledger = Ledger.load(id, from: self.states)
        ledger.output = record
        try ledger.save(as: id, in: states ?? self.states)
    }

    /// Publishes, knowing what the ledger and the index that are there say.
    @discardableResult
    func publish(
        _ files: [SiteFile], note: String = "", pruning: SitePublisher.Pruning = .after(seconds: 0),
        now: Int = 1000,
        states: DiskStore? = nil, trustsStatus: Bool = true
    ) async throws -> SitePublisher.Publication {
        let indexPath = folder.path + "/" + indexName
        let ledger = Ledger.load(id, from: self.states)
        let (store, id) = (states ?? self.states, id)
        let publisher = SitePublisher(
            output: output, indexPath: indexPath, cache: self.states, states: store, now: now,
            announce: { output in
                try? LedgerJournal(basis: ledger.basis, output: output).save(as: id, in: store)
            })
        let plan = try publisher.plan(
            files,
            index: SitePublisher.IndexText(
                [Array(index(files, note: note))[...]], fingerprint: ContentDigest(hashing: note)),
            known: ledger.output, previous: try PreviousIndex(path: indexPath).files,
            trustsStatus: trustsStatus)
        let done = try publisher.publish(plan, pruning)
        try? save(done.output, in: store)
        return done
    }

    func put(_ text: String, _ name: String) throws { try folder.write(text, to: name) }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name)), as: UTF8.self)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: folder.path + "/" + name)
    }

    /// Everything in a folder, folders and links included.
    func tree(_ name: String = "out") -> [String] {
        (FileManager.default.enumerator(atPath: folder.path + "/" + name)?.compactMap { $0 as? String } ?? [])
            .sorted()
    }

    func statuses() throws -> [String: FileStatus] {
        var statuses: [String: FileStatus] = [:]
        for name in tree("") { statuses[name] = try FileSystem.status(of: folder.path + "/" + name) }
        return statuses
    }
}

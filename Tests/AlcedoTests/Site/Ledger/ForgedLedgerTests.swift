import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Ledgers with a right checksum that name files outside the output: a cache may come from elsewhere, and whoever made
/// it may know the bytes of these files.
@Suite(.timeLimit(.minutes(60))) struct ForgedLedgerTests {
    let site: TestSite
    static let canary = "outside/keep/canary.txt"
    static let leftover = "outside/keep/.alcedo-tmp-1-abc"

    init() throws {
        site = try TestSite(pictures: ["a"])
        try site.put(Data("canary".utf8), Self.canary)
        try site.put(Data("half".utf8), Self.leftover)
        try site.folder.write(to: "outside/empty/x")
        try FileSystem.createDirectory(at: site.path("outside/empty"))
    }

    enum Place: CaseIterable { case files, row, journal, journalAlone }

    static let names = [
        "../outside/keep/canary.txt", "small/../../outside/keep/canary.txt", "link/keep/canary.txt",
        "./../outside/keep/canary.txt", "..//outside/keep/canary.txt",
        "../outside/keep/canary.txt\0.webp", "../outside/empty/nothing.webp", "../outside/keep/x.webp",
    ]

    private var file: Ledger.File {
        Ledger.File(digest: ContentDigest(hashing: "canary"), bytes: 6, orphanedSince: 1000)
    }

    /// Adds a file to what the cache remembers of the output.
    private func forge(_ name: String, in place: Place) throws {
        var ledger = site.ledger
        var forged = ledger.output
        forged.files[name] = file
        let (id, states) = (site.ledgerID, site.states)
        switch place {
        case .files:
            ledger.output = forged
            try ledger.save(as: id, in: states)
        case .row:
            var entries: [String: Ledger.Entry] = [:]
            for row in ledger.rows {
                guard let entry = row.entry else { continue }
                var files: [(name: String, file: Ledger.File)] = [(name, file)]
                entry.forEachFile { files.append(($0, $1)) }
                // With another key, the entry is made again, and the file is no longer needed.
                entries[row.id] = Ledger.Entry(
                    key: ContentDigest(hashing: "other"), length: entry.length, files: files)
            }
            forged.files[name] = nil
            forged.index?.fingerprint = ContentDigest(hashing: "other")
            ledger.remember(forged, entries, keeping: nil)
            try ledger.save(as: id, in: states)
        case .journal:
            try LedgerJournal(basis: ledger.basis, output: forged).save(as: id, in: states)
        case .journalAlone:
            try LedgerJournal(basis: nil, output: forged).save(as: id, in: states)
            try site.loseLedger()
        }
    }

    private func outside() throws -> [String: FileStatus] {
        try site.statuses().filter { $0.key.hasPrefix("outside") }
    }

    @Test(arguments: Place.allCases, names) func noNameLeadsOutOfTheOutput(_ place: Place, _ name: String)
        async throws
    {
        try await site.settle()
        if name.hasPrefix("link/") { try site.folder.link("out/link", to: site.path("outside")) }
        let before = try outside()
        for work in ["build", "frozen", "clean"] {
            try forge(name, in: place)
            switch work {
            case "build": try await site.build()
            case "frozen": try await site.build { $0.frozen = true }
            default: _ = try await site.builder().clean()
            }
            #expect(try outside() == before, "\(work)")
            if work != "clean" {
                if name.hasPrefix("link/") { continue }
                try site.expectConsistent()
            }
        }
    }

    /// Every spelling of a name that the site needs is that name, so deleting one would delete a needed file.
    @Test(arguments: ["./", "small/../", "/", "x/.././"]) func aSecondSpellingDeletesNothing(_ prefix: String)
        async throws
    {
        try await site.settle()
        var ledger = site.ledger
        let (name, file) = try #require(ledger.output().files.first)
        ledger.output.files[prefix + name] = Ledger.File(
            digest: file.digest, bytes: file.bytes, orphanedSince: 1000)
        try ledger.save(as: site.ledgerID, in: site.states)
        try await site.build()
        try site.expectConsistent()
    }

    @Test(arguments: [false, true]) func aFormerIndexIsDeletedOnlyIfItIsOneOfThisSite(knowsStatus: Bool)
        async throws
    {
        let elsewhere = try TestSite(pictures: ["a"])
        try await elsewhere.build()
        try await site.settle()
        // Empty files, and documents that quote an index, are no indexes.
        try site.put(Data(), "src/__init__.py")
        try site.put(Data("An index has \"generator\": \"alcedo 0.1.0\".".utf8), "README.md")
        // The last one is what a manifest may have named before.
        try site.put(try site.bytes("out/index.json"), "old/index.json")
        let paths = [
            site.path(Self.canary), elsewhere.path("out/index.json"), elsewhere.path("images.yml"),
            site.path("images.yml"), site.path("src/__init__.py"), site.path("README.md"),
            site.path("old/../photos/a.png"), site.path("old/index.json"),
        ]
        for (place, path) in paths.enumerated() {
            var ledger = site.ledger
            var status = try #require(try FileSystem.status(of: path))
            if !knowsStatus { status.inode += 1 }
            ledger.output.formerIndexes = [
                Ledger.Index(
                    path: path, status: status, fingerprint: ContentDigest(hashing: ""),
                    digest: try FileSystem.digest(ofFile: path).digest)
            ]
            try ledger.save(as: site.ledgerID, in: site.states)
            let isOurs = place == paths.count - 1
            try await site.build()
            #expect(try (FileSystem.status(of: path) == nil) == isOurs, "\(path)")
            if isOurs { continue }
            try ledger.save(as: site.ledgerID, in: site.states)
            _ = try await site.builder().clean()
            #expect(try FileSystem.status(of: path) != nil, "\(path)")
            try await site.settle()
        }
    }

    @Test(arguments: [false, true]) func aWrongDigestOfASourceIsReadAgain(mustMake: Bool) async throws {
        try await site.settle()
        let before = try site.files()
        let ledger = site.ledger
        var files = ledger.sourceFiles
        #expect(!files.isEmpty)
        for (path, known) in files {
            files[path] = Ledger.KnownFile(
                status: known.status, digest: ContentDigest(hashing: "other"), needs: known.needs)
        }
        try Ledger(output: ledger.output, rows: ledger.rows, sourceFiles: files)
            .save(as: site.ledgerID, in: site.states)
        if mustMake { try site.remove("out") }
        let report = try await site.build()
        #expect(report.failures.map(\.description) == [])
        #expect(try site.files() == before)
        let known = site.ledger.sourceFiles
        #expect(known.allSatisfy { $0.value.digest != ContentDigest(hashing: "other") }, "\(known)")
    }
}

import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct OwnershipTests {
    let site: TestOutput

    init() throws {
        site = try TestOutput()
    }

    func isOurs(_ name: String, _ text: String, bytes: Int? = nil, isFound: Bool = false) throws -> Bool {
        let place = try #require(OwnFile(name, in: site.output))
        let file = Ledger.File(
            digest: ContentDigest(hashing: text), bytes: bytes ?? text.utf8.count, isFound: isFound)
        return try place.found().map { Ownership.isOurs($0, file) } ?? false
    }

    @Test func ourFileIsTheRegularFileWithTheRecordedBytes() throws {
        try site.put("A", "out/x/a.jpg")
        #expect(try isOurs("x/a.jpg", "A"))
        #expect(try !isOurs("x/a.jpg", "B"))
        #expect(try !isOurs("x/a.jpg", "A", bytes: 2))
        #expect(try !isOurs("x/a.jpg", "A", isFound: true))
        try site.folder.link("out/link.jpg", to: site.output + "/x/a.jpg")
        #expect(try !isOurs("link.jpg", "A"))
        try site.folder.link("out/y", to: site.output + "/x")
        #expect(try !isOurs("y/a.jpg", "A"))
        // A name whose first scalar combines with the preceding slash.
        try site.folder.link("out/\u{301}z", to: site.output + "/x")
        #expect(try !isOurs("\u{301}z/a.jpg", "A"))
    }

    @Test func anIndexThatLeadsOutOfTheOutputIsIgnored() throws {
        let names = [
            "a.jpg", "../a.jpg", "/etc/passwd", "x/../../a.jpg", "..", "x/..", "../\u{301}a.jpg", "x/..a.jpg",
        ]
        try site.index(names.map { site.file($0, "A") }).write(
            to: URL(fileURLWithPath: site.output + "/index.json"))
        #expect(
            try PreviousIndex(path: site.output + "/index.json").files.keys.sorted() == [
                "a.jpg", "x/..a.jpg",
            ])
    }

    @Test func anUnreadableIndexIsIgnored() throws {
        let good = site.index([site.file("a.jpg", "A")])
        for data in [
            Data(), good.dropLast(20), Data("[]".utf8),
            Data(
                String(decoding: good, as: UTF8.self).replacingOccurrences(of: "alcedo test", with: "hugo")
                    .utf8),
        ] {
            try data.write(to: URL(fileURLWithPath: site.output + "/index.json"))
            #expect(try PreviousIndex(path: site.output + "/index.json").files.isEmpty)
        }
        #expect(try PreviousIndex(path: site.output + "/none").index == nil)
        #expect(try PreviousIndex(path: site.output).index == nil)
    }

    /// The name stands for a disk with errors: it is too long to be opened, but not missing.
    @Test func anIndexThatTheDiskDoesNotReadIsAnError() throws {
        let path = site.output + "/" + String(repeating: "x", count: 300)
        #expect(throws: FileSystemError.self) { try PreviousIndex(path: path) }
        let formers = FormerIndexes(output: site.output, manifest: nil)
        #expect(throws: FileSystemError.self) {
            try PreviousIndex(path: path, output: Ledger.Output(), in: formers)
        }
    }
}

import AlcedoIndex
import Foundation
import Testing

@Suite struct PartsReadingTests {
    private let folder: URL

    // Written by hand, with sizes and digests that no reader needs.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "parts \(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "index"), withIntermediateDirectories: true)
        try write("index/one.json", Self.part(["a", "b"]))
        try write("index/two.json", Self.part(["c", "é", "😀"]))
        try write("index/order.json", #"{ "order": ["c", "a", "😀", "b", "é"] }"#)
        try write("index.json", Self.root())
    }

    private static func root(second: String = "c", version: Int = 2) -> String {
        func file(_ name: String, _ count: Int, _ first: String) -> String {
            #"{ "bytes": 1, "count": \#(count), "digest": "", "file": "index/\#(name).json"\#(first) }"#
        }
        return #"""
            { "baseURL": "/i", "generator": "alcedo 1", "order": \#(file("order", 5, "")),
              "parts": [\#(file("one", 2, #", "first": "a""#)), \#(file("two", 3, #", "first": "\#(second)""#))],
              "version": \#(version) }
            """#
    }

    private static func part(_ ids: [String]) -> String {
        let images = ids.map {
            #"""
            "\#($0)": { "alt": "of \#($0)", "variants": {},
              "source": { "bytes": 1, "digest": "", "format": "png", "frames": 1, "height": 1, "width": 1 } }
            """#
        }
        let order = ids.map { "\"\($0)\"" }.joined(separator: ", ")
        return #"""
            { "baseURL": "/i", "generator": "alcedo 1", "version": 1, "order": [\#(order)],
              "images": { \#(images.joined(separator: ", ")) } }
            """#
    }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    private var path: String { folder.path + "/index.json" }

    private func failure(_ name: String, _ text: String?) throws -> ImageIndexError? {
        if let text {
            try write(name, text)
        } else {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
        return #expect(throws: ImageIndexError.self) { try ImageIndex(contentsOf: path) }
    }

    @Test func allPartsAreReadAsOneIndex() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let index = try ImageIndex(contentsOf: path)
        #expect(index.order == ["c", "a", "😀", "b", "é"])
        #expect(Set(index.images.keys) == ["a", "b", "c", "é", "😀"])
        #expect(index["é"]?.alt == "of é")
        #expect((index.version, index.baseURL) == (1, "/i"))
    }

    @Test func onlyThePartsOfTheseImagesAreRead() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let parts = try ImageIndex.Parts(contentsOf: path)
        #expect(parts.count == 5)
        #expect(try parts.orderedIDs() == ["c", "a", "😀", "b", "é"])
        #expect(parts.part(of: "b")?.file == "index/one.json")
        #expect(parts.part(of: "😀")?.file == "index/two.json")
        #expect(parts.part(of: "A") == nil)
        try FileManager.default.removeItem(at: folder.appending(path: "index/one.json"))
        let index = try parts.index(of: ["😀", "c", "😀"])
        #expect(index.order == ["😀", "c"])
        #expect(index.images.count == 2)
        #expect(throws: ImageIndexError.unknownImage(id: "d")) { try parts.index(of: ["d"]) }
        #expect(throws: ImageIndexError.unknownImage(id: "A")) { try parts.index(of: ["A"]) }
        #expect(
            throws: ImageIndexError.unreadable(
                path: folder.path + "/index/one.json", reason: "there is no such file")
        ) { try parts.index(of: ["a"]) }
    }

    @Test(
        arguments: [
            ("index/two.json", nil, "index/two.json: there is no such file"),
            ("index/two.json", "{", "index/two.json: not a valid index"),
            ("index/order.json", #"{ "order": ["a"] }"#, "index/order.json: not a valid index: order"),
            ("index.json", root(second: "A"), "index.json: not a valid index: parts: index/two.json"),
        ] as [(String, String?, String)])
    func whatIsWrongIsNamed(name: String, text: String?, reason: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try failure(name, text)?.description.contains(reason) == true)
    }

    @Test func laterVersionsAreRefused() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(
            try failure("index.json", Self.root(version: 3)) == .newerVersion(found: 3, supported: 2))
    }

    @Test func aRootAloneIsNotAnIndex() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = #expect(throws: ImageIndexError.self) { try ImageIndex(data: Data(Self.root().utf8)) }
        #expect(error?.description.contains("its images are in other files") == true)
        let whole = folder.path + "/index/one.json"
        #expect(throws: ImageIndexError.self) { try ImageIndex.Parts(contentsOf: whole) }
    }
}

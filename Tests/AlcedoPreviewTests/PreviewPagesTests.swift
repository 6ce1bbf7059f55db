import Foundation
import Testing

@testable import AlcedoPreview

/// What the preview adds to pages, and draws itself.
@Suite struct PreviewPagesTests {
    @Test func aFailureIsAPictureOfItsMessage() throws {
        let message =
            "photos/<a> & b.jpg: decode: the file is truncated\u{1}\n" + String(repeating: "x", count: 1000)
        let data = FailurePicture.svg(message)
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains("photos/&lt;a&gt; &amp; b.jpg: decode:"))
        #expect(text.contains("…"))
    }

    @Test func messagesAreBrokenBetweenWords() {
        #expect(FailurePicture.wrapped("one two three", at: 8) == ["one two ", "three"])
        #expect(FailurePicture.wrapped("one/two/three", at: 8) == ["one/two/", "three"])
        #expect(FailurePicture.wrapped("onetwothree", at: 8) == ["onetwoth", "ree"])
        #expect(FailurePicture.wrapped("", at: 8) == [])
        #expect(FailurePicture.wrapped(String(repeating: "a", count: 96), at: 8).count == 12)
    }

    @Test func pagesAreToldOfTheStateAndOfChanges() async {
        let audience = PreviewAudience()
        audience.tell(problems: ["a \"b\""], isChanged: false)
        var messages = audience.listen().makeAsyncIterator()
        let start = audience.generation
        #expect(await messages.next() == #"{"generation":\#(start),"problems":["a \"b\""]}"#)
        audience.tell(problems: [], isChanged: true)
        #expect(await messages.next() == #"{"generation":\#(start + 1),"problems":[]}"#)
        // Only the last state matters.
        audience.tell(problems: ["c"], isChanged: true)
        audience.tell(problems: ["d"], isChanged: true)
        #expect(await messages.next() == #"{"generation":\#(start + 3),"problems":["d"]}"#)
    }

    @Test func onlyFilesInsideTheFolderAreFound() throws {
        let parent = FileManager.default.temporaryDirectory.appendingPathComponent(
            "alcedo-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: parent) }
        let root = parent.appendingPathComponent("site")
        try FileManager.default.createDirectory(
            at: root.appendingPathComponent("a/.git"), withIntermediateDirectories: true)
        try Data("1".utf8).write(to: root.appendingPathComponent("a/b.txt"))
        try Data("1".utf8).write(to: root.appendingPathComponent("a/.git/config"))
        try Data("secret".utf8).write(to: parent.appendingPathComponent("secret"))
        try Data("secret".utf8).write(to: parent.appendingPathComponent("site-secret"))
        func link(_ name: String, _ target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: root.path + "/" + name, withDestinationPath: target)
        }
        try link("inside", "a/b.txt")
        try link("out", "../secret")
        try link("beside", "../site-secret")
        try link("folder", "..")
        try link("nowhere", "x")
        let folder = PreviewFolder(root.path)
        func isFile(_ path: String) throws -> Bool {
            if case .file = folder.find(try #require(PreviewPath(path))) { true } else { false }
        }
        #expect(try isFile("/a/b.txt"))
        #expect(try isFile("/inside"))
        #expect(folder.find(try #require(PreviewPath("/a"))) == .folder)
        #expect(folder.find(try #require(PreviewPath("/"))) == .folder)
        for path in [
            "/out", "/beside", "/folder", "/folder/secret", "/nowhere", "/a/.git/config", "/c", "/a/b.txt/c",
        ] {
            #expect(folder.find(try #require(PreviewPath(path))) == nil, "\(path)")
        }
    }
}

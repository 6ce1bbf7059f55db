import AlcedoBase
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
        try Data("1".utf8).write(to: root.appendingPathComponent(".env"))
        try FileManager.default.createDirectory(
            at: root.appendingPathComponent(".well-known"), withIntermediateDirectories: true)
        try Data("1".utf8).write(to: root.appendingPathComponent(".well-known/x"))
        try Data("secret".utf8).write(to: parent.appendingPathComponent("secret"))
        try Data("secret".utf8).write(to: parent.appendingPathComponent("site-secret"))
        func link(_ name: String, _ target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: root.path + "/" + name, withDestinationPath: target)
        }
        try link("inside", "a/b.txt")
        try link("absolute", root.resolvingSymlinksInPath().path + "/a/b.txt")
        try link("known", ".well-known/x")
        try link("twice", "inside")
        try link("all", ".")
        try link("out", "../secret")
        try link("beside", "../site-secret")
        try link("folder", "..")
        try link("nowhere", "x")
        try link("env.txt", ".env")
        try link("env.html", ".env")
        try link("git", "a/.git")
        try link("later", "env.txt")
        try link("circle", "circle")
        #expect(mkfifo(root.path + "/pipe", 0o600) == 0)
        let folder = PreviewFolder(root.path)
        func find(_ path: String) throws -> String {
            switch try folder.find(try #require(PreviewPath(path))) {
            case .file(let file): String(decoding: try file.opened.readAll(), as: UTF8.self)
            case .folder: "folder"
            case nil: "nothing"
            }
        }
        for path in [
            "/a/b.txt", "/inside", "/absolute", "/known", "/twice", "/all/a/b.txt", "/.well-known/x",
        ] {
            #expect(try find(path) == "1", "\(path)")
        }
        for path in ["/", "/a", "/all"] { #expect(try find(path) == "folder", "\(path)") }
        for path in [
            "/out", "/beside", "/folder", "/folder/secret", "/nowhere", "/a/.git/config", "/c", "/a/b.txt/c",
            "/env.txt", "/env.html", "/git", "/git/config", "/later", "/circle", "/pipe", "/all/.env",
        ] {
            #expect(try find(path) == "nothing", "\(path)")
        }
    }

    // A generator may write below a hidden folder: what counts is what is hidden in it.
    @Test func theFolderItselfMayBeHidden() throws {
        let parent = FileManager.default.temporaryDirectory.appendingPathComponent(
            ".alcedo-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: parent) }
        try FileManager.default.createDirectory(
            at: parent.appendingPathComponent(".out"), withIntermediateDirectories: true)
        try Data("1".utf8).write(to: parent.appendingPathComponent(".out/a.txt"))
        try FileManager.default.createSymbolicLink(
            atPath: parent.path + "/site", withDestinationPath: ".out")
        for root in [".out", "site"] {
            guard
                case .file = try PreviewFolder(parent.path + "/" + root).find(#require(PreviewPath("/a.txt")))
            else {
                Issue.record("\(root)")
                continue
            }
        }
    }
}

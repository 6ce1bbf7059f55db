import AlcedoBase
import AlcedoLoading
import AlcedoRecipes
import Foundation
import Testing

@testable import AlcedoManifest

@Suite struct LockFileTests {
    // The digests of "a" and "b": sha256sum, then base64 of the bytes.
    private let a = "sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs="
    private let b = "sha256-PiPoFgA5WUoziU9lZOGxNIu9egCI1CxKy3PurtWcAJ0="

    private func lock(_ text: String) throws -> LockFile {
        try LockFile(Data(text.utf8), shown: "images.lock")
    }

    private func mistakes(_ text: String) -> [String] {
        do {
            _ = try lock(text)
            return []
        } catch {
            return (error as? ManifestMistakes)?.diagnostics.map(\.description) ?? ["\(error)"]
        }
    }

    @Test func whatIsWrittenIsSortedWithALineForEachSource() throws {
        var file = LockFile()
        file.pins["https://example.org/b.jpg"] = .init(digest: ContentDigest(hashing: "b"), bytes: 1)
        file.pins["https://example.org/a.jpg?id=${ID}"] = .init(
            digest: ContentDigest(hashing: "a"), bytes: 12)
        #expect(
            String(decoding: file.data, as: UTF8.self) == """
                {
                  "sources": {
                    "https://example.org/a.jpg?id=${ID}": { "bytes": 12, "digest": "\(a)" },
                    "https://example.org/b.jpg": { "bytes": 1, "digest": "\(b)" }
                  },
                  "version": 1
                }

                """)
        #expect(try LockFile(file.data, shown: "images.lock") == file)
    }

    @Test func anEmptyOneCanBeReadAgain() throws {
        #expect(try LockFile(LockFile().data, shown: "images.lock") == LockFile())
    }

    @Test func theOrderAndTheSpacesDoNotMatter() throws {
        let file = try lock("{\"version\":1,\"sources\":{\"u\":{\"digest\":\"\(a)\",\"bytes\":7}}}")
        #expect(file.pins == ["u": LockFile.Pin(digest: ContentDigest(hashing: "a"), bytes: 7)])
    }

    // Readers of JSON disagree about which of them counts.
    @Test func keysThatStandTwiceAreMistakes() {
        let line = "{ \"bytes\": 1, \"digest\": \"\(a)\""
        #expect(
            mistakes("{ \"version\": 1, \"sources\": { \"u\": \(line), \"digest\": \"\(b)\" } } }")
                == ["images.lock:1:114: error: duplicate key 'digest'; the first is in line 1, column 49"])
        #expect(
            mistakes("{ \"version\": 1, \"sources\": {}, \"sources\": { \"u\": \(line) } } }").map {
                $0.contains("duplicate key 'sources'")
            } == [true])
        #expect(
            mistakes("{ \"version\": 1, \"version\": 1, \"sources\": {} }").map {
                $0.contains("duplicate key 'version'")
            } == [true])
    }

    @Test func everythingThatIsWrongIsReportedWithItsPlace() {
        let text = """
            {
              "version": 1,
              "sources": {
                "https://a": { "bytes": 1, "digest": "sha256-short" },
                "https://b": { "bytes": -1, "digest": "\(a)" },
                "https://c": { "bytes": 1 },
                "https://d": { "bytes": 1, "digest": "\(a)", "etag": "x" },
                "https://e": { "bytes": 1, "digest": "\(a)" },
                "https://e": { "bytes": 1, "digest": "\(b)" },
                "https://f": 7
              }
            }
            """
        let found = mistakes(text)
        let lines = found.map { $0.split(separator: ":")[1] }
        #expect(lines == ["4", "5", "6", "7", "9", "10"])
        #expect(found[2].contains("missing key 'digest' in 'https://c'; delete the line"))
        #expect(found[4].contains("'https://e' is listed twice"))
    }

    @Test(arguments: [
        (
            "{ \"version\": 2, \"sources\": {} }",
            "images.lock:1:14: error: 'version' in the lock file is 2, but"
        ),
        ("{ \"sources\": {} }", "missing key 'version' in the lock file"),
        ("{ \"version\": 1 }", "missing key 'sources'"),
        ("", "not valid JSON"), ("[]", "the lock file must be a mapping"), ("{", "not valid JSON"),
        ("{ \"version\": 1, \"sources\": [] }", "must be a mapping of addresses"),
    ])
    func invalidLockFilesAreRefused(text: String, reason: String) {
        let found = mistakes(text)
        #expect(found.count == 1)
        #expect(found.first?.contains(reason) == true, "\(found)")
    }

    @Test func theMarksOfAMergeAreNamed() {
        let text = "{\n  \"sources\": {\n<<<<<<< HEAD\n  },\n=======\n>>>>>>> other\n  \"version\": 1\n}\n"
        #expect(
            mistakes(text).first?.hasPrefix("images.lock:3:1: error: the lock file has merge conflicts")
                == true)
    }

    @Test(arguments: [
        ("images.yml", "images.lock"), ("site/pictures.yaml", "site/pictures.lock"),
        ("/a.b/manifest", "/a.b/manifest.lock"), (".images", ".images.lock"),
    ])
    func itHasTheNameOfItsManifest(manifest: String, name: String) {
        #expect(LockFile.name(forManifest: manifest) == name)
    }
}

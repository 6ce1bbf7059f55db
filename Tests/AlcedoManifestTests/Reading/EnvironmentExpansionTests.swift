import AlcedoBase
import AlcedoLoading
import AlcedoRecipes
import Foundation
import Testing

@testable import AlcedoManifest

/// The value of `${NAME}` in a build without the network.
@Suite struct EnvironmentExpansionTests {
    private func read(_ source: String, isBundled: Bool = true) -> (manifest: Manifest?, lines: [String]) {
        let text = preamble + "sources:\n  - { \(source) }\n"
        let (manifest, diagnostics) = ManifestReader.read(
            Data(text.utf8), path: "images.yml", directory: "/site",
            environment: ["SET": "hunter2", "EMPTY": ""], isBundled: isBundled,
            extensions: SiteExtensions())
        return (manifest, diagnostics.map(\.message))
    }

    private static let header =
        "url: https://example.org/a.jpg, headers: { X: '${NAME} $${NAME}', Y: '${SET}' }"
    private static let address = "url: 'https://me:${EMPTY}@${HOST}/a.jpg?key=${SET}', id: a"

    private func areMissing(_ lines: [String]) -> Bool {
        !lines.isEmpty && lines.allSatisfy { $0.contains("needs the environment variable") }
    }

    @Test(arguments: [header, address], ["", ", pin: true", ", pin: false, cache-key: a"])
    func onlyABundleDoesWithoutThem(_ source: String, _ more: String) {
        #expect(read(source + more).lines == [])
        #expect(areMissing(read(source + more, isBundled: false).lines))
    }

    @Test func aHeaderStaysAsItIsWritten() throws {
        guard let remote = try #require(read(Self.header).manifest).sources[0].remote else {
            Issue.record("not a URL")
            return
        }
        #expect(remote.headers.map(\.value.revealed) == ["${NAME} $${NAME}", "hunter2"])
        #expect(remote.headers.map(\.value.written) == ["${NAME} $${NAME}", "${SET}"])
    }

    // RFC 6761, section 6.4: no host has a name below `invalid`.
    @Test func anIncompleteURLGetsAnInvalidHost() throws {
        guard let remote = try #require(read(Self.address).manifest).sources[0].remote else {
            Issue.record("not a URL")
            return
        }
        #expect(remote.url.written == "https://me:${EMPTY}@${HOST}/a.jpg?key=${SET}")
        #expect(URL(string: remote.url.revealed)?.host == "unset.invalid")
        #expect(!remote.url.revealed.contains("hunter2"))
    }

    @Test(arguments: [header, address])
    func whatTheCacheKnowsByItsRequestNeedsAllOfIt(_ source: String) {
        let lines = read(source + ", pin: false").lines
        #expect(areMissing(lines), "\(lines)")
        #expect(lines == read(source + ", pin: false", isBundled: false).lines)
    }

    @Test func otherMistakesStayMistakes() {
        #expect(read("url: 'https://example.org/${', id: a").lines.count == 1)
        #expect(read("url: ftp://example.org/a.jpg, headers: { X: '${NAME}' }").lines.count == 1)
        #expect(read("url: https://example.org/a.jpg, headers: { Host: '${NAME}' }").lines.count == 1)
    }
}

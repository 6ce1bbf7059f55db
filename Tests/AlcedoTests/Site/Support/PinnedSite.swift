import Foundation

@testable import Alcedo
@testable import AlcedoManifest

/// A site whose pictures come from a server in this process.
struct PinnedSite {
    let server: EvilServer
    let site: TestSite

    /// Four different pictures.
    static let pictures = (0..<4).map { PlainPNG(width: 60, height: 40, seed: 70 + $0).data }

    init(_ script: [String: [Reply]], varyingBy header: String? = nil) throws {
        server = try EvilServer(script, varyingBy: header)
        site = try TestSite("", pictures: [])
    }

    /// Writes the manifest. In `sources`, `SERVER` is replaced by the server's address.
    func write(_ sources: [String], head: String = "") throws {
        try site.write(
            """
            version: 1
            output: out
            network: { allow: [127.0.0.1], retries: 0 }
            variants:
              small: { width: 20, formats: [png] }
            \(head)
            sources:

            """
                + sources.map { "  - " + $0.replacingOccurrences(of: "SERVER", with: address) + "\n" }
                .joined())
    }

    var address: String { "http://127.0.0.1:\(server.port)" }

    /// Which of the pictures each source is, by its id.
    func published() throws -> [String: Int?] {
        try site.index().images.mapValues { image in
            Self.pictures.firstIndex { ContentDigest(hashing: $0).sri == image.source.digest }
        }
    }

    /// The pins of the lock file, as numbers of pictures.
    func pinned() throws -> [LockName: Int?] {
        try LockFile(path: site.path("images.lock"), shown: "images.lock").pins.mapValues { pin in
            Self.pictures.firstIndex { ContentDigest(hashing: $0) == pin.digest && $0.count == pin.bytes }
        }
    }

    func pin(_ pins: [LockName: ContentPin]) throws {
        var file = LockFile()
        file.pins = pins
        try site.put(file.data, "images.lock")
    }

    static func pin(_ picture: Int) -> ContentPin {
        ContentPin(digest: ContentDigest(hashing: pictures[picture]), bytes: pictures[picture].count)
    }

    /// The requests to the server so far.
    var asked: [String] { server.requests.map(\.path) }
}

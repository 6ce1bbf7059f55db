import Alcedo
import AlcedoImaging
import AlcedoManifest
import Foundation
import Testing

/// A site in its own folder: a manifest, pictures, and the results of builds.
final class TestSite {
    let folder: TemporaryFolder

    /// Four pictures of 60 × 40 pixels, each in two widths, as WebP and JPEG: 16 files.
    init(_ manifest: String = TestSite.usual, pictures: [String] = ["a", "b", "c", "d"]) throws {
        folder = try TemporaryFolder()
        try write(manifest)
        for (number, name) in pictures.enumerated() { try picture("photos/\(name).png", number) }
    }

    static let usual = """
        version: 1
        output: out
        base-url: /img
        defaults: { formats: [webp, auto] }
        variants:
          small: { widths: [20, 30] }
        sources:
          - path: photos/*.png
        """

    func write(_ manifest: String) throws { try folder.write(manifest, to: "images.yml") }

    func picture(_ name: String, _ seed: Int, width: Int = 60, height: Int = 40) throws {
        try put(PlainPNG(width: width, height: height, seed: seed).data, name)
    }

    func put(_ data: Data, _ name: String) throws {
        try folder.write(to: name)
        try data.write(to: URL(fileURLWithPath: path(name)))
    }

    /// Writes other bytes into a file of the cache, which its owner may only read.
    func damage(_ name: String, _ data: Data) throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path(name))
        try put(data, name)
    }

    func path(_ name: String) -> String { folder.path + "/" + name }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(name))) }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    func exists(_ name: String) throws -> Bool { try FileSystem.status(of: path(name)) != nil }

    var options: BuildOptions { BuildOptions(manifest: path("images.yml"), inProcess: .threads) }

    func builder(
        _ environment: [String: String] = [:], _ change: (inout BuildOptions) -> Void = { _ in }
    ) -> SiteBuilder {
        var options = options
        change(&options)
        return SiteBuilder(options: options, environment: environment)
    }

    @discardableResult
    func build(
        _ environment: [String: String] = [:], _ change: (inout BuildOptions) -> Void = { _ in },
        tell: @escaping @Sendable (BuildEvent) -> Void = { _ in }
    ) async throws -> BuildReport {
        try await builder(environment, change).build(tell)
    }

    /// Builds until the dates of all pictures are old enough to be trusted.
    func settle() async throws {
        for _ in 0..<50 {
            if try await build().wroteNothing { return }
        }
        Issue.record("builds never come to rest")
    }

    /// All regular files below a folder, including hidden ones, with their bytes.
    func files(_ name: String = "out") throws -> [String: Data] {
        var files: [String: Data] = [:]
        for below in FileManager.default.enumerator(atPath: path(name))?.compactMap({ $0 as? String }) ?? [] {
            guard try FileSystem.status(of: path(name + "/" + below))?.kind == .regular else { continue }
            files[below] = try bytes(name + "/" + below)
        }
        return files
    }

    /// The results of `lstat` for everything in the folder.
    func statuses() throws -> [String: FileStatus] {
        var statuses: [String: FileStatus] = [:]
        for below in [""]
            + (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
        {
            statuses[below] = try FileSystem.status(of: path(below))
        }
        return statuses
    }

    func index() throws -> ImageIndex { try ImageIndex(contentsOf: path("out/index.json")) }

    /// All files of the index exist, and no others.
    func expectConsistent(in folder: String = "out", _ location: SourceLocation = #_sourceLocation)
        throws
    {
        let index = try index()
        var names: Set<String> = ["index.json"]
        for file in index.images.values.flatMap(\.variants.values).flatMap(\.formats).flatMap(\.files) {
            guard let name = file.file else { continue }
            names.insert(name)
            let data = try bytes(folder + "/" + name)
            #expect(data.count == file.bytes, sourceLocation: location)
            #expect(ContentDigest(hashing: data).sri == file.digest, sourceLocation: location)
        }
        #expect(try Set(files(folder).keys) == names, sourceLocation: location)
    }
}

import Foundation

/// Real pictures beside the package, or at `ALCEDO_CORPUS`; not part of the repository.
enum Corpus {
    static let root: URL = {
        if let path = ProcessInfo.processInfo.environment["ALCEDO_CORPUS"] {
            return URL(fileURLWithPath: path)
        }
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { package.deleteLastPathComponent() }
        return package.deletingLastPathComponent().appendingPathComponent("shared/corpus")
    }()

    static var isThere: Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent("README.md").path)
    }

    static func file(_ path: String) throws -> Data {
        try Data(contentsOf: root.appendingPathComponent(path))
    }

    static func files(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
            .filter { !$0.hasPrefix("LICENSE") }.sorted().map { folder + "/" + $0 }
    }
}

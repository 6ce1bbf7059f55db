import Foundation

/// A folder for one test, removed with its contents when it is no longer referenced.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/alcedo-cache-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // Files that cannot be removed are left to the system's own cleaning.
        try? FileManager.default.removeItem(atPath: path)
    }

    func callAsFunction(_ name: String) -> String { path + "/" + name }

    func put(_ text: String, _ name: String) throws {
        let url = URL(fileURLWithPath: self(name))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: self(name)))
    }

    /// Every path below `name`, folders included, relative to it.
    func tree(_ name: String = "") throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: name.isEmpty ? path : self(name)).sorted()
    }

    /// Every regular file below `name`, relative to it.
    func files(_ name: String = "") throws -> [String] {
        let root = name.isEmpty ? path : self(name)
        return try tree(name).filter { below in
            let attributes = try FileManager.default.attributesOfItem(atPath: root + "/" + below)
            return attributes[.type] as? FileAttributeType == .typeRegular
        }
    }

    func exists(_ name: String) -> Bool {
        // Not `fileExists`: that looks through links.
        do {
            _ = try FileManager.default.attributesOfItem(atPath: self(name))
            return true
        } catch {
            return false
        }
    }
}

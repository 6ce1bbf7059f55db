import Foundation

/// The status of all that the tool is built from: a build with the same inputs makes nothing new.
struct ToolInputs: Equatable {
    /// The sources of the package and of those that it depends on, their manifests, the compiler, and the system's
    /// libraries; a line for each file.
    var sources: [String] = []
    /// Pinned versions, and the variables that a build reads.
    var settings: [String] = []
    /// When one of the files was last changed, in seconds since 1970.
    var newest = 0.0

    mutating func add(_ path: String) -> Bool {
        guard let status = FileStatus(path) else { return false }
        add(path, status)
        return true
    }

    mutating func add(_ path: String, _ status: FileStatus) {
        newest = max(newest, status.newest)
        sources.append("\(path)\t\(status.text)")
    }

    /// Adds `Package.swift`, and the manifests for certain versions of Swift.
    ///
    /// - Returns: Whether all could be read.
    mutating func addManifests(in folder: String) -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return false }
        for name in names.sorted() where name.hasPrefix("Package") && name.hasSuffix(".swift") {
            guard add("\(folder)/\(name)") else { return false }
        }
        return true
    }

    /// Adds all files below a folder, except hidden ones, which SwiftPM ignores as well.
    ///
    /// - Returns: Whether all could be read.
    mutating func addFolder(_ folder: String) -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return false }
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            guard let status = FileStatus(path) else { return false }
            if status.isFolder {
                // Documentation is not compiled.
                if name.hasSuffix(".docc") { continue }
                guard addFolder(path) else { return false }
            } else {
                add(path, status)
            }
        }
        return true
    }
}

import Foundation

/// The files below a target that SwiftPM looks after, with their folders.
///
/// Only the tool can read the manifest, so every file that could be a source is one of them. Hidden files and folders are left
/// out, because a target can be a whole package with its `.git`; what the tool looks at in spite of that is not planned.
/// Links are followed, as SwiftPM does. If one leads nowhere, nothing is planned, not even where it is hidden as an editor's lock:
/// beside it, the native build system overlooks names that are new or gone.
struct TargetFiles {
    /// Names relative to the target's folder, in the order of a walk.
    private(set) var files: [String] = []
    /// The same for folders that were listed, each with a slash at its end; the target's own is `/`.
    private(set) var folders: [String] = []

    private let folder: String
    private let avoided: Set<Identity>
    private var hasDeadLink = false

    /// Looks at everything below `folder`, besides folders that lead to `work`, which the build changes.
    init(below folder: String, besides work: String) {
        self.folder = folder
        var avoided: Set<Identity> = []
        var path = work
        while let slash = path.lastIndex(of: "/") {
            if let identity = Identity(path) { avoided.insert(identity) }
            path = String(path[..<slash])
        }
        self.avoided = avoided
        if let own = Identity(folder) { walk("", above: [own]) }
        if hasDeadLink { (files, folders) = ([], []) }
    }

    private mutating func walk(_ name: String, above: [Identity]) {
        // What cannot be listed is not planned, and the tool says why.
        guard let directory = opendir(folder + "/" + name) else { return }
        defer { closedir(directory) }
        folders.append(name + "/")
        var found: [(name: String, kind: Int)] = []
        while let entry = readdir(directory) {
            let kind = Int(entry.pointee.d_type)
            let text = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    var status = stat()
                    if [Int(DT_LNK), Int(DT_UNKNOWN)].contains(kind) {
                        hasDeadLink = fstatat(dirfd(directory), name, &status, 0) != 0 || hasDeadLink
                    }
                    return String(validatingCString: name)
                }
            }
            // A line of the plan could not hold a line feed. The tool refuses control characters.
            guard let text, !text.hasPrefix("."), !text.utf8.contains(where: { $0 < 32 }) else { continue }
            found.append((text, kind))
        }
        for (text, kind) in found.sorted(by: { $0.name < $1.name }) {
            let path = name.isEmpty ? text : name + "/" + text
            switch kind {
            case Int(DT_REG): files.append(path)
            case Int(DT_DIR), Int(DT_LNK), Int(DT_UNKNOWN):
                guard let identity = Identity(folder + "/" + path) else { continue }
                if identity.isFile {
                    files.append(path)
                } else if identity.isFolder, !avoided.contains(identity), !above.contains(identity) {
                    walk(path, above: above + [identity])
                }
            default: continue
            }
        }
    }

    /// Which file or folder it is, whatever links lead to it.
    private struct Identity: Hashable {
        private let device: Int
        private let number: UInt64
        let isFile: Bool
        let isFolder: Bool

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = Int(truncatingIfNeeded: status.st_dev)
            number = UInt64(status.st_ino)
            isFile = status.st_mode & S_IFMT == S_IFREG
            isFolder = status.st_mode & S_IFMT == S_IFDIR
        }
    }
}

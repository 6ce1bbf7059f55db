import AlcedoBase
import AlcedoLoading
import AlcedoManifest

/// The files of a generated site.
struct PreviewFolder: Sendable {
    /// The absolute path, with links resolved.
    let root: String

    /// - Parameter folder: The absolute path.
    init(_ folder: String) {
        root = PathRules.real(folder)
    }

    /// A file.
    struct File: Hashable, Sendable {
        /// Its path, without links.
        var path: String
        var status: FileStatus

        /// Differs after each change, even where a generator sets the date.
        var tag: String {
            let numbers = [status.size, status.modified, status.changed].map { String($0, radix: 36) }
            return "\"\(numbers.joined(separator: "-"))-\(String(status.inode, radix: 36))\""
        }
    }

    /// What there is at a path.
    enum Found: Hashable, Sendable {
        case file(File)
        /// A folder.
        case folder
    }

    /// Returns what there is at a path; `nil` if nothing is, or it is hidden or out of the folder.
    func find(_ path: PreviewPath) -> Found? {
        if path.isHidden { return nil }
        // Links are followed as long as they stay inside.
        guard let real = GlobWalker.realPath(root + (path.text.isEmpty ? "" : "/" + path.text)),
            real == root || GlobWalker.isBelow(root, real)
        else { return nil }
        do {
            guard let status = try FileSystem.status(of: real) else { return nil }
            switch status.kind {
            case .directory: return .folder
            case .regular: return .file(File(path: real, status: status))
            default: return nil
            }
        } catch {
            return nil
        }
    }
}

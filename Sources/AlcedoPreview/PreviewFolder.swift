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

    /// What there is at a path.
    enum Found: Hashable, Sendable {
        /// A file, and its real path.
        case file(String, bytes: Int, modified: Int)
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
            case .regular: return .file(real, bytes: status.size, modified: status.modified)
            default: return nil
            }
        } catch {
            return nil
        }
    }
}

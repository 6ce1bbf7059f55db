import AlcedoBase
import AlcedoLoading
import AlcedoManifest

/// The files of a generated site.
struct PreviewFolder: Sendable {
    /// Resolved once: a link that takes the place of the folder may lead anywhere.
    private let bounds: PathBounds
    /// The absolute path, with links resolved.
    var root: String { bounds.root }

    /// - Parameter folder: The absolute path.
    init(_ folder: String) {
        bounds = PathBounds(root: PathRules.real(folder))
    }

    /// A file, which is open: what is sent is what was judged.
    struct File: Sendable {
        let opened: OpenedFile

        /// All of it, to be sent.
        var whole: PreviewResponse.Part { .file(opened, 0..<opened.status.size) }

        /// Differs after each change, even where a generator sets the date.
        var tag: String {
            let status = opened.status
            let numbers = [status.size, status.modified, status.changed].map { String($0, radix: 36) }
            return "\"\(numbers.joined(separator: "-"))-\(String(status.inode, radix: 36))\""
        }
    }

    /// What there is at a path.
    enum Found: Sendable {
        case file(File)
        /// A folder.
        case folder
    }

    /// Returns what there is at a path; `nil` if nothing is, or it is hidden or out of the folder. That holds for the path that was
    /// asked for, and for the one that its links lead to.
    ///
    /// - Throws: `FileSystemError` if there is a file that cannot be opened.
    func find(_ path: PreviewPath) throws(FileSystemError) -> Found? {
        if path.isHidden { return nil }
        let place = path.text.isEmpty ? root : root + "/" + path.text
        if GlobWalker.realPath(place) == root { return .folder }
        do {
            return try bounds.open(place, unless: PreviewPath.isHidden)
                .map { .file(File(opened: $0)) }
        } catch {
            switch error.code {
            case EISDIR: return .folder
            // A pipe, a device or a socket.
            case EINVAL: return nil
            default: throw error
            }
        }
    }
}

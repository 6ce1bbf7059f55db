import AlcedoBase
import AlcedoLoading

/// Finds single files below a folder, and says why one cannot be used.
struct LocalFiles {
    /// The absolute path of the manifest's folder, without links.
    let directory: String
    /// Folders that belong to Alcedo, without links.
    let owned: [OwnedFolder]
    private var listings: [String: [String]] = [:]

    init(_ manifest: Manifest, owned: [OwnedFolder]) {
        directory = GlobWalker.realPath(manifest.directory) ?? manifest.directory
        self.owned = owned.map { OwnedFolder(path: PathRules.real($0.path), name: $0.name) }
    }

    /// The folder of Alcedo's in which a folder is, if it is in one.
    ///
    /// - Parameter folder: Relative to the manifest.
    func owner(ofFolder folder: String) -> OwnedFolder? {
        let real = PathRules.real(PathRules.absolute(folder, from: directory))
        return owned.first { $0.path == real || GlobWalker.isBelow($0.path, real) }
    }

    enum Finding {
        case file(String)
        case missing(String)
        case unusable(String)
    }

    /// Looks for a file.
    ///
    /// - Parameters:
    ///   - path: Relative to the manifest.
    ///   - folder: What a link must not leave; the manifest's folder by default.
    mutating func find(_ path: String, inside folder: String? = nil) -> Finding {
        let absolute = directory + "/" + path
        guard !path.unicodeScalars.contains(where: { $0.value < 32 }) else {
            return .unusable("the path holds a control character")
        }
        do {
            guard let status = try FileSystem.status(of: absolute, followingLinks: true) else {
                return .missing("there is no file '\(path)'" + suggestion(path))
            }
            switch status.kind {
            case .regular: break
            case .directory:
                return .unusable("'\(path)' is a folder; write '\(path)/**' for the pictures in it")
            default: return .unusable("'\(path)' is not a regular file")
            }
        } catch {
            return .unusable("'\(path)' cannot be examined: \(error.reason)")
        }
        guard let real = GlobWalker.realPath(absolute) else { return .missing("there is no file '\(path)'") }
        let bounds = folder ?? directory
        guard GlobWalker.isBelow(bounds, real) else {
            let what = bounds == directory ? "the manifest's folder" : "the list's folder"
            return .unusable("'\(path)' is a link that leads out of \(what)")
        }
        if let owner = owned.first(where: { GlobWalker.isBelow($0.path, real) }) {
            return .unusable("'\(path)' lies in \(owner.name), where Alcedo writes")
        }
        return .file(absolute)
    }

    // A name that differs by a slip, or by case alone.
    private mutating func suggestion(_ path: String) -> String {
        let cut = path.lastIndex(of: "/")
        let folder = cut.map { String(path[..<$0]) } ?? ""
        let name = cut.map { String(path[path.index(after: $0)...]) } ?? path
        let names: [String]
        if let known = listings[folder] {
            names = known
        } else {
            do throws(FileSystemError) {
                names = try FileSystem.entries(ofDirectory: directory + "/" + folder).filter {
                    $0.kind == .regular && $0.isText
                }
                .map(\.name)
            } catch {
                // Without the folder there is nothing to suggest; that the file is missing is being said already.
                names = []
            }
            listings[folder] = names
        }
        guard let close = Suggestion.closest(to: name, among: names) else { return "" }
        return "; did you mean '\(folder.isEmpty ? close : folder + "/" + close)'?"
    }
}

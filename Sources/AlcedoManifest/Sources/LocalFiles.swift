import AlcedoBase
import AlcedoLoading
import AlcedoMarkup

/// Finds individual files below a folder and explains why a file cannot be used.
struct LocalFiles {
    /// The absolute path of the manifest's folder, with links resolved.
    let directory: String
    private let bounds: PathBounds
    /// Folders that Alcedo writes to, with links resolved.
    let owned: [OwnedFolder]
    private var listings: [String: [FileSystem.DirectoryEntry]] = [:]

    init(_ manifest: Manifest, owned: [OwnedFolder]) {
        bounds = manifest.bounds
        directory = bounds.root
        self.owned = owned.map { OwnedFolder(path: PathRules.real($0.path), name: $0.name) }
    }

    /// Returns the owned folder that is or contains a folder, if any.
    ///
    /// - Parameter folder: The path, relative to the manifest.
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
    ///   - path: The path, relative to the manifest.
    ///   - folder: The folder of a list, which its rows must not leave either, with links resolved.
    mutating func find(_ path: String, inside folder: String? = nil) -> Finding {
        guard !path.unicodeScalars.contains(where: { $0.value < 32 }) else {
            return .unusable("the path holds a control character")
        }
        var absolute = directory + "/" + path
        FileWatch.current?.willRead(absolute)
        do {
            var status = try FileSystem.status(of: absolute, followingLinks: true)
            if status == nil, let other = otherSpelling(path) {
                absolute = directory + "/" + other
                FileWatch.current?.willRead(absolute)
                status = try FileSystem.status(of: absolute, followingLinks: true)
            }
            guard let status else {
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
        let isInList = folder.map { GlobWalker.isBelow($0, real) || bounds.allowOutside(real) } ?? true
        guard isInList, bounds.hold(real) else {
            let what = isInList || folder == directory ? "the manifest's folder" : "the list's folder"
            return .unusable("'\(path)' is a link that leads out of \(what)")
        }
        if let owner = owned.first(where: { GlobWalker.isBelow($0.path, real) }) {
            return .unusable("'\(path)' is in \(owner.name), where Alcedo writes its files")
        }
        return .file(absolute)
    }

    /// Returns the path in the Unicode normalization used on disk, for file systems that distinguish the forms.
    private mutating func otherSpelling(_ path: String) -> String? {
        guard path.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        var spelled = ""
        for name in path.utf8.split(separator: UInt8(ascii: "/")).map({ String(Substring($0)) }) {
            let names = entries(spelled).map(\.name).filter { $0 == name }
            let exact = names.first { $0.utf8.elementsEqual(name.utf8) }
            spelled += (spelled.isEmpty ? "" : "/") + (exact ?? names.first ?? name)
        }
        return spelled
    }

    /// Returns the entries of a folder relative to the manifest, or none if it cannot be listed.
    private mutating func entries(_ folder: String) -> [FileSystem.DirectoryEntry] {
        if let known = listings[folder] { return known }
        var entries: [FileSystem.DirectoryEntry] = []
        do throws(FileSystemError) {
            entries = try FileSystem.entries(ofDirectory: directory + "/" + folder).filter(\.isText)
        } catch {
            // The lookup continues without a listing and reports the missing file itself.
        }
        listings[folder] = entries
        return entries
    }

    // Suggests a name that differs by a typo or only in case.
    private mutating func suggestion(_ path: String) -> String {
        if path.contains(/^(https?|data):/) { return "; an address belongs in 'url'" }
        let cut = path.lastIndex(of: "/")
        let folder = cut.map { String(path[..<$0]) } ?? ""
        let name = cut.map { String(path[path.index(after: $0)...]) } ?? path
        let names = entries(folder).filter { $0.kind == .regular }.map(\.name)
        guard let close = Suggestion.closest(to: name, among: names) else { return "" }
        return "; did you mean '\(folder.isEmpty ? close : folder + "/" + close)'?"
    }
}

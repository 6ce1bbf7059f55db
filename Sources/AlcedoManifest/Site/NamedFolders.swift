package import AlcedoBase
import AlcedoLoading

/// Folders that the manifest or the command line of this run names.
///
/// They are the only ones in which something is deleted, or replaced, because a record says so: the record may be forged.
package struct NamedFolders: Sendable {
    private struct Folder {
        /// Absolute path, as written or without links.
        let path: String
        /// Whether files in folders below it may be ours, too.
        let isWhole: Bool
    }

    private let folders: [Folder]

    /// - Parameters:
    ///   - whole: Absolute paths of folders with files of ours at any depth.
    ///   - top: Absolute paths of folders with files of ours directly in them.
    package init(_ whole: [String], top: [String] = []) {
        let named = whole.map { ($0, true) } + top.map { ($0, false) }
        folders =
            named.map { Folder(path: $0, isWhole: $1) }
            + named.map { Folder(path: PathRules.real($0), isWhole: $1) }
    }

    /// Returns the file at an absolute path that a record names; `nil` if no named folder has it.
    package func file(_ recorded: String) -> OwnFile? {
        for folder in folders {
            guard let name = RelativeName.name(of: recorded, below: folder.path),
                folder.isWhole || !name.utf8.contains(UInt8(ascii: "/"))
            else { continue }
            return OwnFile(name, in: folder.path)
        }
        return nil
    }

    /// Whether files of ours may be directly in a folder that a record names, as the path of a folder without links.
    package func have(folder recorded: String) -> Bool {
        PathRules.real(recorded) == recorded
            && folders.contains { folder in
                recorded == folder.path
                    || folder.isWhole && RelativeName.name(of: recorded, below: folder.path) != nil
            }
    }
}

extension Site {
    /// The folders of the site with files that have fixed names, such as icons and pages: the root of the site as far as it
    /// is known, the output, and the folder that the manifest names for icons.
    ///
    /// - Parameter others: Absolute paths of folders on the command line.
    package func namedFolders(besides others: [String] = []) -> NamedFolders {
        let root = manifest.siteRoot.folder
        // Where the root of the site has the manifest in it, there is more than the site in its folders.
        let real = PathRules.real(root)
        let home = PathRules.real(manifest.directory)
        let isAbove = real == home || GlobWalker.isBelow(real, home)
        let icons = manifest.favicon.map { [manifest.place(of: $0).folder] } ?? []
        return NamedFolders([output] + (isAbove ? [] : [root]) + others, top: icons + [root])
    }
}

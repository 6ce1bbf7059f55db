/// The files and folders that a build has looked at, by folder.
struct FileInterest {
    /// What a build looks for in a folder.
    struct Folder {
        /// Names of files and folders.
        var names: Set<String> = []
        /// Tests of a name and of whether it is a folder's.
        var tests: [@Sendable (String, Bool) -> Bool] = []
    }

    private(set) var folders: [PathKey: Folder] = [:]

    /// - Returns: Whether the folder is new.
    mutating func add(_ name: String, in folder: String) -> Bool {
        if folders[PathKey(folder)]?.names.insert(name) != nil { return false }
        folders[PathKey(folder)] = Folder(names: [name])
        return true
    }

    /// - Returns: Whether the folder is new.
    mutating func add(_ test: @escaping @Sendable (String, Bool) -> Bool, in folder: String) -> Bool {
        if folders[PathKey(folder)]?.tests.append(test) != nil { return false }
        folders[PathKey(folder)] = Folder(tests: [test])
        return true
    }

    func concerns(_ name: String, in folder: String, isFolder: Bool) -> Bool {
        guard let folder = folders[PathKey(folder)] else { return false }
        return folder.names.contains(name) || folder.tests.contains { $0(name, isFolder) }
    }
}

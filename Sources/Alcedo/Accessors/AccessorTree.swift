import AlcedoIndex
import AlcedoManifest

/// The images of an index by their names in Swift: a folder of ids becomes an `enum`, an image a member of it.
struct AccessorTree {
    /// The ids of the images at this level, by name.
    private(set) var images: [String: String] = [:]
    /// The folders at this level, by name.
    private(set) var folders: [String: AccessorTree] = [:]

    // The ids of the images at this level, until they have names.
    private var ids: [String] = []

    /// - Throws: `SiteError.collision(_:)` if two ids result in the same name.
    init(ids: some Sequence<String>) throws(SiteError) {
        for id in ids {
            insert(id, at: id.split(separator: "/").dropLast().map(String.init), reserved: Self.reserved)
        }
        try name(reserved: Self.reserved)
    }

    private init() {}

    // Members of the outermost type other than pictures.
    private static let reserved: Set = ["catalog"]

    private mutating func insert(_ id: String, at path: [String], reserved: Set<String> = []) {
        guard let first = path.first else {
            ids.append(id)
            return
        }
        // Folders with the same name in Swift are merged.
        var name = SwiftName.identifier(first)
        if reserved.contains(name) { name += "Folder" }
        folders[name, default: AccessorTree()].insert(id, at: Array(path.dropFirst()))
    }

    private mutating func name(reserved: Set<String>) throws(SiteError) {
        let taken = reserved.union(folders.keys)
        var names: [(name: String, id: String)] = []
        let short = Dictionary(grouping: ids.sorted()) { SwiftName.identifier(Self.stem($0)) }
        for (name, ids) in short.sorted(by: { $0.key < $1.key }) {
            for id in ids {
                if ids.count == 1, !taken.contains(name) {
                    names.append((name, id))
                    continue
                }
                // The file extension distinguishes them.
                let long = SwiftName.identifier(Self.last(id))
                names.append((taken.contains(long) ? long + "Picture" : long, id))
            }
        }
        for (name, id) in names {
            if let other = images.updateValue(id, forKey: name) {
                let two = [other, id].sorted()
                throw .collision(
                    "'\(two[0])' and '\(two[1])' are both '\(name)' in Swift; give one of them another 'id'")
            }
        }
        ids = []
        for folder in folders.keys.sorted() { try folders[folder]?.name(reserved: []) }
    }

    private static func last(_ id: String) -> String {
        id.split(separator: "/").last.map(String.init) ?? id
    }

    /// Returns the last component of an id without a file extension.
    private static func stem(_ id: String) -> String {
        let name = last(id)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        let ending = name[dot...].dropFirst()
        let isEnding =
            (2...5).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isEnding ? String(name[..<dot]) : name
    }
}

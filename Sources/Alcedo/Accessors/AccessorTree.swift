import AlcedoIndex

/// The images of an index by the names that they have in Swift: a folder of ids is an `enum`, an image a member of it.
struct AccessorTree {
    /// The images here, by name.
    private(set) var images: [String: String] = [:]
    /// What lies below, by name.
    private(set) var folders: [String: AccessorTree] = [:]

    // The images here, by id, until they have names.
    private var ids: [String] = []

    /// - Throws: ``SiteError/collision(_:)`` when two ids come to the same name.
    init(ids: some Sequence<String>) throws(SiteError) {
        for id in ids { insert(id, at: id.split(separator: "/").dropLast().map(String.init)) }
        try name(reserved: ["catalog"])
    }

    private init() {}

    private mutating func insert(_ id: String, at path: [String]) {
        guard let first = path.first else {
            ids.append(id)
            return
        }
        // Two folders whose names come to the same are one.
        folders[SwiftName.identifier(first), default: AccessorTree()].insert(
            id, at: Array(path.dropFirst()))
    }

    private mutating func name(reserved: Set<String>) throws(SiteError) {
        let taken = reserved.union(folders.keys)
        let short = Dictionary(grouping: ids.sorted()) { SwiftName.identifier(Self.stem($0)) }
        for (name, ids) in short.sorted(by: { $0.key < $1.key }) {
            if ids.count == 1, !taken.contains(name) {
                images[name] = ids[0]
                continue
            }
            // The type tells them apart.
            for id in ids {
                var long = SwiftName.identifier(Self.last(id))
                if taken.contains(long) { long += "Picture" }
                let before = images.updateValue(id, forKey: long)
                if let other = before ?? short[long]?.first(where: { $0 != id }) {
                    let two = [other, id].sorted()
                    throw .collision(
                        "'\(two[0])' and '\(two[1])' are both '\(long)' in Swift; give one of them another 'id'"
                    )
                }
            }
        }
        ids = []
        for folder in folders.keys.sorted() { try folders[folder]?.name(reserved: []) }
    }

    private static func last(_ id: String) -> String {
        id.split(separator: "/").last.map(String.init) ?? id
    }

    /// The last part of an id without the ending of a file name.
    private static func stem(_ id: String) -> String {
        let name = last(id)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        let ending = name[dot...].dropFirst()
        let isEnding =
            (2...5).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isEnding ? String(name[..<dot]) : name
    }
}

import AlcedoBase
import AlcedoLoading

/// Where the pictures are in a folder that has no manifest yet.
struct StarterPictures: Hashable, Sendable {
    /// The folder, relative to the manifest; empty for that folder itself.
    var folder: String
    /// Whether there is a picture in it.
    var isThere: Bool
    /// Other folders beside it that have pictures, and the folder itself, named `.`.
    var others: [String] = []
    /// Folders that could not be looked into, and why.
    var unread: [String] = []

    /// The extensions that a first manifest asks for.
    static let extensions = [
        "avif", "gif", "heic", "heif", "jpeg", "jpg", "jxl", "png", "tif", "tiff", "webp",
    ]

    // What people call such a folder, likely ones first.
    private static let usual = [
        "photos", "photographs", "pictures", "images", "gallery-photos", "fotos", "originals",
    ]
    // Where pictures are that a generator, or a build, has put there.
    private static let passedOver: Set = [
        "assets", "build", "content", "deploy", "dist", "docs", "gallery", "node_modules", "output", "public",
        "resources",
        "sources", "src", "static", "tests", "themes",
    ]

    /// Looks for a folder with pictures: one of a usual name, or else the one with the most, or else the folder itself.
    /// - Throws: `FileSystemError` for that one.
    static func find(in path: String) throws(FileSystemError) -> StarterPictures {
        let entries = try FileSystem.entries(ofDirectory: path).sorted { $0.name < $1.name }
        var best: (name: String, rank: Int, count: Int)?
        var found: [String] = []
        var unread: [String] = []
        for entry in entries where entry.kind == .directory && entry.isText && !entry.name.hasPrefix(".") {
            let lower = entry.name.lowercased()
            guard !passedOver.contains(lower), !lower.hasSuffix(".docc") else { continue }
            let count = Self.count(in: path + "/" + entry.name, depth: 3, &unread)
            guard count > 0 else { continue }
            found.append(entry.name)
            let rank = usual.firstIndex(of: lower) ?? usual.count
            if let best, (best.rank, -best.count) <= (rank, -count) { continue }
            best = (entry.name, rank, count)
        }
        let isHere = entries.contains { $0.kind == .regular && isPicture($0.name) }
        guard let best else {
            return StarterPictures(folder: isHere ? "" : "photos", isThere: isHere, unread: unread)
        }
        return StarterPictures(
            folder: best.name, isThere: true,
            others: found.filter { $0 != best.name } + (isHere ? ["."] : []),
            unread: unread)
    }

    /// The pattern that finds them.
    var pattern: String {
        let kinds = "*.{\(Self.extensions.joined(separator: ","))}"
        return folder.isEmpty ? kinds : "\(GlobPattern.escaped(folder))/**/\(kinds)"
    }

    // Some thousand are enough to know.
    private static func count(in folder: String, depth: Int, _ unread: inout [String]) -> Int {
        var count = 0
        do {
            for entry in try FileSystem.entries(ofDirectory: folder) where !entry.name.hasPrefix(".") {
                if entry.kind == .regular, isPicture(entry.name) { count += 1 }
                if entry.kind == .directory, entry.isText, depth > 0, count < 5000 {
                    count += Self.count(in: folder + "/" + entry.name, depth: depth - 1, &unread)
                }
            }
        } catch {
            // Somebody else's folder, such as a disk's lost+found: the manifest can be written all the same.
            unread.append(error.description)
        }
        return count
    }

    private static func isPicture(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return extensions.contains(name[name.index(after: dot)...].lowercased())
    }
}

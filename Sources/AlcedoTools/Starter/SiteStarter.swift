import AlcedoBase
import AlcedoManifest

/// Writes a first manifest that suits what is in a folder, and a gallery's template where nothing else makes pages.
///
/// ```swift
/// let result = try SiteStarter(folder: ".").write()
/// ```
public struct SiteStarter: Sendable {
    /// What there is now.
    public struct Result: Hashable, Sendable {
        /// What the manifest is for.
        public var kind: StarterKind
        /// Why, if nobody said so.
        public var reason: String?
        /// The files, relative to the folder, that were written.
        public var written: [String]
        /// Those that were there with the same bytes.
        public var kept: [String]
        /// Whether the folder is a Swift package, where `swift package images` is the command.
        public var isPackage: Bool
        /// Whether that package names Alcedo among its dependencies.
        public var knowsAlcedo: Bool
        /// Where pictures are looked for, relative to the folder; empty for the folder itself.
        public var pictures: String
        /// Whether there are any.
        public var hasPictures: Bool
        /// Other folders with pictures, relative to the folder, which the manifest does not name; `.` for that itself.
        public var otherPictures: [String]
        /// What could not be looked into, and why.
        public var unread: [String]
        /// Whether the pictures are those that the generator has copied into the finished site, so that a build comes
        /// after it.
        public var takesPicturesOfSite: Bool
        /// Where the finished site is, relative to the folder.
        public var site: String
        /// Whether it is there.
        public var hasSite: Bool
        /// Where the generator's settings put the site instead, if that is outside of the folder: no manifest in it can name
        /// pictures there.
        public var siteElsewhere: String?
        /// The address of the finished site, as far as the generator's settings or its pages say.
        public var address: String?
        /// The command that makes the pages, if it is not Alcedo's.
        public var generator: String?
    }

    private static let manifest = "images.yml"

    private let folder: String

    /// - Parameter folder: The folder for the manifest; it is made if it is not there.
    public init(folder: String) {
        self.folder = folder
    }

    /// Writes what is missing. A file that is there with other bytes is never replaced: then nothing is written at all.
    ///
    /// - Parameter kind: What makes the pages; `nil` for what it looks like.
    /// - Throws: `SiteError.inTheWay(_:)`, `FileSystemError`.
    public func write(for kind: StarterKind? = nil) throws -> Result {
        let root = Site.absolute(folder)
        try Obstacle.check(folder: root, of: "the manifest", setting: nil)
        try FileSystem.createDirectory(at: root)
        let scene = try StarterScene(path: root)
        let taken = kind ?? scene.kind
        let site = StarterSite(taken, in: root)
        let choices = try StarterPictures.choices(in: root, for: taken, site: site.folder)
        let (bytes, pictures) = try manifest(taken, scene, choices)

        var files = [(name: Self.manifest, bytes: bytes)]
        if taken.hasGallery {
            files += GalleryFiles.all.map { ("\(GalleryFiles.folder)/\($0.name)", Array($0.text.utf8)) }
        }
        let (missing, kept) = try sort(files, in: root)
        for file in missing {
            let path = root + "/" + file.name
            try FileSystem.createDirectory(at: FileSystem.folder(of: path))
            try FileSystem.write(file.bytes, toNewFile: path)
        }
        return Result(
            kind: taken, reason: kind == nil ? scene.reason : nil, written: missing.map(\.name), kept: kept,
            isPackage: scene.isPackage, knowsAlcedo: scene.knowsAlcedo, pictures: pictures.folder,
            hasPictures: pictures.isThere, otherPictures: pictures.others, unread: pictures.unread,
            takesPicturesOfSite: pictures.areTheSites, site: site.folder, hasSite: site.isThere,
            siteElsewhere: site.elsewhere, address: site.address, generator: taken.command)
    }

    /// The manifest's text, and which pictures it names. Where files go must be nobody else's folder; one that a manifest
    /// like this names already is its own.
    private func manifest(
        _ kind: StarterKind, _ scene: StarterScene, _ choices: [StarterPictures]
    ) throws -> (bytes: [UInt8], pictures: StarterPictures) {
        let manifests = choices.map { pictures in
            StarterManifest.outputs(for: kind, scene, pictures).map {
                StarterManifest(kind: kind, pictures: pictures, output: $0)
            }
        }
        let path = scene.path + "/" + Self.manifest
        if try FileSystem.status(of: path, followingLinks: true)?.kind == .regular {
            let there = try FileSystem.readBytes(path)
            // By now a build may have put pictures where there were none.
            for manifest in manifests.joined() where Array(manifest.text.utf8) == there {
                return (there, manifest.pictures)
            }
        }
        guard let likely = manifests.first, var taken = likely.last else {
            throw SiteError.inTheWay("\(folder) has nothing to make a manifest from")
        }
        for manifest in likely {
            let folder = scene.path + "/" + manifest.output
            let isFree =
                try FileSystem.status(of: folder, followingLinks: true)?.kind != .directory
                || FileSystem.entries(ofDirectory: folder).isEmpty
            guard isFree else { continue }
            taken = manifest
            break
        }
        return (Array(taken.text.utf8), taken.pictures)
    }

    /// - Throws: `SiteError.inTheWay(_:)` with all files that are there with other bytes.
    private func sort(
        _ files: [(name: String, bytes: [UInt8])], in root: String
    ) throws -> (missing: [(name: String, bytes: [UInt8])], kept: [String]) {
        var missing: [(name: String, bytes: [UInt8])] = []
        var kept: [String] = []
        var others: [String] = []
        for file in files {
            let path = root + "/" + file.name
            let above = FileSystem.folder(of: path)
            if let status = try FileSystem.status(of: above, followingLinks: true), status.kind != .directory
            {
                others.append(above.split(separator: "/").last.map(String.init) ?? above)
                continue
            }
            guard let status = try FileSystem.status(of: path) else {
                missing.append(file)
                continue
            }
            let isSame = try status.kind == .regular && FileSystem.readBytes(path) == file.bytes
            if isSame { kept.append(file.name) } else { others.append(file.name) }
        }
        // Of two manifests only one would be read.
        if missing.contains(where: { $0.name == Self.manifest }) {
            others += try FileSystem.entries(ofDirectory: root)
                .filter { $0.isText && $0.kind != .directory }.map(\.name)
                .filter { ManifestReader.usualNames.contains($0.lowercased()) }.sorted()
        }
        guard others.isEmpty else {
            var names: [String] = []
            for name in others where !names.contains(name) { names.append(name) }
            throw SiteError.inTheWay(
                "\(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") here already with other content, "
                    + "so nothing is written; move \(names.count == 1 ? "it" : "them") away, or name another folder: alcedo init FOLDER"
            )
        }
        return (missing, kept)
    }
}

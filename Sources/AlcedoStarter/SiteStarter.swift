import AlcedoBase
import AlcedoGallery
import AlcedoManifest

/// Writes a starter manifest for the contents of a folder, and a gallery template if no site generator makes the pages.
///
/// ```swift
/// let result = try SiteStarter(folder: ".").write()
/// ```
public struct SiteStarter: Sendable {
    /// The result of writing a starter manifest.
    public struct Result: Hashable, Sendable {
        /// The site generator that the manifest is for.
        public var kind: StarterKind
        /// Why this generator was chosen; `nil` if the caller chose it.
        public var reason: String?
        /// Written files, relative to the folder.
        public var written: [String]
        /// Existing files with the same bytes, relative to the folder.
        public var kept: [String]
        /// Whether the folder is a Swift package, where `swift package images` is the command.
        public var isPackage: Bool
        /// Whether the package depends on Alcedo.
        public var knowsAlcedo: Bool
        /// The folders with the pictures, relative to the folder; `.` for the folder itself.
        public var pictures: [String]
        /// Whether they have any pictures.
        public var hasPictures: Bool
        /// Other folders with pictures, which the manifest does not name, relative to the folder; `.` for the folder itself.
        public var otherPictures: [String]
        /// Folders that could not be read, with the reasons.
        public var unread: [String]
        /// Whether the pictures are the copies in the finished site, so that a build must follow the generator.
        public var takesPicturesOfSite: Bool
        /// Whether `alcedo html` puts the pictures into the pages.
        public var changesPages: Bool
        /// The folder of the finished site, relative to the folder.
        public var site: String
        /// Whether the finished site exists.
        public var hasSite: Bool
        /// The site's folder in the generator's settings, if it is outside of the folder, where a manifest cannot name
        /// pictures.
        public var siteElsewhere: String?
        /// The address of the finished site, if the generator's settings or its pages contain it.
        public var address: String?
        /// The path of the pages on their host, `/blog`, if the settings name it but no host.
        public var basePath: String?
        /// Whether the generator copies the manifest into the site.
        public var publishesManifest: Bool
        /// The command that makes the pages; `nil` for Alcedo's gallery.
        public var generator: String?
    }

    private static let manifest = "images.yml"

    private let folder: String

    /// - Parameter folder: The folder for the manifest; it is created if necessary.
    public init(folder: String) {
        self.folder = folder
    }

    /// Writes missing files. If any file exists with other bytes, nothing is written.
    ///
    /// - Parameter kind: The site generator; `nil` to detect it.
    /// - Throws: `SiteError`.
    public func write(for kind: StarterKind? = nil) throws -> Result {
        try SiteError.filing { try written(for: kind) }
    }

    private func written(for kind: StarterKind?) throws -> Result {
        let root = Site.absolute(folder)
        try Obstacle.check(folder: root, of: "the manifest", setting: nil)
        try FileSystem.createDirectory(at: root)
        let scene = try StarterScene(path: root)
        let taken = kind ?? scene.kind
        let site = StarterSite(taken, in: root)
        let choices = try StarterPictures.choices(in: root, for: taken, site: site)
        let (bytes, pictures) = try manifest(taken, scene, site, choices)

        var files = [(name: Self.manifest, bytes: bytes)]
        if taken.hasGallery {
            files += GalleryFiles.all.map { ("\(GalleryFiles.folder)/\($0.name)", $0.bytes) }
        }
        let (missing, kept) = try sort(files, in: root)
        for file in missing {
            try FileSystem.createDirectory(FileSystem.folder(of: file.name), below: root)
            try FileSystem.write(file.bytes, toNewFile: file.name, below: root)
        }
        return Result(
            kind: taken, reason: kind == nil ? scene.reason : nil, written: missing.map(\.name), kept: kept,
            isPackage: scene.isPackage, knowsAlcedo: scene.knowsAlcedo,
            pictures: pictures.folders.map { $0.isEmpty ? "." : $0 },
            hasPictures: pictures.isThere, otherPictures: pictures.others, unread: pictures.unread,
            takesPicturesOfSite: pictures.owner == .site,
            changesPages: taken == .html
                || taken.showsPicturesOfSite && (taken != .ignite || pictures.owner != .author),
            site: site.folder, hasSite: site.isThere,
            siteElsewhere: site.elsewhere, address: site.address, basePath: site.basePath,
            publishesManifest: site.publishesManifest, generator: site.command)
    }

    /// Returns the text of the manifest, and its pictures. The output must be an empty or new folder, unless the manifest
    /// has this text already.
    private func manifest(
        _ kind: StarterKind, _ scene: StarterScene, _ site: StarterSite, _ choices: [StarterPictures]
    ) throws -> (bytes: [UInt8], pictures: StarterPictures) {
        let manifests = choices.map { StarterManifest.all(for: kind, scene, site, $0) }
        let path = scene.path + "/" + Self.manifest
        if try FileSystem.status(of: path, followingLinks: true)?.kind == .regular {
            let there = try FileSystem.readBytes(path)
            // A build may have written pictures since.
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

    /// - Throws: `SiteError.inTheWay(_:)` with all files that exist with other bytes, or for a link in the place of a folder.
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
                // A link may lead out of the folder.
                if above != root, let link = try FileSystem.status(of: above), link.kind == .symbolicLink {
                    throw SiteError.inTheWay(
                        "\(above) is \(Obstacle.name(above, link)), and only a folder is written into; remove it, or name "
                            + "another folder: alcedo init FOLDER")
                }
                missing.append(file)
                continue
            }
            let isSame = try status.kind == .regular && FileSystem.readBytes(path) == file.bytes
            if isSame { kept.append(file.name) } else { others.append(file.name) }
        }
        // If there are two manifests, only one is read.
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

import AlcedoBase
import AlcedoCache
import AlcedoIndex
import Foundation

/// The Swift file with a member for each picture, beside an index.
struct AccessorFile {
    /// Absolute.
    let path: String
    /// How the code finds the index.
    let place: SwiftAccessors.Place
    let site: Site
    /// Absolute: whose file it is.
    let manifest: String
    /// Where it is remembered which index the file belongs to.
    let states: DiskStore

    /// The file that a build has to write, if any.
    init?(_ run: BuildRun) {
        site = run.site
        manifest = run.manifestPath
        states = run.states
        if let bundle = run.options.bundle {
            path = Site.absolute(bundle.swift)
            place = .bundle
        } else if let swift = run.site.manifest.swift, run.options.output == nil {
            // An output on trial is no reason to point the site's own code there.
            path = swift.absolute
            place = .file(PathRules.relative(run.site.indexPath, to: FileSystem.folder(of: swift.absolute)))
        } else {
            return nil
        }
    }

    /// Refuses to write over what somebody else wrote.
    ///
    /// - Throws: ``SiteError/inTheWay(_:)``, or `FileSystemError`.
    func check() throws {
        guard let status = try FileSystem.status(of: path) else { return }
        guard status.kind == .regular else {
            throw SiteError.inTheWay(
                "\(path) is in the way of the Swift file: it is \(Obstacle.name(path, status)); remove it or change "
                    + "'swift' in the manifest")
        }
        if try status.size > 0 && !FileSystem.read(path).starts(with: Data(SwiftAccessors.mark.utf8)) {
            throw SiteError.inTheWay(
                "\(path) exists and Alcedo did not write it; move it away or change 'swift' in the manifest")
        }
        if let other = try otherManifest() {
            throw SiteError.inTheWay(
                "\(path) is written for \(other); give each manifest a 'swift' of its own, or delete the file if that one "
                    + "does not name it any more")
        }
    }

    /// The manifest for which the file was written last, if it is another one and still there.
    private func otherManifest() throws -> String? {
        guard var reader = states.loadFields(named: stateName) else { return nil }
        do {
            guard try reader.readString() == Self.schema else { return nil }
            let other = try reader.readString()
            return try other != manifest && FileSystem.status(of: other, followingLinks: true) != nil
                ? other : nil
        } catch is FieldReader.Malformed {
            return nil
        }
    }

    /// Whether the file is the one that belongs to the index, as far as neither has been touched since it was written.
    ///
    /// - Throws: `FileSystemError`.
    func isCurrent() throws -> Bool {
        guard let index = try FileSystem.status(of: site.indexPath),
            let status = try FileSystem.status(of: path)
        else { return false }
        return states.loadFields(named: stateName)?.hasSameRest(as: FieldReader(stamp(index, status))) == true
    }

    /// Brings the file to what the index has. Where neither has been touched since the last time, neither is read.
    ///
    /// - Returns: Whether the file was written.
    /// - Throws: ``SiteError``, `FileSystemError`, ``/AlcedoIndex/ImageIndexError``.
    func update() throws -> Bool {
        guard let index = try FileSystem.status(of: site.indexPath) else { return false }
        if try isCurrent() { return false }
        let text = try source()
        try check()
        // A file that stays as it is costs nobody a compilation.
        let differs = try differs(from: { text })
        if differs {
            try FileSystem.createDirectory(at: FileSystem.folder(of: path))
            try FileSystem.writeAtomically(text, to: path)
        }
        do {
            try states.storeState(stamp(index, FileSystem.status(of: path)), named: stateName)
        } catch is CacheError {
            // It only saves time.
        }
        return differs
    }

    /// Whether a build would write the file, although it leaves the index as it is.
    ///
    /// - Throws: As ``update()`` does.
    func isToBeWritten() throws -> Bool {
        try !isCurrent() && differs(from: source)
    }

    private func differs(from text: () throws -> Data) throws -> Bool {
        try FileSystem.status(of: path) == nil || FileSystem.read(path) != text()
    }

    private func source() throws -> Data {
        let index = try ImageIndex(contentsOf: site.indexPath)
        return Data(try SwiftAccessors(index, manifest: manifestName, at: place).source().utf8)
    }

    private var manifestName: String {
        site.manifest.path.split(separator: "/").last.map(String.init) ?? site.manifest.path
    }

    private static let schema = "alcedo-swift-1"

    private var stateName: String { "swift-" + ContentDigest(hashing: path).hex.prefix(16) }

    /// Changes with the index, with the file, and with what the one is made of the other by.
    private func stamp(_ index: FileStatus, _ file: FileStatus?) -> [UInt8] {
        var writer = FieldWriter()
        writer.write(Self.schema)
        writer.write(manifest)
        writer.write(AlcedoVersion.current)
        writer.write(site.indexPath)
        index.write(to: &writer)
        writer.writeOptional(file) { $1.write(to: &$0) }
        return writer.bytes
    }
}

import AlcedoBase
import AlcedoCache
import AlcedoIndex
import AlcedoManifest

/// The Swift file with a member for each picture of an index.
struct AccessorFile {
    /// The absolute path.
    let path: String
    /// How the code finds the index.
    let place: SwiftAccessors.Place
    private let run: BuildRun

    /// Creates the file for a build, or returns `nil` if the build writes none.
    init?(_ run: BuildRun) {
        self.run = run
        if let bundle = run.options.bundle {
            path = Site.absolute(bundle.swift)
            place = .bundle
        } else if let swift = run.site.manifest.swift, run.options.output == nil {
            // A trial output must not redirect the site's own code.
            path = swift.absolute
            place = .file(PathRules.relative(run.site.indexPath, to: FileSystem.folder(of: swift.absolute)))
        } else {
            return nil
        }
    }

    /// Refuses to overwrite a file that was not written for this manifest.
    ///
    /// - Throws: `SiteError.inTheWay(_:)`, or `FileSystemError`.
    func check() throws {
        guard let status = try FileSystem.status(of: path) else { return }
        guard status.kind == .regular else {
            throw SiteError.inTheWay(
                "\(path) is in the way of the Swift file: it is \(Obstacle.name(path, status)); remove it or change "
                    + "'swift' in the manifest")
        }
        if try status.size > 0 && !FileSystem.read(path).starts(with: Data(SwiftAccessors.mark.utf8)) {
            throw SiteError.inTheWay(
                "\(path) exists and was not written by Alcedo; move it away or change 'swift' in the manifest"
            )
        }
        if let other = try otherManifest() {
            throw SiteError.inTheWay(
                "\(path) is written for \(other); give each manifest a 'swift' of its own, or delete the file if that one "
                    + "no longer names it")
        }
    }

    /// Returns the manifest for which the file was last written, if it is a different one that still exists.
    private func otherManifest() throws -> String? {
        guard var reader = states.loadFields(named: stateName) else { return nil }
        do {
            return try reader.readString() == Self.schema ? run.otherManifest(reader.readString()) : nil
        } catch is FieldReader.Malformed {
            return nil
        }
    }

    /// Returns whether neither the file nor the index has changed since the file was written.
    ///
    /// - Throws: `FileSystemError`.
    func isCurrent() throws -> Bool {
        guard let index = try FileSystem.status(of: site.indexPath),
            let status = try FileSystem.status(of: path)
        else { return false }
        return states.loadFields(named: stateName)?.hasSameRest(as: FieldReader(stamp(index, status))) == true
    }

    /// Updates the file from the index. If neither has changed since the last update, neither is read.
    ///
    /// - Returns: Whether the file was written.
    /// - Throws: `SiteError`, `FileSystemError`, ``/AlcedoIndex/ImageIndexError``.
    func update() throws -> Bool {
        guard let index = try FileSystem.status(of: site.indexPath) else { return false }
        if try isCurrent() { return false }
        let text = try source()
        try check()
        // Writing only changed files avoids recompilation.
        let differs = try differs(from: { text })
        if differs {
            let replaced = try FileSystem.status(of: path)
            try FileSystem.createDirectory(at: FileSystem.folder(of: path))
            try FileSystem.writeAtomically(to: path) { try $0.write([UInt8](text)) }
            // The driver of the Swift compiler (6.3) compares dates in whole seconds on Linux. Of two files written in the same
            // second it would compile only the first, and the program would not link until a clean build.
            if let replaced { try FileSystem.touch(path, inLaterSecondThan: replaced.modified) }
        }
        do {
            try states.storeState(stamp(index, FileSystem.status(of: path)), named: stateName)
        } catch is CacheError {
            // The state only saves time.
        }
        return differs
    }

    /// Returns whether a build would write the file even if it leaves the index unchanged.
    ///
    /// - Throws: The same errors as ``update()``.
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

    private var site: Site { run.site }

    /// The store for the state of the index and the file when it was written.
    private var states: DiskStore { run.states }

    private var manifestName: String {
        site.manifest.path.split(separator: "/").last.map(String.init) ?? site.manifest.path
    }

    private static let schema = "alcedo-swift-1"

    private var stateName: String { "swift-" + ContentDigest(hashing: path).hex.prefix(16) }

    /// Returns bytes that change with the index, with the file, and with everything that determines the file.
    private func stamp(_ index: FileStatus, _ file: FileStatus?) -> [UInt8] {
        var writer = FieldWriter()
        writer.write(Self.schema)
        writer.write(run.manifestPath)
        writer.write(AlcedoVersion.current)
        writer.write(site.indexPath)
        index.write(to: &writer)
        writer.writeOptional(file) { $1.write(to: &$0) }
        return writer.bytes
    }
}

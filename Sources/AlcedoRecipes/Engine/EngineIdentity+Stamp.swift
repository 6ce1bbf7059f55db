import AlcedoBase
import CCodecs

extension EngineIdentity {
    /// Returns the path, size, and date of libvips, of the codec libraries beside it, and of their plugins, one per line,
    /// sorted.
    ///
    /// While the stamp is unchanged, so is ``compute()``. It does not start libvips, nor load it where its place is known
    /// (``LibraryPlace``): it covers the files beside libvips rather than the loaded ones, because most codecs are loaded only when
    /// libvips starts.
    ///
    /// - Throws: `FileSystemError` when a directory cannot be listed.
    package static func libraryStamp() throws -> String {
        try libraryStamp(folders: libraryFolders, environment: ProcessInfo.processInfo.environment)
    }

    /// Returns the stamp of the libraries in some folders.
    static func libraryStamp(folders: [String], environment: [String: String]) throws -> String {
        if folders.isEmpty { return libraryVersion }
        var lines = [
            "alcedo engine \(schema)",
            "libdeflate \(callsCodecs ? String(cString: alcedo_png_library()) : "unused")",
        ]
        lines += try stampedFiles(folders, environment).map { shown($0) }
        // The only environment variable that changes pixels: it disables libvips's vector code.
        lines.append("VIPS_NOVECTOR \(environment["VIPS_NOVECTOR"] ?? "")")
        return lines.sorted().joined(separator: "\n")
    }

    /// Returns when the last of the stamped files and of their folders was changed or put in its place, in nanoseconds since
    /// 1970; `nil` if there are none.
    ///
    /// - Throws: `FileSystemError` when a directory cannot be listed.
    package static func libraryChange() throws -> Int? {
        let folders = libraryFolders
        let files = try stampedFiles(folders, ProcessInfo.processInfo.environment)
        return (folders + files).compactMap { status($0)?.changed }.max()
    }

    private static func stampedFiles(_ folders: [String], _ environment: [String: String]) throws -> [String]
    {
        // Wherever it is.
        var paths = alcedo_png_library_path().map { [String(cString: $0)] } ?? []
        for folder in folders {
            for entry in try FileSystem.entries(ofDirectory: folder) {
                if entry.name.hasPrefix("vips-modules-") {
                    paths += files(in: folder + "/" + entry.name)
                } else if isLibrary(entry.name, of: codecs) {
                    paths.append(folder + "/" + entry.name)
                }
            }
            // Encoders and decoders that libheif opens when it starts.
            paths += files(in: folder + "/libheif", levels: 2)
        }
        let others = environment["LIBHEIF_PLUGIN_PATH", default: ""].split(separator: ":").map(String.init)
        for folder in others { paths += files(in: folder) }
        return paths
    }

    /// Returns the libraries that draw SVG and PDF, and the decoders of pictures in an SVG: the names of the files, which have
    /// versions, and their sizes.
    package static func renderers() -> [String] {
        let lines = libraryFolders.flatMap { folder -> [String] in
            let libraries = files(in: folder) { isLibrary($0, of: drawing) }
            return (libraries + files(in: folder + "/gdk-pixbuf-2.0", levels: 3)).map { path in
                let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
                return "\(URL(fileURLWithPath: file).lastPathComponent) \(size(file))"
            }
        }
        // A library has several names.
        return Set(lines).sorted()
    }

    /// The folder of libvips, and the folder that it links to: Homebrew links its libraries into one folder.
    private static var libraryFolders: [String] {
        guard let path = LibraryPlace.path else { return [] }
        let file = URL(fileURLWithPath: path)
        let places = [file, file.resolvingSymlinksInPath()].map { $0.deletingLastPathComponent() }
        return Set(places.map { $0.resolvingSymlinksInPath().path }).sorted()
    }

    private static let codecs =
        ["libvips", "libtiff", "librsvg", "liblcms2", "libopenjp2", "liborc"]
        + OutputFormat.allCases.flatMap(\.traits.libraries)

    private static let drawing = ["librsvg-2.", "libpoppler", "libcairo", "libpixman", "libgdk_pixbuf"]

    private static func isLibrary(_ name: String, of beginnings: [String]) -> Bool {
        // Few of a thousand names begin so, and their beginnings are compared faster than their ends are found.
        beginnings.contains { name.hasPrefix($0) } && (name.contains(".so") || name.hasSuffix(".dylib"))
    }

    /// Returns the paths of the files in a folder and, down to a number of levels, in folders in it, whose names are wanted, sorted;
    /// none if it cannot be listed.
    static func files(in folder: String, levels: Int = 1, where isWanted: (String) -> Bool = { _ in true })
        -> [String]
    {
        guard levels > 0 else { return [] }
        do {
            return try FileSystem.entries(ofDirectory: folder).flatMap { entry in
                if entry.kind == .directory {
                    return files(in: folder + "/" + entry.name, levels: levels - 1, where: isWanted)
                }
                return isWanted(entry.name) ? [folder + "/" + entry.name] : []
            }
        } catch {
            // Most machines have none.
            return []
        }
    }

    /// Returns a file's path, size and date.
    static func shown(_ path: String) -> String {
        guard let status = status(path) else { return path }
        return "\(path) \(status.size) \(status.modified)"
    }

    private static func size(_ path: String) -> Int { status(path)?.size ?? 0 }

    private static func status(_ path: String) -> FileStatus? {
        do {
            return try FileSystem.status(of: path, followingLinks: true)
        } catch {
            // It is as good as missing: nothing can open it.
            return nil
        }
    }
}

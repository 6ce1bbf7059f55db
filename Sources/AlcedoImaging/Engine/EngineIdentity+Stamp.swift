import AlcedoBase
import CCodecs
import CVipsShims

extension EngineIdentity {
    /// Returns the path, size, and date of libvips and of the codec libraries beside it, one per line, sorted.
    ///
    /// While the stamp is unchanged, so is ``compute()``. It does not start libvips: it covers the files beside
    /// libvips rather than the loaded ones, because most codecs are loaded only when libvips starts.
    ///
    /// - Throws: `FileSystemError` when a directory cannot be listed.
    package static func libraryStamp() throws -> String {
        guard let path = alcedo_vips_library_path().map({ String(cString: $0) }) else {
            return libraryVersion
        }
        // Its folder, and the folder that it links to: Homebrew links its libraries into one folder.
        let file = URL(fileURLWithPath: path)
        let places = [file, file.resolvingSymlinksInPath()].map { $0.deletingLastPathComponent() }
        let folders = Set(places.map { $0.resolvingSymlinksInPath().path })
        var lines = [
            "alcedo engine \(schema)", "libvips \(libraryVersion)",
            "libdeflate \(DirectSource.isEnabled ? String(cString: alcedo_png_library()) : "unused")",
        ]
        // Wherever it is.
        if let path = alcedo_png_library_path() { try lines.append(contentsOf: line(String(cString: path))) }
        for folder in folders {
            for entry in try FileSystem.entries(ofDirectory: folder) {
                if entry.name.hasPrefix("vips-modules-") {
                    let modules = folder + "/" + entry.name
                    for module in try FileSystem.entries(ofDirectory: modules) {
                        try lines.append(contentsOf: line(modules + "/" + module.name))
                    }
                } else if isCodec(entry.name) {
                    try lines.append(contentsOf: line(folder + "/" + entry.name))
                }
            }
        }
        // The only environment variable that changes pixels: it disables libvips's vector code.
        lines.append("VIPS_NOVECTOR \(ProcessInfo.processInfo.environment["VIPS_NOVECTOR"] ?? "")")
        return lines.sorted().joined(separator: "\n")
    }

    private static let codecs =
        ["libvips", "libtiff", "librsvg", "liblcms2", "libopenjp2", "liborc"]
        + OutputFormat.allCases.flatMap(\.traits.libraries)

    private static func isCodec(_ name: String) -> Bool {
        guard name.contains(".so") || name.hasSuffix(".dylib") else { return false }
        return codecs.contains { name.hasPrefix($0) }
    }

    private static func line(_ path: String) throws -> [String] {
        guard let status = try FileSystem.status(of: path, followingLinks: true) else { return [] }
        return ["\(path) \(status.size) \(status.modified)"]
    }
}

import AlcedoBase

/// The packages of this system that bring what is missing.
enum SystemPackages {
    /// The system's name: `Debian GNU/Linux 12 (bookworm), x86_64`.
    static var system: String {
        var name = utsname()
        guard uname(&name) == 0 else { return release["PRETTY_NAME"] ?? "unknown system" }
        let machine = withUnsafeBytes(of: name.machine) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        #if os(macOS)
            return "macOS, \(machine)"
        #else
            return "\(release["PRETTY_NAME"] ?? "Linux"), \(machine)"
        #endif
    }

    /// Returns what to install for a format that does not work, in words.
    static func package(for format: String) -> String? {
        #if os(macOS)
            return "'brew reinstall vips' brings it"
        #else
            return package(for: format, on: release)
        #endif
    }

    /// - Parameter release: The fields of `/etc/os-release`.
    static func package(for format: String, on release: [String: String]) -> String? {
        let names = [release["ID"] ?? ""] + (release["ID_LIKE"] ?? "").split(separator: " ").map(String.init)
        guard names.contains("debian") || names.contains("ubuntu") else {
            return "install libvips with \(libraries[format] ?? format)"
        }
        // Debian 13 and Ubuntu 24.04 have a package for each codec of libheif; before, libheif1 had them all.
        let isSplit = Int(release["VERSION_ID"]?.split(separator: ".").first ?? "").map {
            $0 >= (release["ID"] == "ubuntu" ? 24 : 13)
        }
        guard let package = (isSplit ?? true ? split[format] : nil) ?? whole[format] else { return nil }
        return "install it with 'sudo apt-get install \(package)'"
    }

    private static let libraries = [
        "avif": "libheif and an AV1 encoder", "heic": "libheif and libde265", "jxl": "libjxl",
        "svg": "librsvg", "jp2": "OpenJPEG",
        "webp": "libwebp", "gif": "cgif", "tiff": "libtiff", "png": "libpng", "jpeg": "libjpeg",
    ]
    private static let split = [
        "avif": "libheif-plugin-aomenc libheif-plugin-dav1d", "heic": "libheif-plugin-libde265",
    ]
    private static let whole = [
        "avif": "libheif1", "heic": "libheif1", "jxl": "libjxl0.7", "jp2": "libopenjp2-7",
        "svg": "librsvg2-2", "webp": "libwebp7",
        "gif": "libcgif0", "tiff": "libtiff6", "png": "libpng16-16", "jpeg": "libjpeg62-turbo",
    ]

    private static let release: [String: String] = {
        do {
            return fields(String(decoding: try FileSystem.readBytes("/etc/os-release"), as: UTF8.self))
        } catch {
            return [:]
        }
    }()

    /// Parses `NAME=value` and `NAME="value"` (os-release(5)).
    static func fields(_ text: String) -> [String: String] {
        var fields: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, !line.hasPrefix("#") else { continue }
            fields[String(parts[0])] = parts[1].trimmed.filter { $0 != "\"" && $0 != "'" }
        }
        return fields
    }
}

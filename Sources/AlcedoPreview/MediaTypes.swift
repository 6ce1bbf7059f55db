/// The media types of files of sites (IANA's registry).
enum MediaTypes {
    private static let byExtension: [String: String] = [
        "html": "text/html", "htm": "text/html", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
        "json": "application/json", "map": "application/json", "webmanifest": "application/manifest+json",
        "xml": "text/xml", "xhtml": "application/xhtml+xml", "xht": "application/xhtml+xml",
        "rss": "application/rss+xml", "atom": "application/atom+xml", "txt": "text/plain; charset=utf-8",
        "md": "text/plain; charset=utf-8", "csv": "text/csv", "ics": "text/calendar",
        "pdf": "application/pdf",
        "svg": "image/svg+xml", "svgz": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg",
        "jpeg": "image/jpeg",
        "jpe": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif",
        "jxl": "image/jxl",
        "ico": "image/x-icon", "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff",
        "heic": "image/heic", "mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm",
        "mov": "video/quicktime", "ogv": "video/ogg", "mp3": "audio/mpeg", "m4a": "audio/mp4",
        "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac",
        "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
        "wasm": "application/wasm", "zip": "application/zip", "gz": "application/gzip", "vtt": "text/vtt",
    ]

    /// Returns the type of a file by its extension.
    static func type(of name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return unknown }
        return byExtension[name[name.index(after: dot)...].lowercased()] ?? unknown
    }

    private static let unknown = "application/octet-stream"

    /// Whether every browser shows pictures of this type.
    static func isShownByBrowsers(_ type: String) -> Bool {
        [
            "image/jpeg", "image/png", "image/gif", "image/webp", "image/avif", "image/svg+xml", "image/bmp",
        ].contains(type)
    }
}

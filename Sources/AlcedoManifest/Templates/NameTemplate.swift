import AlcedoIndex

/// The naming scheme of output files: `{dir}/{name}-{variant}-{width}x{height}.{hash}.{ext}`.
///
/// The result is always a relative path below the output directory, with segments made safe by `SafeName`.
public struct NameTemplate: Hashable, Sendable, Encodable, CustomStringConvertible {
    /// A placeholder in braces.
    public enum Placeholder: String, Hashable, Sendable, Encodable, CaseIterable {
        /// The id up to its last slash.
        case dir
        /// The id after its last slash, without the extension of an image file.
        case name
        case variant
        case width
        case height
        /// The first ten hexadecimal digits of the file's SHA-256.
        case hash
        /// `jpg`, `webp`, …
        case ext
        /// `@2x`, `@3x`, or nothing for a density of 1.
        case scale
    }

    /// The values of the placeholders.
    public struct Values: Hashable, Sendable {
        /// The source's id.
        public var id: String
        /// The variant's name.
        public var variant: String
        /// The width in pixels.
        public var width: Int
        /// The height in pixels.
        public var height: Int
        /// Hexadecimal digits of the file's SHA-256.
        public var hash: String
        /// The file name extension, without a dot.
        public var ext: String
        /// Device pixels per CSS pixel.
        public var density: Double

        /// Creates the values.
        public init(
            id: String, variant: String, width: Int, height: Int, hash: String, ext: String,
            density: Double = 1
        ) {
            self.id = id
            self.variant = variant
            self.width = width
            self.height = height
            self.hash = hash
            self.ext = ext
            self.density = density
        }
    }

    enum Part: Hashable, Sendable, Encodable {
        case text(String)
        case placeholder(Placeholder)
    }

    /// The text as written.
    public let written: String
    let parts: [Part]

    /// The default template.
    public static let standard = NameTemplate(
        written: "{dir}/{name}-{variant}-{width}x{height}.{hash}.{ext}",
        parts: [
            .placeholder(.dir), .text("/"), .placeholder(.name), .text("-"), .placeholder(.variant),
            .text("-"),
            .placeholder(.width), .text("x"), .placeholder(.height), .text("."), .placeholder(.hash),
            .text("."),
            .placeholder(.ext),
        ])

    private init(written: String, parts: [Part]) {
        self.written = written
        self.parts = parts
    }

    /// Parses a template.
    /// - Throws: ``ManifestMistakes``, also for a template that is absolute, contains `..`, lacks `{ext}` or ends in a
    ///   slash.
    public init(_ text: String) throws(ManifestMistakes) {
        do throws(TemplateError) {
            try self.init(parsing: text)
        } catch {
            throw ManifestMistakes(error, in: "name '\(text)'")
        }
    }

    /// Parses a template whose mistake the caller reports.
    package init(parsing text: String) throws(TemplateError) {
        var parts: [Part] = []
        for piece in try TemplateScanner.scan(text) {
            switch piece {
            case .text(let text): parts.append(.text(text))
            case .placeholder(let name):
                guard let placeholder = Placeholder(rawValue: name) else {
                    throw .unknownPlaceholder(name, known: Placeholder.allCases.map(\.rawValue))
                }
                parts.append(.placeholder(placeholder))
            }
        }
        if text.hasPrefix("/") { throw .invalid("it must not begin with '/': files stay below 'output'") }
        if text.hasSuffix("/") { throw .invalid("it ends in '/', so files have no name") }
        if text.split(separator: "/").contains("..") {
            throw .invalid("it must not contain '..': files stay below 'output'")
        }
        if text.contains("\\") { throw .invalid("folders are separated by '/', not by '\\'") }
        guard parts.contains(.placeholder(.ext)) else {
            throw .invalid("it needs '{ext}', or files of several formats would have one name")
        }
        self.init(written: text, parts: parts)
    }

    /// The text as written.
    public var description: String { written }

    /// The number of hexadecimal digits in ``Placeholder/hash``.
    package static let hashDigits = 10

    /// Whether the template contains `{hash}`, which distinguishes the files of one source.
    public var hasHash: Bool { parts.contains(.placeholder(.hash)) }

    /// Whether a file of a format may have this path: one without characters that no path has, and with the format's
    /// extension in its place. Indexes may be forged, and servers go by the ending of a name.
    ///
    /// - Parameter extensions: The extensions in use for the format, without a dot.
    package func mayMake(_ path: String, extensions: some Sequence<String>) -> Bool {
        guard SafeName.path(path, keepingSpaces: true) == path else { return false }
        var ending = ""
        for part in parts.reversed() {
            switch part {
            case .text(let text): ending = text + ending
            case .placeholder(.ext): return extensions.contains { path.hasSuffix($0 + ending) }
            // The ending is different in each name.
            case .placeholder: return false
            }
        }
        return false
    }

    /// Returns the path of a file, relative to the output directory.
    public func render(_ values: Values) -> String { render(values, keepingSpaces: false) }

    /// - Parameter keepingSpaces: Whether spaces are kept, for pages that name the file.
    package func render(_ values: Values, keepingSpaces: Bool) -> String {
        let (dir, name) = Self.split(id: values.id)
        var path = ""
        for part in parts {
            switch part {
            case .text(let text): path += text
            // The only value whose slashes separate folders.
            case .placeholder(.dir): path += dir
            case .placeholder(.name): path += SafeName.withoutSlashes(name)
            case .placeholder(.variant): path += SafeName.withoutSlashes(values.variant)
            case .placeholder(.width): path += String(values.width)
            case .placeholder(.height): path += String(values.height)
            case .placeholder(.hash): path += values.hash
            case .placeholder(.ext): path += values.ext
            case .placeholder(.scale): path += Self.scale(values.density)
            }
        }
        return SafeName.path(path, keepingSpaces: keepingSpaces)
    }

    /// Returns `@2x` and the like, or nothing for 1.
    static func scale(_ density: Double) -> String {
        if density == 1 { return "" }
        let whole = density.rounded(.towardZero)
        return whole == density ? "@\(Int(whole))x" : "@\(density)x"
    }

    // Splits at slashes. In ASCII every byte is a character, and comparing bytes is much faster.
    private static func pieces(of id: String) -> [String] {
        id.utf8.allSatisfy { $0 < 0x80 }
            ? id.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
            : id.split(separator: "/").map(String.init)
    }

    static let imageExtensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "apng", "gif", "webp", "avif", "heic", "heif", "jxl", "tif",
        "tiff", "bmp", "jp2", "j2k", "j2c", "jpf", "jpx", "pdf", "svg", "svgz",
    ]

    // Splits `photos/ada.jpg` into `photos` and `ada`. In `sku.1001` the dot is part of the name.
    package static func split(id: String) -> (dir: String, name: String) {
        var segments = pieces(of: id)
        guard var name = segments.popLast() else { return ("", "") }
        if let ending = name.fileExtension?.lowercased(),
            // Of a video, a frame is the picture.
            imageExtensions.contains(ending) || ImageIndex.videoExtensions.contains(ending)
        {
            name.removeLast(ending.count + 1)
        }
        return (segments.joined(separator: "/"), name)
    }
}

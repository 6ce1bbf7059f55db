/// How an output file is named: `{dir}/{name}-{variant}-{width}x{height}.{hash}.{ext}`.
///
/// The result is always a relative path below the output directory; see ``SafeName`` for what is done to its
/// segments.
public struct NameTemplate: Hashable, Sendable, Encodable, CustomStringConvertible {
    /// A name in braces.
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
        /// Nothing, `@2x`, `@3x`.
        case scale
    }

    /// What fills the placeholders.
    public struct Values: Hashable, Sendable {
        /// The source's id.
        public var id: String
        /// The variant's name.
        public var variant: String
        /// Pixels across.
        public var width: Int
        /// Pixels down.
        public var height: Int
        /// Hexadecimal digits of the file's SHA-256.
        public var hash: String
        /// The file name extension, without a dot.
        public var ext: String
        /// Device pixels per CSS pixel.
        public var density: Double

        /// Takes the values.
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

    /// The template that is used where a manifest names none.
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

    /// Reads a template.
    /// - Throws: ``TemplateError``, also for one that is absolute, climbs with `..`, has no `{ext}` or ends in a
    ///   slash.
    public init(_ text: String) throws(TemplateError) {
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
        if text.hasSuffix("/") { throw .invalid("it ends in '/', so no file has a name") }
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

    /// How many hexadecimal digits of a file's digest ``Placeholder/hash`` stands for.
    static let hashDigits = 10

    /// Whether two files of one source can be told apart by this: whether `{hash}` is in it.
    public var hasHash: Bool { parts.contains(.placeholder(.hash)) }

    /// The path of a file, relative to the output directory.
    public func render(_ values: Values) -> String {
        let (dir, name) = Self.split(id: values.id)
        var path = ""
        for part in parts {
            switch part {
            case .text(let text): path += text
            // The only value whose slashes are folders.
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
        return SafeName.path(path)
    }

    /// `@2x`, or nothing for 1.
    static func scale(_ density: Double) -> String {
        if density == 1 { return "" }
        let whole = density.rounded(.towardZero)
        return whole == density ? "@\(Int(whole))x" : "@\(density)x"
    }

    // What stands between slashes. In ASCII each byte is a character, and comparing bytes is much quicker.
    private static func pieces(of id: String) -> [String] {
        id.utf8.allSatisfy { $0 < 0x80 }
            ? id.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
            : id.split(separator: "/").map(String.init)
    }

    static let imageExtensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "apng", "gif", "webp", "avif", "heic", "heif", "jxl", "tif",
        "tiff",
        "svg", "svgz",
    ]

    // `photos/ada.jpg` is `photos` and `ada`; in `sku.1001` the dot is part of the name.
    static func split(id: String) -> (dir: String, name: String) {
        var segments = pieces(of: id)
        guard var name = segments.popLast() else { return ("", "") }
        if let dot = name.lastIndex(of: "."), dot != name.startIndex,
            imageExtensions.contains(name[name.index(after: dot)...].lowercased())
        {
            name = String(name[..<dot])
        }
        return (segments.joined(separator: "/"), name)
    }
}

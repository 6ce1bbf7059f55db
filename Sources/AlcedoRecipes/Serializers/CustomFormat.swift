import AlcedoBase

/// A file format that Alcedo does not write itself.
public struct CustomFormat: Hashable, Sendable {
    /// The name in the index, and in a manifest's `formats`: lowercase letters, digits and `-`.
    public var name: String
    /// The extension of its files, without the dot.
    public var fileExtension: String
    /// The media type for `<source type>`.
    public var mediaType: String
    /// Whether it holds transparency. A transparent picture is otherwise left to the other formats of its variant.
    public var holdsTransparency: Bool
    /// Whether it holds several frames.
    public var holdsAnimation: Bool

    /// Describes a format; its extension is `name` by default.
    public init(
        _ name: String, fileExtension: String? = nil, mediaType: String, holdsTransparency: Bool = true,
        holdsAnimation: Bool = false
    ) {
        self.name = name
        self.fileExtension = fileExtension ?? name
        self.mediaType = mediaType
        self.holdsTransparency = holdsTransparency
        self.holdsAnimation = holdsAnimation
    }

    /// Why the format cannot be written to files and an index, or `nil` if it can.
    package var fault: String? {
        func isWord(_ text: String, _ others: String) -> Bool {
            !text.isEmpty && text.utf8.count <= 64
                && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || others.contains($0)) }
        }
        if !isWord(name, "-") || name != name.lowercased() {
            return "has the name '\(name)'; expected lowercase letters, digits and '-'"
        }
        if OutputFormat.allCases.contains(where: { $0.word == name })
            || ["auto", "source", "original"].contains(name)
        {
            return "has the name '\(name)', which is taken"
        }
        if !isWord(fileExtension, "") {
            return "has the extension '\(fileExtension)'; expected letters and digits"
        }
        guard mediaType.hasPrefix("image/"), isWord(String(mediaType.dropFirst(6)), "-+.") else {
            return "has the media type '\(mediaType)'; expected one such as 'image/qoi'"
        }
        return nil
    }
}

extension CustomFormat {
    /// `qoi qoi image/qoi a`: no part holds a space.
    var record: String {
        let traits = (holdsTransparency ? "a" : "") + (holdsAnimation ? "n" : "")
        return [name, fileExtension, mediaType, traits].joined(separator: " ")
    }

    init?(record: String) {
        let parts = record.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4 else { return nil }
        self.init(
            parts[0], fileExtension: parts[1], mediaType: parts[2], holdsTransparency: parts[3].contains("a"),
            holdsAnimation: parts[3].contains("n"))
    }
}

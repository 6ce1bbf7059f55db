public import AlcedoBase

extension ImageProcessors.Text {
    /// A font, named by the digest of its file's bytes. Two fonts are equal if their bytes are.
    ///
    /// The bytes themselves are kept once per process, however many texts are drawn with them.
    public struct Font: Hashable, Sendable, Codable {
        package let digest: ContentDigest
        /// The name of its family; `nil` for that of the first font in the file.
        public let family: String?

        /// Creates a font from the bytes of a file: TrueType, OpenType, or a collection of them. Whether they are sound
        /// is seen when they are drawn with, in a worker.
        ///
        /// - Parameter family: The family, for a collection of several.
        /// - Throws: ``ImagingError/process(step:reason:)`` if it is no such file.
        public init(_ data: Data, family: String? = nil) throws {
            guard Self.beginnings.contains(where: data.starts) else {
                let isForPages = data.starts(with: "wOFF".utf8) || data.starts(with: "wOF2".utf8)
                throw ImagingError.process(
                    step: "text",
                    reason: isForPages
                        ? "a WOFF font is for pages, and Pango cannot draw with it; take the font's TrueType or OpenType file"
                        : "it is not a font (TrueType, OpenType, or a collection of them)")
            }
            digest = FontFiles.keep(data)
            self.family = family
        }

        private static let beginnings = [
            [0, 1, 0, 0], Array("OTTO".utf8), Array("true".utf8), Array("ttcf".utf8),
        ]

        /// Returns a font that is installed.
        ///
        /// - Parameters:
        ///   - weight: 1…1000; 400 is regular, 700 bold. The closest weight is taken.
        /// - Throws: ``ImagingError/process(step:reason:)`` if it is not, or if its file cannot be read.
        public static func installed(_ family: String, weight: Int = 400, italic: Bool = false) throws -> Self
        {
            guard let match = InstalledFonts.font(family, weight: weight, italic: italic) else {
                throw ImagingError.process(
                    step: "text", reason: InstalledFonts.fault ?? "the font '\(family)' is not installed")
            }
            return try Self(try FileSystem.read(match.path), family: match.family)
        }
    }
}

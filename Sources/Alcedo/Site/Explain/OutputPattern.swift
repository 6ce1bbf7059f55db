import AlcedoBase
import AlcedoIndex
import AlcedoManifest
import AlcedoRecipes

/// Name of a file whose bytes are not known yet.
struct OutputPattern: Hashable {
    /// Name, with ``marker`` in place of the digits of the file's digest.
    let name: String

    // As long as the digits it replaces, and unaffected by the sanitizing of names. If a source's name contains it, a
    // plan at worst reports a deleted file as replaced.
    static let marker = "0hash0hash"
    /// Text shown to the user instead of the marker, as written in the manifest.
    static let shown = "{hash}"

    /// Returns the patterns that may have produced a name: one for each run of ten hexadecimal digits in it.
    static func candidates(for name: String) -> [OutputPattern] {
        let bytes = Array(name.utf8)
        let length = marker.utf8.count
        guard bytes.count >= length else { return [] }
        return (0...bytes.count - length).compactMap { start in
            let digits = bytes[start..<start + length]
            guard digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else { return nil }
            let text = String(decoding: digits, as: UTF8.self)
            return OutputPattern(name: name.replacing(text, with: marker))
        }
    }
}

extension Variant {
    /// Returns the path of a file of this variant, relative to the output directory.
    ///
    /// - Parameters:
    ///   - type: Type of the source.
    ///   - hash: First ten hexadecimal digits of the file's digest.
    func fileName(
        of source: ResolvedSource, _ type: ImageType, size: PixelSize, format: OutputFormat, density: Double?,
        hash: String
    ) -> String {
        nameTemplate.render(
            NameTemplate.Values(
                id: source.id, variant: name, width: size.width, height: size.height, hash: hash,
                ext: fileExtension(of: format, source, type), density: density ?? 1),
            // Pages that name the source write its spaces.
            keepingSpaces: isNamedAsSource)
    }

    func fileName(of source: ResolvedSource, _ type: ImageType, _ file: SourceOutcome.File) -> String {
        fileName(
            of: source, type, size: PixelSize(width: file.record.width, height: file.record.height),
            format: file.record.format, density: file.density,
            hash: String(file.record.digest.hex.prefix(NameTemplate.hashDigits)))
    }

    /// Whether pages may name its files as they name the sources.
    private var isNamedAsSource: Bool { formats.contains { $0 == .source || $0.isOriginal } }

    /// Returns the format's usual extension, or with `formats: [source]` and `[original]` the source's own (`jpeg`, `JPG`),
    /// so that pages that name the source find the file.
    private func fileExtension(
        of format: OutputFormat, _ source: ResolvedSource, _ type: ImageType
    ) -> String {
        guard isNamedAsSource, format == OutputFormat(type), let own = source.origin.fileName.fileExtension,
            format.fileExtensions.contains(own.lowercased())
        else { return format.fileExtension }
        return String(own)
    }
}

import AlcedoBase
import AlcedoImaging
import Foundation

/// The name of a file whose bytes nobody knows yet.
struct OutputPattern: Hashable {
    /// The name, with ``marker`` for the digits of the file's digest.
    let name: String

    // As long as the digits that it stands for, and nothing that a name is cleaned of. Names of sources that hold it
    // would only make a plan say "replaced" of a file that is deleted.
    static let marker = "0hash0hash"
    /// What people are shown in its place: what the manifest calls it.
    static let shown = "{hash}"

    /// The patterns that a name might have come from: one for each run of ten hexadecimal digits in it.
    static func candidates(for name: String) -> [OutputPattern] {
        let bytes = Array(name.utf8)
        let length = marker.utf8.count
        guard bytes.count >= length else { return [] }
        return (0...bytes.count - length).compactMap { start in
            let digits = bytes[start..<start + length]
            guard digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else { return nil }
            let text = String(decoding: digits, as: UTF8.self)
            return OutputPattern(name: name.replacingOccurrences(of: text, with: marker))
        }
    }
}

extension Variant {
    /// The path of a file of this variant below the output directory.
    ///
    /// - Parameters:
    ///   - type: What the source is.
    ///   - hash: The first ten hexadecimal digits of the file's digest.
    func fileName(
        of source: ResolvedSource, _ type: ImageType, size: PixelSize, format: OutputFormat, density: Double?,
        hash: String
    ) -> String {
        nameTemplate.render(
            NameTemplate.Values(
                id: source.id, variant: name, width: size.width, height: size.height, hash: hash,
                ext: fileExtension(of: format, source, type), density: density ?? 1),
            // Pages that name the source write its spaces.
            keepingSpaces: formats.contains(.source))
    }

    func fileName(of source: ResolvedSource, _ type: ImageType, _ file: SourceOutcome.File) -> String {
        fileName(
            of: source, type, size: PixelSize(width: file.record.width, height: file.record.height),
            format: file.record.format, density: file.density,
            hash: String(file.record.digest.hex.prefix(NameTemplate.hashDigits)))
    }

    /// The usual file name extension; with `formats: [source]` that of the source's own name (`jpeg`, `JPG`), so that
    /// pages which name the source find the file.
    private func fileExtension(
        of format: OutputFormat, _ source: ResolvedSource, _ type: ImageType
    ) -> String {
        guard formats.contains(.source), format == OutputFormat(type), let own = source.fileExtension,
            format.fileExtensions.contains(own.lowercased())
        else { return format.fileExtension }
        return own
    }
}

extension ResolvedSource {
    /// What stands after the last dot of its name, where it has a name.
    fileprivate var fileExtension: String? {
        let name: Substring
        switch origin {
        case .file(let path, _): name = path[...]
        case .url(let remote): name = remote.url.written.prefix { $0 != "?" && $0 != "#" }
        case .data: return nil
        }
        let last = name[(name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex)...]
        return last.lastIndex(of: ".").map { String(last[last.index(after: $0)...]) }
    }
}

extension OutputFormat {
    /// The file name extensions that are in use for it.
    var fileExtensions: Set<String> {
        self == .jpeg ? ["jpg", "jpeg", "jpe", "jfif"] : [rawValue]
    }
}

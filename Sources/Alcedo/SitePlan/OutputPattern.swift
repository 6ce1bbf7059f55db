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
    /// - Parameter hash: The first ten hexadecimal digits of its digest.
    func fileName(
        source id: String, width: Int, height: Int, format: OutputFormat, density: Double?, hash: String
    ) -> String {
        nameTemplate.render(
            NameTemplate.Values(
                id: id, variant: name, width: width, height: height, hash: hash, ext: format.fileExtension,
                density: density ?? 1))
    }

    func fileName(source id: String, _ file: SourceOutcome.File) -> String {
        fileName(
            source: id, width: file.record.width, height: file.record.height, format: file.record.format,
            density: file.density, hash: String(file.record.digest.hex.prefix(10)))
    }
}

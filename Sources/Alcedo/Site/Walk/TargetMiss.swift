import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

/// Files of a variant that do not reach the target of their quality.
struct TargetMiss: CustomStringConvertible {
    let variant: String
    let format: OutputFormat
    /// The file with the lowest score.
    private(set) var worst: EncodedImage.FoundQuality
    private(set) var count = 1

    /// Returns one for each variant and format with such files.
    static func all(in production: Production, variants: [String]) -> [TargetMiss] {
        var misses: [TargetMiss] = []
        for file in production.files {
            guard let found = file.record.found, found.outcome == .missed,
                variants.indices.contains(file.id.request)
            else { continue }
            let variant = variants[file.id.request]
            if let index = misses.firstIndex(where: { $0.variant == variant && $0.format == file.id.format })
            {
                misses[index].count += 1
                if found.score ?? 0 < misses[index].worst.score ?? 0 { misses[index].worst = found }
            } else {
                misses.append(TargetMiss(variant: variant, format: file.id.format, worst: found))
            }
        }
        return misses
    }

    var description: String {
        let score = Value.plain(((worst.score ?? 0) * 10).rounded(.down) / 10)
        let quality = worst.quality.map { " at quality \($0)" } ?? ""
        let files = count > 1 ? "\(count) files of variant '\(variant)'" : "variant '\(variant)'"
        let scores = count > 1 ? "have scores from \(score) on" : "has a score of \(score)"
        return "\(files) as \(format.word) \(scores)\(quality), below the target of \(worst.target); "
            + "no quality that may be used is enough: allow more with 'max', lower the target, or leave the format out"
    }
}

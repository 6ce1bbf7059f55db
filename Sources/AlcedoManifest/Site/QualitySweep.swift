package import AlcedoBase
package import AlcedoImaging

/// One picture in many qualities of each format of a variant, with their scores: for choosing one.
package struct QualitySweep: Hashable, Sendable {
    /// One of its files.
    package struct File: Hashable, Sendable {
        package var format: OutputFormat
        /// On the encoder's scale.
        package var quality: Int
        /// The SSIMULACRA 2 score; `nil` for a picture that is too small for one.
        package var score: Double?
        package var data: Data

        package init(format: OutputFormat, quality: Int, score: Double?, data: Data) {
            self.format = format
            self.quality = quality
            self.score = score
            self.data = data
        }
    }

    /// The id of the picture.
    package var source: String
    package var variant: String
    package var size: PixelSize
    /// By format in the variant's order, and by quality.
    package var files: [File]

    package init(source: String, variant: String, size: PixelSize, files: [File]) {
        self.source = source
        self.variant = variant
        self.size = size
        self.files = files
    }

    /// The formats in the variant's order.
    package var formats: [OutputFormat] {
        files.reduce(into: []) { if $0.last != $1.format { $0.append($1.format) } }
    }

    /// Returns the smallest file of a format that reaches a score, if one does.
    package func smallest(_ format: OutputFormat, reaching score: Double) -> File? {
        files.filter { $0.format == format && $0.score ?? -.infinity >= score }
            .min { ($0.data.count, $0.quality) < ($1.data.count, $1.quality) }
    }

    /// How many qualities of each format are made.
    package static let steps = 12

    /// The quality of a format in a step, from what falls apart to what looks the same.
    package static func quality(_ format: OutputFormat, step: Int) -> Int {
        let span =
            switch format {
            case .avif: 20...86
            case .jxl: 40...95
            default: 30...96
            }
        return span.lowerBound + step * (span.upperBound - span.lowerBound) / (steps - 1)
    }
}

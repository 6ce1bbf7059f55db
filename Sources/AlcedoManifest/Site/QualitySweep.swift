package import AlcedoBase
package import AlcedoImaging

/// One picture in many qualities of each format of a variant, with their scores: for choosing one.
package struct QualitySweep: Hashable, Sendable {
    /// One of its files.
    package struct File: Hashable, Sendable {
        package var format: OutputFormat
        /// On the encoder's scale; `nil` for the source's own file, which is published where it is not larger.
        package var quality: Int?
        /// The SSIMULACRA 2 score; `nil` for a picture that is too small for one.
        package var score: Double?
        package var data: Data

        package init(format: OutputFormat, quality: Int?, score: Double?, data: Data) {
            self.format = format
            self.quality = quality
            self.score = score
            self.data = data
        }
    }

    /// What a target leads to.
    package struct Target: Hashable, Sendable {
        /// The file of a format.
        package struct File: Hashable, Sendable {
            package var format: OutputFormat
            package var bytes: Int
            /// How its quality was found; `nil` for the source's own file.
            package var found: EncodedImage.FoundQuality?

            package init(format: OutputFormat, bytes: Int, found: EncodedImage.FoundQuality?) {
                self.format = format
                self.bytes = bytes
                self.found = found
            }
        }

        package var score: Int
        package var files: [File]

        package init(score: Int, files: [File]) {
            self.score = score
            self.files = files
        }
    }

    /// The id of the picture.
    package var source: String
    package var variant: String
    package var size: PixelSize
    /// By format in the variant's order, and by quality.
    package var files: [File]
    /// By score.
    package var targets: [Target]

    package init(
        source: String, variant: String, size: PixelSize, files: [File], targets: [Target]
    ) {
        self.source = source
        self.variant = variant
        self.size = size
        self.files = files
        self.targets = targets
    }

    /// The formats in the variant's order.
    package var formats: [OutputFormat] {
        files.reduce(into: []) { if $0.last != $1.format { $0.append($1.format) } }
    }

    /// The scores whose files are made as well: those with a name, and one between.
    package static let scores = (QualityTarget.Level.allCases.map(\.score) + [75]).sorted()

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

import AlcedoBase
import AlcedoContainers
import AlcedoIndex
import AlcedoManifest
import AlcedoRecipes

/// Estimated work of one source, in seconds of one core; see `WorkEstimate`.
struct SourceWork: Hashable, Sendable {
    /// Decoding, and what comes with every source.
    var decoding: Double
    /// Making all pictures and writing all files.
    var encoding: Double

    var seconds: Double { decoding + encoding }

    init(decoding: Double, encoding: Double) {
        self.decoding = decoding
        self.encoding = encoding
    }

    /// Estimates the work for a source with these facts.
    init(_ facts: ImageFacts, _ plan: VariantPlan) {
        decoding = WorkEstimate.decoding(facts)
        encoding = 0
        for picture in plan.pictures(for: facts) {
            let size = picture.request.geometry.layout(for: facts).canvas
            let megapixels = Double(size.width) * Double(size.height) * Double(facts.frames) / 1e6
            encoding += WorkEstimate.making(megapixels: megapixels)
            for encoding in picture.request.encodings {
                let format: OutputFormat
                switch encoding.format.resolved(for: facts.type) {
                case .format(let known): format = known
                case .serializer(let own): format = own.serializer.format
                case .auto, .source: format = .jpeg
                // It is not encoded.
                case .original, .verbatim: continue
                }
                self.encoding += WorkEstimate.encoding(megapixels: megapixels, as: format, encoding)
            }
        }
    }
}

extension ImageFacts {
    /// Guesses the facts of an unopened source: its type from its extension, and its dimensions from its size in bytes.
    init(guessing origin: any SourceOrigin) {
        let type: ImageType =
            switch origin.fileName.fileExtension?.lowercased() {
            case "png": .png
            case "gif": .gif
            case "webp": .webp
            case "avif": .avif
            case "heic", "heif": .heic
            case "jxl": .jxl
            case "tif", "tiff": .tiff
            case "svg", "svgz": .svg
            default: .jpeg
            }
        self.init(guessing: type, bytes: origin.expectedBytes ?? 300_000)
    }
}

import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CMetric
import CVipsShims

/// Scores files beside the picture that they show.
final class PictureScore {
    // Behind what is transparent: over both, since an error in it may be seen on one only.
    private static let backdrops: [UInt8] = [26, 230]

    /// Raised when scores change.
    static let version = Int(ALCEDO_METRIC_VERSION)

    private let references: [OpaquePointer]
    private let size: PixelSize

    /// Bytes per pixel while files are scored.
    static func memory(hasAlpha: Bool) -> Double {
        // `alcedo_metric_memory` and `alcedo_metric_comparison_memory`, and the decoded file.
        (hasAlpha ? 2 : 1) * 20.6 + 4.2 + 8
    }

    /// The shorter side of pictures that are scored, in pixels: smaller ones have no detail that the score could tell apart.
    static let shortestSide = 32

    /// - Parameter image: One frame.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    init(_ image: PixelImage) throws {
        let image = try image.toSRGB()
        size = image.size
        let pixels = try image.pixels()
        var references: [OpaquePointer] = []
        for backdrop in image.hasAlpha ? Self.backdrops : [0] {
            let reference = pixels.withUnsafeBytes {
                alcedo_metric_new(alcedo_metric_picture($0, of: image, backdrop: backdrop))
            }
            guard let reference else {
                for made in references { alcedo_metric_free(made) }
                throw ImagingError.process(step: "score", reason: "out of memory")
            }
            references.append(reference)
        }
        self.references = references
    }

    deinit {
        for reference in references { alcedo_metric_free(reference) }
    }

    /// Returns the SSIMULACRA 2.1 score of a picture, with transparency the lower one of dark and light backgrounds.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    func score(_ image: PixelImage) throws -> Double {
        let image = try image.toSRGB()
        guard image.size == size else {
            throw ImagingError.process(
                step: "score",
                reason: "\(image.size.width)x\(image.size.height) pixels are not \(size.width)x\(size.height)"
            )
        }
        let pixels = try image.pixels()
        var lowest = Double.infinity
        for (reference, backdrop) in zip(references, references.count > 1 ? Self.backdrops : [0]) {
            var score = 0.0
            let status = pixels.withUnsafeBytes {
                alcedo_metric_score(
                    reference, alcedo_metric_picture($0, of: image, backdrop: backdrop), &score)
            }
            guard status == 0 else { throw ImagingError.process(step: "score", reason: "out of memory") }
            lowest = min(lowest, score)
        }
        return lowest
    }

    /// Returns for each pixel the score that a picture would have if all of it differed as this spot does, with transparency the
    /// lower one.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    func map(_ image: PixelImage) throws -> [Float] {
        let image = try image.toSRGB()
        let pixels = try image.pixels()
        var lowest: [Float] = []
        for (reference, backdrop) in zip(references, references.count > 1 ? Self.backdrops : [0]) {
            var score = 0.0
            var status: Int32 = 0
            let scores = [Float](unsafeUninitializedCapacity: size.width * size.height) { scores, count in
                status = pixels.withUnsafeBytes {
                    alcedo_metric_map(
                        reference, alcedo_metric_picture($0, of: image, backdrop: backdrop), &score,
                        scores.baseAddress)
                }
                count = status == 0 ? size.width * size.height : 0
            }
            guard status == 0 else { throw ImagingError.process(step: "score", reason: "out of memory") }
            lowest = lowest.isEmpty ? scores : zip(lowest, scores).map(min)
        }
        return lowest
    }

    /// Returns the score of a file, of an animation that of its first frame.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/encode(_:format:reason:)`` if the file cannot be read.
    func score(_ data: Data, _ format: OutputFormat) throws -> Double {
        try score(PixelImage.decoded(data, format, frames: 1))
    }
}

extension PixelImage {
    /// Decodes a file that was just encoded.
    ///
    /// - Parameter frames: 1, or -1 for all.
    /// - Throws: ``/AlcedoRecipes/ImagingError/encode(_:format:reason:)`` if the file cannot be read.
    static func decoded(_ data: Data, _ format: OutputFormat, frames: Int = -1) throws -> PixelImage {
        try data.withUnsafeBytes { bytes in
            do {
                let reader = try SourceReader(bytes: bytes, type: ImageType.sniff(data), truncation: .fail)
                return try reader.open(frames: frames).rendered()
            } catch ImagingError.decode(_, let reason) {
                throw ImagingError.encode(
                    .broken, format: format, reason: "the encoder wrote a broken file (\(reason))")
            }
        }
    }
}

extension alcedo_metric_picture {
    fileprivate init(_ pixels: UnsafeRawBufferPointer, of image: PixelImage, backdrop: UInt8) {
        self.init(
            pixels: pixels.baseAddress?.assumingMemoryBound(to: UInt8.self),
            stride: image.size.width * image.bands,
            width: Int32(image.size.width), height: Int32(image.size.height), channels: Int32(image.bands),
            backdrop: backdrop)
    }
}

import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

extension ImageRequest {
    /// A request for one format with no more settings than a test names.
    static func one(
        _ format: OutputFormat? = .png, width: Int? = nil, height: Int? = nil, fit: ImageFit = .cover,
        position: CropPosition = .center, focus: FocalPoint? = nil, enlarge: Bool = false,
        density: Double = 1,
        processors: [any ImageProcessor] = [], background: SRGBColor? = nil,
        animation: AnimationPolicy = .keep,
        color: ColorPolicy = .srgb, quality: ImageQuality? = nil, metadata: MetadataPolicy = .none,
        minimal: Bool = false, options: EncoderOptions? = nil, budget: ByteBudget? = nil
    ) -> ImageRequest {
        var encoding = ImageEncoding(
            format: format.map { .format($0) } ?? .auto, metadata: metadata, minimal: minimal)
        if let format, let quality { encoding.quality[format] = quality }
        if let format, let options { encoding.options[format] = options }
        encoding.budget = budget
        return ImageRequest(
            geometry: ResizeGeometry(
                width: width, height: height, fit: fit, position: position, focus: focus, enlarge: enlarge),
            density: density, processors: processors, background: background, animation: animation,
            color: color,
            encodings: [encoding])
    }
}

/// A file that was encoded in this process.
struct MadeImage: Hashable {
    var data: Data
    var format: OutputFormat
    var width: Int
    var height: Int
    var frames: Int

    init(_ image: EncodedImage) throws {
        data = try #require(image.data)
        (format, width, height) = (image.file.format, image.file.width, image.file.height)
        frames = image.file.frames
    }
}

/// Runs one request and returns its only file.
func make(_ request: ImageRequest, from data: Data) async throws -> MadeImage {
    let result = try await InProcessEngine(threads: 1).run(ImageJob(data: data, requests: [request]))
    if let failure = result.failures[0] { throw failure }
    guard let output = result.outputs.values.first, result.outputs.count == 1 else {
        throw ImagingError.decode(reason: "\(result.outputs.count) files instead of 1")
    }
    return try MadeImage(output)
}

/// The result of ``make(_:from:)`` as pixels.
func pixels(_ request: ImageRequest, from data: Data) async throws -> Raster {
    try Raster(decoding: await make(request, from: data).data)
}

/// Runs several requests on one thread; every one must succeed.
func makeAll(
    _ requests: [ImageRequest], from data: Data, finished: Set<ImageJob.OutputID> = [],
    engine: InProcessEngine = InProcessEngine(threads: 1)
) async throws -> [ImageJob.OutputID: MadeImage] {
    let result = try await engine.run(ImageJob(data: data, requests: requests, finished: finished))
    if let failure = result.failures.first { throw failure.value }
    return try result.outputs.mapValues(MadeImage.init)
}

/// Why a job has no result; `nil` if it has one.
func refusal(
    of data: Data, limits: ImageLimits = ImageLimits(), truncation: TruncationPolicy = .fail,
    _ request: ImageRequest = .one(.png, width: 8)
) async throws -> String? {
    do {
        let job = ImageJob(data: data, requests: [request], limits: limits, truncation: truncation)
        _ = try await InProcessEngine(threads: 1).run(job)
        return nil
    } catch ImagingError.decode(_, let reason) {
        return reason
    }
}

import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// Estimate of a job's peak memory.
///
/// libvips's own figures leave out decoders and encoders, so these are models: what each decoder is known to hold of
/// a picture, the pictures alive at the same time, and the measured bytes per pixel of each encoder (resident memory of
/// a process that does nothing else).
struct MemoryEstimate {
    /// The peak in bytes.
    let bytes: Int

    /// - Parameter embedded: The number of pixels of the largest picture within a drawing.
    init(
        _ facts: ImageFacts, data: UnsafeRawBufferPointer, embedded: Int = 0, work: ImageJob.Work,
        sizes: SizePlan, limits: ImageLimits
    ) {
        let pixels = Self.pixels(facts.displayedSize, facts.frames)
        let deep: Double = facts.type.traits.mayBeDeep ? 2 : 1
        let still = pixels / Double(facts.frames)
        let decoder: Double =
            switch facts.type {
            // A progressive JPEG is held as coefficients, 16 bits per sample, at full size.
            case .jpeg: JPEGFrame(data)?.isProgressive == true ? still * 3 * 2 : 4e6
            // All frames of an animation, and two of them while they are drawn.
            case .png where facts.isAnimated: pixels * 4 + still * 16
            case .png: PNGChunks.isInterlaced(data) ? still * 8 : max(4e6, PNGRows.memory(data))
            case .gif, .webp: pixels * 4 + still * 8
            case .avif, .heic: still * 14
            case .jxl: pixels * 24
            case .tiff, .jp2: still * 8
            // As a TIFF, and its copy.
            case .bmp: still * 16
            // A picture within a drawing is held both as pixels and as a surface. librsvg silently leaves it out when
            // memory is short.
            case .svg: 4e6 + Double(embedded) * 12
            // Poppler holds the fonts and pictures of a page, which its size does not tell.
            case .pdf: 64e6 + Double(data.count) * 4
            default: 4e6
            }
        let targets = sizes.targets(of: work, facts, limits)
        var held = 0.0
        var largest = 0.0
        if facts.type.isDrawing {
            // Each size is drawn when it is needed; an opaque one is copied without its alpha.
            held = Self.pixels(sizes.looked, 1) * 4
        } else {
            held = PixelImage.resamplingMemory(
                facts.displayedSize, isDeep: deep > 1, to: Array(targets))
        }
        for target in targets {
            let bytes = Self.pixels(target.part.size, facts.frames) * 4 * deep
            held += bytes
            largest = max(largest, bytes)
        }
        // Copies for color, alpha, and orientation.
        held += largest * 2
        var leaf = 0.0
        for (index, (request, layout)) in zip(work.requests, sizes.layouts).enumerated() {
            let encodings = request.possibleEncodings(facts, layout: layout)
                .map { $0.format.resolved(for: facts.type) }
                .filter { !work.isFinished($0, of: index, facts.type) && !$0.isOriginal }
            if encodings.isEmpty { continue }
            let frames = request.animation.frame != nil ? 1 : facts.frames
            var size = layout.canvas
            for processor in request.processors {
                size = processor.size(of: size, density: request.density)
            }
            let pixels = Self.pixels(size, frames)
            var encoder = encodings.map(Self.encoder).max() ?? 25
            if request.encodings.contains(where: \.isScored) {
                encoder += PictureScore.memory(hasAlpha: facts.isOpaque != true)
            }
            let steps = request.processors.isEmpty ? 4.0 : 24
            leaf = max(leaf, pixels * (encoder + steps * deep))
        }
        let total = Self.base + Double(data.count) * 2 + decoder + held + leaf
        // Capped at a petabyte, well within the range of Int.
        bytes = Int(min(total, 1e15))
    }

    /// Bytes of a process that has done nothing yet.
    private static let base = 60e6

    private static func pixels(_ size: PixelSize, _ frames: Int) -> Double {
        Double(size.width) * Double(size.height) * Double(frames)
    }

    /// Returns the encoder's bytes per pixel.
    private static func encoder(_ format: RequestedFormat) -> Double {
        switch format {
        case .format(let format): format.traits.memory
        case .serializer(let own): own.serializer.format.traits.memory
        case .auto, .source: OutputFormat.jpeg.traits.memory
        case .original, .verbatim: 0
        }
    }
}

extension ImageEncoding {
    /// Whether files are compared with the picture.
    fileprivate var isScored: Bool {
        quality.values.contains { if case .target = $0 { true } else { false } }
    }
}

extension SizePlan {
    /// Returns the pictures that the unfinished part of the work needs, as far as they are known before decoding. Leaves
    /// out those beyond the limits, which fail.
    func targets(of work: ImageJob.Work, _ facts: ImageFacts, _ limits: ImageLimits) -> Set<ResampleTarget> {
        var targets = Set<ResampleTarget>()
        for (index, request) in work.requests.enumerated()
        where limits.allow(layouts[index].canvas, frames: request.animation.frame != nil ? 1 : facts.frames) {
            let isFinished = request.possibleEncodings(facts, layout: layouts[index])
                .allSatisfy { work.isFinished($0.format.resolved(for: facts.type), of: index, facts.type) }
            if !isFinished { targets.formUnion(self.targets(for: index, of: facts.displayedSize)) }
        }
        if !work.placeholders.isEmpty { targets.insert(ResampleTarget(placeholder)) }
        return targets
    }
}

extension ImageJob.Work {
    /// Whether a requested file is already finished. If its format is unknown here, every format has to be finished.
    fileprivate func isFinished(_ format: RequestedFormat, of request: Int, _ type: ImageType) -> Bool {
        switch format {
        case .format(let format): finished.contains(ImageJob.OutputID(request: request, format: format))
        case .serializer(let own):
            finished.contains(ImageJob.OutputID(request: request, format: own.serializer.format))
        case .original, .verbatim:
            finished.contains(ImageJob.OutputID(request: request, format: OutputFormat(originalOf: type)))
        case .auto, .source:
            OutputFormat.allCases.allSatisfy {
                finished.contains(ImageJob.OutputID(request: request, format: $0))
            }
        }
    }
}

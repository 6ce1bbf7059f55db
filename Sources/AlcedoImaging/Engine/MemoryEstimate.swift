import AlcedoBase

/// How much memory a job takes at its peak.
///
/// What libvips tells of its memory leaves decoders and encoders out, so these are models: what each decoder is known
/// to hold of a picture, the levels that live at the same time, and for each encoder what it was measured to take for a
/// pixel (resident memory of a process that does nothing else).
struct MemoryEstimate {
    /// Bytes.
    let bytes: Int

    /// - Parameter embedded: How many pixels the largest picture within a drawing has.
    init(
        _ facts: ImageFacts, data: UnsafeRawBufferPointer, embedded: Int = 0, work: ImageWork,
        levels: LevelPlan
    ) {
        let pixels = Self.pixels(facts.displayedSize, facts.frames)
        let deep: Double = Self.mayBeDeep(facts.type) ? 2 : 1
        let still = pixels / Double(facts.frames)
        let decoder: Double =
            switch facts.type {
            // A progressive one is held as coefficients, 16 bits for each sample, in its full size.
            case .jpeg: Interlacing.isProgressiveJPEG(data) ? still * 3 * 2 : 4e6
            case .png: Interlacing.isInterlacedPNG(data) ? still * 8 : 4e6
            case .gif, .webp: pixels * 4 + still * 8
            case .avif, .heic: still * 14
            case .jxl: pixels * 24
            case .tiff: still * 8
            // A picture within a drawing is held as pixels, and as a surface of its own. librsvg leaves it out without
            // a word when there is no memory for it.
            case .svg: 4e6 + Double(embedded) * 12
            default: 4e6
            }
        var held = 0.0
        var largest = 0.0
        for level in levels.levels {
            let bytes = Self.pixels(level.size, facts.frames) * 4 * deep
            held += bytes
            largest = max(largest, bytes)
        }
        // Level 0 goes through colours, alpha and orientation before it is there.
        held += largest * 2
        var leaf = 0.0
        for (index, (request, layout)) in zip(work.requests, levels.layouts).enumerated() {
            let encodings = request.possibleEncodings(facts, layout: layout)
                .map { $0.format.resolved(for: facts.type) }
                .filter { !work.isFinished($0, of: index) }
            if encodings.isEmpty { continue }
            let frames = request.animation == .first ? 1 : facts.frames
            var size = layout.canvas
            for processor in request.processors {
                size = processor.size(of: size, density: request.density)
            }
            let pixels = Self.pixels(size, frames)
            let encoder = encodings.map(Self.encoder).max() ?? 25
            let steps = request.processors.isEmpty ? 4.0 : 24
            leaf = max(leaf, pixels * (encoder + steps * deep))
        }
        let total = Self.base + Double(data.count) * 2 + decoder + held + leaf
        // Nobody has a petabyte; an Int has room for more.
        bytes = Int(min(total, 1e15))
    }

    /// What a process has before it does anything.
    private static let base = 60e6

    private static func pixels(_ size: PixelSize, _ frames: Int) -> Double {
        Double(size.width) * Double(size.height) * Double(frames)
    }

    private static func mayBeDeep(_ type: ImageType) -> Bool {
        [.png, .tiff, .jxl, .avif, .heic].contains(type)
    }

    /// Bytes for each pixel.
    private static func encoder(_ format: RequestedFormat) -> Double {
        switch format {
        case .auto, .source, .format(.jpeg), .format(.webp): 25
        case .format(.png), .format(.gif): 40
        case .format(.jxl): 70
        case .format(.avif): 160
        }
    }
}

extension ImageWork {
    /// Whether a file that is asked for need not be made. Which format was chosen is not known here.
    fileprivate func isFinished(_ format: RequestedFormat, of request: Int) -> Bool {
        guard case .format(let format) = format else {
            return OutputFormat.allCases.allSatisfy {
                finished.contains(OutputID(request: request, format: $0))
            }
        }
        return finished.contains(OutputID(request: request, format: format))
    }
}

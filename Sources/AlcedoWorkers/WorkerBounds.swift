import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// What a worker can truthfully say about one source. A decoder under an attacker's control may say anything, so the
/// coordinator compares each message with what the source's bytes, its header and the work allow.
struct WorkerBounds {
    private let source: ImageJob.Source?
    private var facts: ImageFacts?
    private var work: ImageJob.Work?
    private var hasAdmission = false
    // Steps that may still begin.
    private var steps = 1
    // The longest that each may take, in seconds.
    private var seconds: [ImageJob.Step: Double]
    private var files = 0
    private var maxFileBytes = 0
    private var announced = 0
    // What two pictures are compared with; `nil` in all other work.
    private var comparison: (limits: ImageLimits, drawsHeatMap: Bool)?

    /// - Parameter source: `nil` while only the identity of the libraries is asked for.
    init(_ source: ImageJob.Source?) {
        self.source = source
        // The time of 60 seconds is the worker's own.
        seconds = source.map { [.open: $0.limits.deadline(expecting: 0)] } ?? [.identity: 60]
    }

    /// While two pictures are compared.
    init(comparing limits: ImageLimits, drawsHeatMap: Bool) {
        source = nil
        comparison = (limits, drawsHeatMap)
        steps = 3
        // The largest pictures that are allowed, in the format that takes longest.
        let longest = limits.deadline(expecting: Double(limits.pixels) / 1e6)
        seconds = [.open: limits.deadline(expecting: 0), .decode: longest, .process: longest]
    }

    /// The length in bytes that a message of a kind may have now.
    func maxBytes(_ kind: WorkerReply.Kind) -> Int {
        switch kind {
        case .hello, .identity, .step, .facts, .admission, .files: 4096
        // The words of libraries.
        case .failure: 1 << 20
        case .result: 4 << 20 + 4 * (source?.data.count ?? 0) + announced
        case .comparison: 4 << 20 + (comparison.map { $0.drawsHeatMap ? 4 * $0.limits.pixels : 0 } ?? 0)
        }
    }

    // MARK: Messages

    /// Whether a message may come now and is possible. One that may is remembered.
    mutating func allow(_ reply: WorkerReply) -> Bool {
        switch reply {
        case .hello: return false
        case .identity: return source == nil && comparison == nil
        case .failure: return true
        case .step(let step, let seconds):
            steps -= 1
            // NaN is not below anything.
            return steps >= 0 && seconds >= 0 && seconds <= self.seconds[step, default: -1]
        case .facts(let facts):
            guard self.facts == nil, let source, isPossible(facts, source) else { return false }
            self.facts = facts
            return true
        case .admission(let bytes):
            defer { hasAdmission = true }
            return (work != nil || comparison != nil) && !hasAdmission && bytes >= 0
        case .files(let sizes):
            guard hasAdmission, sizes.count <= files, sizes.allSatisfy({ $0 > 0 && $0 <= maxFileBytes })
            else { return false }
            files -= sizes.count
            // Each is at most 4 GB, so the sum does not overflow. They may come within the result.
            announced += sizes.reduce(0, +)
            return true
        case .comparison(let made): return hasAdmission && isPossible(made)
        case .result(let result, let resident):
            return work != nil && hasAdmission && resident >= 0 && isPossible(result)
        }
    }

    /// The worker has received its work.
    mutating func begin(_ work: ImageJob.Work) {
        guard let source, let facts else { return }
        self.work = work
        let limits = source.limits
        let encodings = work.requests.reduce(0) { $0 + $1.encodings.count }
        steps = 2 + work.requests.count + encodings
        let decoding = limits.deadline(expecting: WorkEstimate.decoding(facts))
        seconds = [.decode: decoding, .process: decoding, .placeholders: decoding]
        files = encodings
        let layouts = SizePlan(facts: facts, requests: work.requests).layouts
        for (request, layout) in zip(work.requests, layouts) {
            let frames = request.animation.frame != nil ? 1 : facts.frames
            // No format takes as much, for any picture.
            let pixels = Self.pixels(request, layout, frames: frames, limits)
            let bytes = 1_048_576 + 16 * pixels + Double(source.data.count)
            maxFileBytes = max(maxFileBytes, Int(min(bytes, Self.maxFileBytes)))
            for encoding in request.encodings {
                for format in OutputFormat.allCases + OutputFormat.onlyOriginals {
                    let expected = WorkEstimate.encoding(megapixels: pixels / 1e6, as: format, encoding)
                    seconds[.encode(format)] = max(
                        seconds[.encode(format), default: 0], limits.deadline(expecting: expected))
                }
            }
        }
    }

    // The cache takes no larger file.
    private static let maxFileBytes = 4_294_967_296.0

    /// Returns the largest number of pixels that the picture of a request can have, over all frames.
    private static func pixels(
        _ request: ImageRequest, _ layout: ResizeLayout, frames: Int, _ limits: ImageLimits
    ) -> Double {
        if !request.hasFirmSize { return Double(limits.pixels) }
        var size = layout.canvas
        for processor in request.processors { size = processor.size(of: size, density: request.density) }
        // The worker refuses more.
        return min(
            Double(size.width + 2) * Double(size.height + 2) * Double(frames), Double(limits.pixels) * 1.01)
    }

    // MARK: Facts and results

    private func isPossible(_ made: PictureComparison) -> Bool {
        guard let comparison, made.width > 0, made.height > 0,
            comparison.limits.allow(PixelSize(width: made.width, height: made.height), frames: 1),
            made.score <= 100, made.score.isFinite, (made.heatMap != nil) == comparison.drawsHeatMap
        else { return false }
        guard let map = made.heatMap else { return true }
        return ImageType.sniff(map) == .png
            && EncodedShape(format: .png, size: PixelSize(width: made.width, height: made.height)).fits(map)
    }

    private func isPossible(_ facts: ImageFacts, _ source: ImageJob.Source) -> Bool {
        func isSide(_ side: Int) -> Bool { (1...1 << 30).contains(side) }
        guard isSide(facts.width), isSide(facts.height), facts.frames >= 1,
            facts.frames <= source.limits.frames,
            source.limits.allow(facts.displayedSize, frames: facts.frames),
            (1...8).contains(facts.orientation)
        else { return false }
        if let shape = facts.proportions, !isSide(shape.width) || !isSide(shape.height) { return false }
        return facts.type == ImageType.sniff(source.data)
    }

    private func isPossible(_ result: ImageJob.Result) -> Bool {
        guard let work, let header = facts else { return false }
        var facts = result.facts
        guard facts.isOpaque != nil, header.isOpaque == nil || header.isOpaque == facts.isOpaque else {
            return false
        }
        facts.isOpaque = header.isOpaque
        guard facts == header, let plan = ImagePlan(facts: result.facts, requests: work.requests),
            result.failures.keys.allSatisfy(work.requests.indices.contains),
            (result.placeholders?.kinds ?? []).isSubset(of: work.placeholders)
        else { return false }
        var outputs = result.outputs
        for planned in plan.outputs where !work.finished.contains(planned.id) {
            if let made = outputs.removeValue(forKey: planned.id) {
                guard isPossible(made, planned, work.requests[planned.id.request]) else { return false }
            } else if result.failures[planned.id.request] == nil {
                return false
            }
        }
        return outputs.isEmpty
    }

    private func isPossible(
        _ made: EncodedImage, _ planned: ImagePlan.Output, _ request: ImageRequest
    ) -> Bool {
        let file = made.file
        guard file.format == planned.id.format, file.bytes > 0, file.bytes <= maxFileBytes,
            file.frames == planned.frames, file.width > 0, file.height > 0
        else { return false }
        // Encoders have bounds, and a source's own file has its size.
        if planned.encoding.format.isOriginal {
            // That of a GIF may be its screen's.
            let isOwn = file.width == planned.width && file.height == planned.height
            return file.found == nil
                && (isOwn || file.format == .gif && max(file.width, file.height) <= 0xFFFF)
        }
        guard max(file.width, file.height) <= file.format.longestSide else { return false }
        if let found = file.found, !isPossible(found, file.format, request) { return false }
        if request.processors.isEmpty { return file.width == planned.width && file.height == planned.height }
        // Processors round.
        return !request.hasFirmSize
            || abs(file.width - planned.width) <= 2 && abs(file.height - planned.height) <= 2
    }
}

extension WorkerBounds {
    private func isPossible(
        _ found: EncodedImage.FoundQuality, _ format: OutputFormat, _ request: ImageRequest
    ) -> Bool {
        let isRequested = request.encodings.contains { encoding in
            if case .target(let target) = encoding.quality[format] {
                target.score == found.target
            } else {
                false
            }
        }
        return isRequested && found.isWithinBounds
    }
}

extension EncodedImage.FoundQuality {
    /// Whether all numbers are possible.
    package var isWithinBounds: Bool {
        (1...100).contains(target) && (quality.map((1...100).contains) ?? true)
            && (score.map { $0 <= 100 && $0 > -100_000 } ?? true) && (1...100).contains(encodes)
    }
}

extension ImageRequest {
    /// Whether the size of the picture is known before its pixels: trimming depends on them, and turning by any angle
    /// rounds what later steps enlarge.
    fileprivate var hasFirmSize: Bool {
        processors.allSatisfy { processor in
            !["alcedo.trim", "alcedo.rotate"].contains { processor.identifier.contains($0) }
        }
    }
}

import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

/// Encodes a picture as the smallest file found that reaches a target.
///
/// The result depends only on the picture, the format and the settings. Other sizes and formats have no influence, because they
/// may be cached or not.
struct TargetEncoder {
    let format: OutputFormat
    let target: QualityTarget
    let effort: Int?
    let options: EncoderOptions
    /// Whether nothing is tried: the picture goes into pages, where its few bytes are not worth it.
    var takesAverage = false
    /// What the formats of a picture share.
    var pictures = ScoredPictures()

    /// A file, and how it came about.
    struct File {
        var data: Data
        var found: EncodedImage.FoundQuality
    }

    /// - Throws: ``/AlcedoRecipes/ImagingError/encode(_:format:reason:)``.
    func encode(_ image: PixelImage) throws -> File {
        do {
            let image = try image.prepared(for: format).rendered()
            let side = min(image.size.width, image.size.height)
            if takesAverage || side < PictureScore.shortestSide { return try average(image) }
            return image.frames > 1 ? try animation(image) : try still(image)
        } catch ImagingError.process(_, let reason) {
            throw ImagingError.encode(format: format, reason: reason)
        }
    }

    /// By how much more effort makes a lossless file smaller, at most.
    private static let mostSaved = 2

    private func average(_ image: PixelImage) throws -> File {
        let quality = start.next ?? range.upperBound
        return File(
            data: try data(image, .lossy(quality)),
            found: found(quality, score: nil, encodes: 1, outcome: .average))
    }

    // MARK: Still pictures

    private func still(_ image: PixelImage) throws -> File {
        let picture = try pictures.picture(image)
        let (image, score) = (picture.image, picture.score)
        var encodes = 0
        func made(_ quality: ImageQuality, fullChroma: Bool = false) throws -> Data {
            encodes += 1
            return try data(image, quality, fullChroma: fullChroma)
        }
        func file(_ run: Run, _ probe: QualitySearch.Probe, _ outcome: EncodedImage.FoundQuality.Outcome)
            -> File
        {
            File(
                data: run.data,
                found: found(
                    probe.quality, fullChroma: run.fullChroma, score: probe.score, encodes: encodes,
                    outcome: outcome))
        }
        /// Tries qualities until the search is over, or until `isOver` says so of a file.
        func finish(_ run: inout Run, isOver: (Run, Data) -> Bool = { _, _ in false }) throws {
            while let quality = run.search.next {
                let data = try made(.lossy(quality), fullChroma: run.fullChroma)
                run.add(
                    data, .init(quality: quality, bytes: data.count, score: try score.score(data, format)))
                if isOver(run, data) { return }
            }
        }
        func whole() throws -> File {
            let data = try made(.lossless)
            return File(data: data, found: found(nil, score: 100, encodes: encodes, outcome: .reached))
        }
        // A drawing has few colors and sharp edges, which cost more with losses than without. About how many bytes that would be:
        let lossless =
            mayBeLossless && image.isDrawing
            ? try image.encoded(as: format, quality: .lossless, effort: 0, options: options).count : nil
        var run = Run(search: start)
        if range.count > 1 {
            run.search.begin(
                with: try picture.draft(near: target.score, for: format, chroma: options.chroma))
        }
        // More quality only makes a file larger that is so already.
        try finish(&run) { run, data in run.search.best == nil && lossless ?? .max <= data.count }
        if let best = run.search.best {
            if let lossless, lossless / Self.mostSaved <= best.bytes {
                let whole = try whole()
                if whole.data.count <= best.bytes { return whole }
            }
            return file(run, best, .reached)
        }
        if let most = target.atMost {
            let nearest = try nearest(run.search)
            if nearest.quality == most { return file(run, nearest, .unchanged) }
            let data = try made(.lossy(most))
            return File(
                data: data,
                found: found(
                    most, score: try score.score(data, format), encodes: encodes, outcome: .unchanged))
        }
        if mayBeLossless { return try whole() }
        guard format.traits.settings.contains(.chroma), options.chroma != .full, range.count > 1 else {
            return try file(run, nearest(run.search), .missed)
        }
        let one = try nearest(run.search)
        var fuller = Run(search: start, fullChroma: true)
        // Nothing of the first run holds for it: colors were what was missing.
        fuller.search.begin(
            with: try picture.draft(near: target.score, for: format, chroma: .full))
        try finish(&fuller)
        if let best = fuller.search.best { return file(fuller, best, .reached) }
        let two = try nearest(fuller.search)
        return two.score > one.score ? file(fuller, two, .missed) : file(run, one, .missed)
    }

    /// A search, with the bytes of the file that it would return now.
    private struct Run {
        var search: QualitySearch
        var fullChroma = false
        private(set) var data = Data()

        init(search: QualitySearch, fullChroma: Bool = false) {
            self.search = search
            self.fullChroma = fullChroma
        }

        /// Keeps the newest file if it is the best one, or as long as none is good enough, the nearest.
        mutating func add(_ newest: Data, _ probe: QualitySearch.Probe) {
            search.add(probe)
            if probe == search.best ?? search.nearest { data = newest }
        }
    }

    private func nearest(_ search: QualitySearch) throws -> QualitySearch.Probe {
        guard let probe = search.nearest else {
            throw ImagingError.encode(format: format, reason: "no quality was tried")
        }
        return probe
    }

    // MARK: Animations

    /// Frames that are looked at, the first and the last among them.
    private static let frames = 4

    /// Searches with a few frames, encoded by themselves, and encodes the whole once, or a second time if one of them is worse in
    /// it.
    private func animation(_ image: PixelImage) throws -> File {
        let count = min(image.frames, Self.frames)
        let places = (0..<count).map { $0 * (image.frames - 1) / max(count - 1, 1) }
        let frames = try places.map { try image.frame($0).rendered() }
        let scores = try frames.map(PictureScore.init)
        var (search, encodes) = (start, 0)
        while let quality = search.next {
            var (bytes, lowest) = (0, Double.infinity)
            for (frame, score) in zip(frames, scores) {
                let data = try self.data(frame, .lossy(quality))
                bytes += data.count
                lowest = min(lowest, try score.score(data, format))
            }
            encodes += 1
            search.add(.init(quality: quality, bytes: bytes, score: lowest))
        }
        guard let best = search.best ?? search.nearest else { return try average(image) }
        var files: [File] = []
        var quality = best.quality
        for _ in 0..<2 {
            let data = try self.data(image, .lossy(quality))
            encodes += 1
            let made = try whole(data, image)
            var lowest = Double.infinity
            for (place, score) in zip(places, scores) {
                lowest = min(lowest, try score.score(made.frame(place)))
            }
            let reached = lowest >= Double(target.score)
            files.append(
                File(
                    data: data,
                    found: found(
                        quality, score: lowest, encodes: encodes,
                        outcome: reached ? .reached : target.atMost != nil ? .unchanged : .missed)))
            if reached { break }
            // With a margin, because it is the last try.
            let missing = QualityCurve.loss(of: lowest) - QualityCurve.loss(of: Double(target.score) + 1)
            let better = max(curve.quality(for: curve[quality] - 1.5 * missing), quality + 3)
            if quality >= range.upperBound { break }
            quality = min(better, range.upperBound)
        }
        // One that reaches it, or else the better one.
        guard
            var file = files.first(where: { $0.found.outcome == .reached })
                ?? files.max(by: { $0.found.score ?? 0 < $1.found.score ?? 0 })
        else { return try average(image) }
        if mayBeLossless, file.found.outcome == .missed || image.isDrawing {
            let lossless = try self.data(image, .lossless)
            encodes += 1
            if file.found.outcome == .missed || lossless.count <= file.data.count {
                file = File(
                    data: lossless, found: found(nil, score: 100, encodes: encodes, outcome: .reached))
            }
        }
        file.found.encodes = encodes
        return file
    }

    /// The decoded file. Encoders merge equal frames, whose times show which are missing.
    private func whole(_ data: Data, _ image: PixelImage) throws -> PixelImage {
        let made = try PixelImage.decoded(data, format)
        guard made.frames < image.frames else { return made }
        var (frames, index, end, time) = ([PixelImage](), 0, made.delays.first ?? 0, 0)
        for place in 0..<image.frames {
            while time >= end, index + 1 < made.frames {
                index += 1
                end += made.delays.indices.contains(index) ? made.delays[index] : 0
            }
            frames.append(try made.frame(index))
            time += image.delays.indices.contains(place) ? image.delays[place] : 0
        }
        return try PixelImage.animation(frames: frames, delays: image.delays)
    }

    // MARK: Settings

    private var curve: QualityCurve { format.qualityCurve }

    private var start: QualitySearch {
        QualitySearch(
            curve: curve, target: Double(target.score), window: format.scoreWindow, range: range)
    }

    /// Below, pictures fall apart; above, bytes grow and the score does not.
    private var range: ClosedRange<Int> {
        let usual = format.usualQualities
        let high = target.max ?? target.atMost ?? usual.upperBound
        let low = target.min ?? min(usual.lowerBound, high)
        return low...max(low, high)
    }

    /// A bound for the quality is one for losses, too.
    private var mayBeLossless: Bool { format == .webp && target.max == nil && target.atMost == nil }

    private func data(_ image: PixelImage, _ quality: ImageQuality, fullChroma: Bool = false) throws -> Data {
        var options = options
        if fullChroma { options.chroma = .full }
        return try image.encoded(as: format, quality: quality, effort: effort, options: options)
    }

    private func found(
        _ quality: Int?, fullChroma: Bool = false, score: Double?, encodes: Int,
        outcome: EncodedImage.FoundQuality.Outcome
    ) -> EncodedImage.FoundQuality {
        EncodedImage.FoundQuality(
            target: target.score, quality: quality, hasFullChroma: fullChroma, score: score, encodes: encodes,
            outcome: outcome)
    }
}

extension OutputFormat {
    /// The qualities that a target uses unless it says otherwise.
    fileprivate var usualQualities: ClosedRange<Int> {
        switch self {
        case .avif: 10...90
        case .jpeg: 20...97
        default: 20...98
        }
    }

    /// How far above a target a score is close enough: wider where another try takes longer.
    fileprivate var scoreWindow: Double {
        switch self {
        case .jpeg: 0.8
        case .avif: 1.75
        default: 1
        }
    }

    /// The curve from which a search starts: that of JPEG for formats without one of their own.
    fileprivate var qualityCurve: QualityCurve {
        switch self {
        case .webp: .webp
        case .avif: .avif
        case .jxl: .jxl
        default: .jpeg
        }
    }
}

extension PixelImage {
    /// Whether most neighbors are equal, as in drawings and screenshots.
    var isDrawing: Bool { alcedo_image_flatness(handle) >= Self.flatnessOfDrawings }
}

import AlcedoBase
import AlcedoImaging
import AlcedoLoading
import AlcedoManifest

/// Order in which sources are processed, and how many at a time.
///
/// The longest come first, so that no core ends with a long one. Sources that are no files have a lane of their own, so
/// that they load while others are processed.
struct SourceSchedule {
    /// Position of a source in the list, and its estimated duration in seconds; see `WorkEstimate`.
    struct Entry: Sendable {
        var place: Int
        var expected: Double
    }

    /// Sources that are started one after the other.
    struct Lane {
        var entries: [Entry]
        /// Number of sources in progress at a time.
        var width: Int
    }

    let lanes: [Lane]

    /// - Parameters:
    ///   - sources: All sources.
    ///   - places: Positions of the sources to process.
    ///   - jobs: Number of sources decoded at a time.
    ///   - transfers: Number of sources loaded at a time.
    ///   - lookups: Number of sources looked up at a time in a shared cache; 0 without one.
    init(
        _ sources: [ResolvedSource], at places: [Int], knownBy ledger: Ledger, _ plans: PlanCache,
        jobs: Int, transfers: Int, lookups: Int = 0
    ) {
        var remote: [Entry] = []
        var local: [Entry] = []
        for place in places {
            let source = sources[place]
            let entry = Entry(
                place: place, expected: Self.expected(source, ledger.result(of: source.id), plans))
            if source.file == nil { remote.append(entry) } else { local.append(entry) }
        }
        if FaultInjection.isArmed {
            // With fault injection everything runs in order, which keeps the numbering of steps reproducible.
            lanes = [Lane(entries: remote + local, width: 1)]
            return
        }
        local.sort { left, right in (right.expected, left.place) < (left.expected, right.place) }
        // Twice the number of decodes, so that the next source is read and looked up meanwhile.
        lanes = [
            Lane(entries: remote, width: min(remote.count, transfers) + jobs * 2),
            Lane(entries: local, width: max(jobs * 2, lookups)),
        ]
    }

    private static func expected(
        _ source: ResolvedSource, _ previous: SourceRecord?, _ plans: PlanCache
    ) -> Double {
        let facts = previous?.facts?.facts ?? guess(source)
        var expected = WorkEstimate.decoding(facts)
        for picture in plans.plan(for: source).pictures(for: facts) {
            let size = picture.request.geometry.layout(for: facts).canvas
            let megapixels = Double(size.width) * Double(size.height) * Double(facts.frames) / 1e6
            for encoding in picture.request.encodings {
                let format: OutputFormat =
                    switch encoding.format.resolved(for: facts.type) {
                    case .format(let format): format
                    case .serializer(let own): own.serializer.format
                    case .auto, .source: .jpeg
                    }
                expected += WorkEstimate.encoding(megapixels: megapixels, as: format, encoding)
            }
        }
        return expected
    }

    /// Guesses the facts of an unopened source: its type from its extension, and its dimensions from its size in bytes.
    private static func guess(_ source: ResolvedSource) -> ImageFacts {
        let name = source.origin.fileName
        let bytes = source.origin.expectedBytes ?? 300_000
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let ending = name[dot...].dropFirst().lowercased()
        let (type, pixels): (ImageType, Double) =
            switch ending {
            case "png": (.png, 0.6)
            case "gif": (.gif, 2)
            case "webp": (.webp, 6)
            case "avif": (.avif, 10)
            case "heic", "heif": (.heic, 8)
            case "jxl": (.jxl, 8)
            case "tif", "tiff": (.tiff, 0.4)
            case "svg", "svgz": (.svg, 20)
            default: (.jpeg, 3)
            }
        let side = (Double(min(bytes, 1 << 30)) * pixels).squareRoot()
        return ImageFacts(
            type: type, width: max(1, Int(side * 1.22)), height: max(1, Int(side / 1.22)), isOpaque: true)
    }
}

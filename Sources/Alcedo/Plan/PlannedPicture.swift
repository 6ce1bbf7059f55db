import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

/// One picture of one variant of one source: a width of a responsive variant, or a density.
struct PlannedPicture: Sendable {
    /// The name of the variant.
    var variant: String
    /// Device pixels per CSS pixel, for a variant with densities.
    var density: Double?
    var request: ImageRequest
}

/// The pictures requested of one source: the variants it names, at its focal point.
struct VariantPlan: Sendable {
    let variants: [Variant]
    let focus: FocalPoint?
    /// Digest of everything that determines ``pictures(for:)`` apart from the facts.
    let fingerprint: ContentDigest
    /// The encodings of each variant's pictures.
    private let encodings: [[ImageEncoding]]

    init(variants: [Variant], focus: FocalPoint?) {
        self.variants = variants
        self.focus = focus
        fingerprint = Self.fingerprint(of: variants, focus: focus)
        encodings = variants.map(\.encodings)
    }

    /// Returns the pictures for a source with these facts, by variant and by size.
    ///
    /// Widths above the original become the original's width, once, and densities above it are dropped except for the
    /// lowest density, so two pictures of one variant are never the same.
    func pictures(for facts: ImageFacts) -> [PlannedPicture] {
        zip(variants, encodings).flatMap { variant, encodings in
            var pictures =
                variant.densities.isEmpty
                ? pictures(
                    of: variant, widths: variant.widths.isEmpty ? [variant.width] : variant.widths, facts)
                : pictures(of: variant, densities: variant.densities, facts)
            for index in pictures.indices { pictures[index].request.encodings = encodings }
            return pictures
        }
    }

    private func pictures(of variant: Variant, widths: [Int?], _ facts: ImageFacts) -> [PlannedPicture] {
        var seen: Set<PixelSize> = []
        return widths.compactMap { width in
            let geometry = geometry(of: variant, width: width, height: variant.height, facts)
            guard seen.insert(geometry.layout(for: facts).canvas).inserted else { return nil }
            return PlannedPicture(variant: variant.name, request: request(for: variant, geometry))
        }
    }

    private func pictures(of variant: Variant, densities: [Double], _ facts: ImageFacts) -> [PlannedPicture] {
        var pictures: [PlannedPicture] = []
        for density in densities.sorted() {
            func sized(enlarge: Bool) -> ResizeGeometry {
                self.geometry(
                    of: variant, width: variant.width.map { pixels($0, density) },
                    height: variant.height.map { pixels($0, density) }, enlarge: enlarge, facts)
            }
            let (geometry, enlarging) = (sized(enlarge: variant.enlarge), sized(enlarge: true))
            let isAboveOriginal =
                geometry.layout(for: facts).canvas
                != enlarging.layout(for: facts).canvas
            if isAboveOriginal && !pictures.isEmpty { continue }
            pictures.append(
                PlannedPicture(
                    variant: variant.name, density: density,
                    request: request(for: variant, geometry, density: density)))
        }
        return pictures
    }

    private func pixels(_ length: Int, _ density: Double) -> Int {
        Int((Double(length) * density).rounded())
    }

    private func geometry(
        of variant: Variant, width: Int?, height: Int?, enlarge: Bool? = nil, _ facts: ImageFacts
    ) -> ResizeGeometry {
        let enlarge = enlarge ?? variant.enlarge
        let box = variant.box(width: width, height: height, of: facts.displayedSize, enlarge: enlarge)
        return ResizeGeometry(
            width: box.width, height: box.height, fit: variant.fit, position: variant.position, focus: focus,
            enlarge: enlarge)
    }

    private func request(for variant: Variant, _ geometry: ResizeGeometry, density: Double = 1)
        -> ImageRequest
    {
        ImageRequest(
            geometry: geometry, density: density, processors: variant.processors,
            background: variant.background,
            animation: variant.animated, color: variant.color, encodings: [])
    }
}

extension Variant {
    /// The formats of a picture with their settings; each has no others, since they travel with every request.
    fileprivate var encodings: [ImageEncoding] {
        formats.map { format in
            func own<Setting>(_ settings: [OutputFormat: Setting]) -> [OutputFormat: Setting] {
                guard case .format(let format) = format else { return settings }
                return settings.filter { $0.key == format }
            }
            var encoding = encoding
            encoding.format = format
            (encoding.quality, encoding.effort, encoding.options) = (own(quality), own(effort), own(options))
            (encoding.keepsPosition, encoding.minimal) = (gps == .keep, isInline)
            return encoding
        }
    }
}

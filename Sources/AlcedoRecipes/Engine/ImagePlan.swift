package import AlcedoBase

/// The plan of a job, made before a pixel is decoded: a pure function of the source's facts and all requests.
///
/// It determines how the source is decoded, the size of each picture, and the formats to
/// write. The engine follows the plan, and cache keys are computed from it.
package struct ImagePlan: Sendable {
    /// One file to make.
    package struct Output: Sendable {
        /// The identifier of the file.
        package var id: ImageJob.OutputID
        /// Digest of everything besides the source's bytes and the engine that determines the file's bytes: recipe and
        /// encoder settings.
        package var recipe: ContentDigest
        /// Pixels across.
        package var width: Int
        /// Pixels down, of one frame.
        package var height: Int
        /// The number of frames.
        package var frames: Int

        package var encoding: ImageEncoding
    }

    /// The files to make, by request, in the order of its encodings.
    package var outputs: [Output]
    /// The requests that cannot be met, by index, with the reason.
    package var failures: [Int: ImagingError]
    /// Digest of everything that determines the placeholders' bytes, like `Output.recipe` for a file.
    package var placeholderRecipe: ContentDigest
    /// The same for every picture.
    package static var everyPlaceholderRecipe: ContentDigest { PictureRecipe.placeholder }

    let sizes: SizePlan

    /// Plans a job.
    ///
    /// - Returns: `nil` if the formats depend on whether the picture is opaque and the facts do not say so; see
    ///   ``needsOpacity(_:_:)``.
    package init?(facts: ImageFacts, requests: [ImageRequest]) {
        if Self.needsOpacity(facts, requests) { return nil }
        let sizes = SizePlan(facts: facts, requests: requests)
        var outputs: [Output] = []
        var failures: [Int: ImagingError] = [:]
        for (index, request) in requests.enumerated() {
            if let frame = request.animation.frame, facts.isAnimated, frame >= facts.frames {
                failures[index] = .process(
                    step: "frame",
                    reason: "it has \(facts.frames) frames, and frame \(frame + 1) was asked for")
                continue
            }
            let choice = FormatChoice(request, layout: sizes.layouts[index], facts: facts)
            switch choice.resolve(request.encodings) {
            case .failure(let error):
                failures[index] = error
            case .success(let chosen):
                let picture = PictureRecipe(request, layout: sizes.layouts[index], facts: facts)
                for (format, encoding) in chosen {
                    let isOriginal = encoding.format.isOriginal
                    let size = isOriginal ? facts.displayedSize : choice.size
                    outputs.append(
                        Output(
                            id: ImageJob.OutputID(request: index, format: format),
                            recipe: isOriginal
                                ? PictureRecipe.original(format, encoding)
                                : picture.digest(format: format, encoding: encoding),
                            width: size.width, height: size.height,
                            frames: isOriginal ? facts.frames : choice.frames, encoding: encoding))
                }
            }
        }
        self.outputs = outputs
        self.failures = failures
        self.sizes = sizes
        placeholderRecipe = PictureRecipe.placeholder
    }

    /// Whether the plan depends on alpha values that are not known before decoding.
    ///
    /// If so, run the job without a plan: its result has complete facts, from which a plan can be made.
    package static func needsOpacity(_ facts: ImageFacts, _ requests: [ImageRequest]) -> Bool {
        guard facts.isOpaque == nil else { return false }
        return requests.contains { request in
            let layout = request.geometry.layout(for: facts)
            func formats(opaque: Bool) -> [OutputFormat]? {
                var known = facts
                known.isOpaque = opaque
                let choice = FormatChoice(request, layout: layout, facts: known)
                // Formats that cannot be resolved fail whatever the alpha.
                return try? choice.resolve(request.encodings).get().map(\.0)
            }
            return formats(opaque: true) != formats(opaque: false)
        }
    }
}

extension ImageRequest {
    /// Returns the encodings that may be written. Leaves out encodings that this picture cannot have, opaque or not.
    package func possibleEncodings(_ facts: ImageFacts, layout: ResizeLayout) -> [ImageEncoding] {
        let choices = (facts.isOpaque.map { [$0] } ?? [true, false]).map { opaque in
            var known = facts
            known.isOpaque = opaque
            return FormatChoice(self, layout: layout, facts: known)
        }
        return encodings.filter { encoding in choices.contains { $0.allows(encoding.format) } }
    }
}

extension FormatChoice {
    /// Predicts the finished picture of a request. Unknown opacity counts as transparent.
    init(_ request: ImageRequest, layout: ResizeLayout, facts: ImageFacts) {
        var transparent = !(facts.isOpaque ?? false)
        if layout.isPadded, (request.background?.alpha ?? 0) < 255 { transparent = true }
        var size = layout.canvas
        for processor in request.processors {
            if processor.removesTransparency { transparent = false }
            if processor.mayAddTransparency { transparent = true }
            size = processor.size(of: size, density: request.density)
        }
        if let background = request.background, background.alpha == 255 { transparent = false }
        self.init(
            isTransparent: transparent, frames: request.animation.frame != nil ? 1 : facts.frames, size: size,
            source: facts.type)
    }
}

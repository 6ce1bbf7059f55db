import AlcedoContainers
import AlcedoRecipes

/// Makes the picture of one request from those of the source: crop, pad, process, flatten.
struct PictureMaker {
    let request: ImageRequest
    let index: Int
    let facts: ImageFacts
    /// Faces that the source names, in the upright picture.
    let faces: [FaceRegion]
    let metadata: ImageMetadata
    let limits: ImageLimits

    /// Returns the finished picture in memory, ready for any number of encoders.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    func picture(from source: SourcePictures, by plan: SizePlan) throws -> PixelImage {
        let layout = plan.layouts[index]
        let frames = request.animation.frame != nil ? 1 : facts.frames
        // Only the canvas is checked: the scaled picture may be larger, but only the kept part of it is computed.
        try check(layout.canvas, frames: frames, step: "resize")
        let origin = try layout.cropOrigin ?? interestingOrigin(layout, source, plan)
        let part = CropRectangle(origin: origin, size: layout.kept)
        var image = try source.picture(ResampleTarget(layout.scaled, part: part), color: request.color)
        if let frame = request.animation.frame { image = try image.frame(facts.isAnimated ? frame : 0) }
        if layout.isPadded {
            image = try image.embedded(
                in: layout.canvas, at: layout.canvasOrigin, background: request.background?.ifOpaque)
        }
        let context = ImageProcessingContext(
            source: facts, density: request.density, metadata: metadata)
        for processor in request.processors {
            // Check before allocating: a typo can request more memory than there is.
            try check(
                processor.size(of: image.size, density: request.density), frames: frames,
                step: Self.name(of: processor))
            image = try apply(processor, to: image, context: context)
        }
        // Translucent backgrounds are applied only here. Applied while padding as well, they would be blended twice.
        if let background = request.background { image = try image.flattened(onto: background) }
        return try image.rendered()
    }

    private func check(_ size: PixelSize, frames: Int, step: String) throws(ImagingError) {
        guard limits.allow(size, frames: frames) else {
            let times = frames > 1 ? " in \(frames) frames" : ""
            throw .process(
                step: step,
                reason:
                    "\(size.width)x\(size.height) pixels\(times) are more than the limit of \(limits.pixels) "
                    + "('limits' in the manifest)")
        }
    }

    /// Returns the name of a step in messages: `resize` for `alcedo.resize?width=…`.
    private static func name(of processor: any ProcessorRecipe) -> String {
        let name = processor.identifier.prefix { $0 != "?" }
        return String(name.hasPrefix("alcedo.") ? name.dropFirst(7) : name)
    }

    private func apply(
        _ processor: any ProcessorRecipe, to image: PixelImage, context: ImageProcessingContext
    ) throws -> PixelImage {
        do {
            return try processor.processed(image, context: context)
        } catch let error as ImagingError {
            throw error
        } catch {
            throw ImagingError.process(step: processor.identifier, reason: String(describing: error))
        }
    }

    /// Returns the origin of the most interesting crop in the scaled picture, found in a small one.
    private func interestingOrigin(
        _ layout: ResizeLayout, _ source: SourcePictures, _ plan: SizePlan
    ) throws -> PixelPoint {
        let image = try source.picture(ResampleTarget(plan.analysis), color: .srgb)
        return try image.interestingOrigin(
            for: layout, entropy: request.geometry.position == .entropy, faces: faces)
    }
}

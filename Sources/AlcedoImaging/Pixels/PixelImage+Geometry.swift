import AlcedoContainers
public import AlcedoRecipes
import CVipsShims

extension PixelImage {
    /// Cuts the same part out of each frame.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when the part does not lie within the picture.
    public func cropped(to part: CropRectangle) throws -> PixelImage {
        if part.size == size, part.origin == PixelPoint(x: 0, y: 0) { return self }
        return try eachFrame { frame in
            try frame.derived("crop") { out in
                alcedo_image_crop(
                    frame.handle, Int32(part.origin.x), Int32(part.origin.y), Int32(part.size.width),
                    Int32(part.size.height), out)
            }
        }
    }

    /// Puts each frame on a larger canvas of one color; `nil` for transparent.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when libvips fails.
    public func embedded(in canvas: PixelSize, at origin: PixelPoint, background: SRGBColor?) throws
        -> PixelImage
    {
        let written = background ?? SRGBColor(red: 0, green: 0, blue: 0, alpha: 0)
        var (image, colour) = try ready(for: written)
        if colour.alpha < 255 { image = try image.withAlpha() }
        var values = image.samples(of: colour).map(Double.init)
        if image.hasAlpha { values.append(Double(colour.alpha)) }
        return try image.eachFrame { frame in
            try frame.derived("pad") { out in
                alcedo_image_embed(
                    frame.handle, Int32(origin.x), Int32(origin.y), Int32(canvas.width), Int32(canvas.height),
                    values,
                    Int32(values.count), out)
            }
        }
    }

    /// Turns each frame upright according to an EXIF orientation (1…8).
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when libvips fails.
    public func oriented(_ orientation: Int) throws -> PixelImage {
        if orientation == 1 { return self }
        // Turning reads columns, which only a picture in memory provides.
        let rendered = try rendered()
        return try rendered.eachFrame { frame in
            try frame.derived("orient") { alcedo_image_orient(frame.handle, Int32(orientation), $0) }
        }
    }

    /// Turns each frame, which has alpha, by any angle on a canvas of this size. Its corners stay transparent.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when libvips fails.
    func turned(degrees: Double, canvas: PixelSize) throws -> PixelImage {
        try resampledWithAlpha { image in
            try image.eachFrame { frame in
                try frame.derived("rotate") { out in
                    alcedo_image_turn(frame.handle, degrees, Int32(canvas.width), Int32(canvas.height), out)
                }
            }
        }
    }
}

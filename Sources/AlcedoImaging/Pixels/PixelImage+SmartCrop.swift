import AlcedoContainers
import AlcedoRecipes
import CVipsShims

extension PixelImage {
    /// Returns the picture to analyze for attention and entropy: its first frame in sRGB, no side longer than
    /// `SizePlan.analysisSide`, so that the result does not depend on the requested size.
    func analysed() throws -> PixelImage {
        try rendered().frame(0).toSRGB().resized(to: SizePlan.reduced(size, to: SizePlan.analysisSide))
            .rendered()
    }

    /// Returns the origin of the most interesting part in the scaled picture of `layout`, found on this small one.
    ///
    /// - Parameter faces: Faces that the source names, for attention.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    func interestingOrigin(
        for layout: ResizeLayout, entropy: Bool, faces: [FaceRegion] = []
    ) throws -> PixelPoint {
        // A crop spans one side completely: its proportions decide, not the rounding of the scaled picture.
        let part = layout.kept.fitted(into: size)
        let found =
            entropy
            ? try entropyOrigin(of: part)
            : AttentionMap(try PlaceholderPixels(self)).origin(of: part, faces: faces)
        // Scale free space to free space, so that an edge of the small picture is an edge of the large one.
        func enlarged(_ at: Int, _ smallRoom: Int, _ room: Int) -> Int {
            smallRoom <= 0 ? room / 2 : min(room, (2 * at * room + smallRoom) / (2 * smallRoom))
        }
        return PixelPoint(
            x: enlarged(found.x, size.width - part.width, layout.scaled.width - layout.kept.width),
            y: enlarged(found.y, size.height - part.height, layout.scaled.height - layout.kept.height))
    }

    /// Returns the top left corner of the part of the first frame with the most detail.
    private func entropyOrigin(of part: PixelSize) throws -> PixelPoint {
        let image = try frame(0)
        var left: Int32 = 0
        var top: Int32 = 0
        guard
            alcedo_image_entropy_crop(
                image.handle, Int32(part.width), Int32(part.height), &left, &top) == 0
        else {
            throw ImagingError.process(step: "entropy", reason: Vips.takeError())
        }
        return PixelPoint(x: Int(left), y: Int(top))
    }
}

import AlcedoContainers
import AlcedoRecipes
import CVipsShims

extension PixelImage {
    /// Returns an animation of pictures of equal size and bands.
    ///
    /// - Parameters:
    ///   - frames: At least one; the first frame of each is used.
    ///   - delays: How long each is shown, in milliseconds.
    ///   - loop: The number of repetitions; 0 for endless.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` if there are none, or if they differ in size or bands.
    public static func animation(frames: [PixelImage], delays: [Int], loop: Int = 0) throws -> PixelImage {
        guard let first = frames.first else {
            throw ImagingError.process(step: "animation", reason: "there are no frames")
        }
        guard frames.allSatisfy({ $0.size == first.size && $0.bands == first.bands }) else {
            throw ImagingError.process(step: "animation", reason: "the frames differ in size or channels")
        }
        return try stack(frames.map { try $0.frame(0) }, delays: delays, loop: loop)
    }

    /// Returns one frame as a still picture.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when there is no such frame.
    public func frame(_ index: Int) throws -> PixelImage {
        if frames == 1, index == 0, delays.isEmpty { return self }
        let part = try Self.step("frame") { out in
            alcedo_image_crop(
                handle, 0, Int32(index * frameHeight), Int32(size.width), Int32(frameHeight), out)
        }
        return PixelImage(owning: part)
    }

    /// Applies `body` to each frame separately, so that neighboring pixels never come from another frame.
    func eachFrame(_ body: (PixelImage) throws -> PixelImage) throws -> PixelImage {
        guard frames > 1 else { return try body(self) }
        let results = try (0..<frames).map { try body(frame($0)) }
        return try Self.stack(results, delays: delays, loop: loop)
    }

    private static func stack(_ frames: [PixelImage], delays: [Int], loop: Int) throws -> PixelImage {
        guard let first = frames.first else {
            throw ImagingError.process(step: "animation", reason: "there are no frames")
        }
        let handles: [OpaquePointer?] = frames.map(\.handle)
        let handle = try step("animation") { out in
            handles.withUnsafeBufferPointer { alcedo_image_stack($0.baseAddress, Int32(frames.count), out) }
        }
        return PixelImage(owning: handle, frameHeight: first.size.height, delays: delays, loop: loop)
    }
}

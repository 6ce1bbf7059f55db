public import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes
import CVipsShims

/// A picture, or the recipe for one: operations are cheap, and pixels are computed on demand.
///
/// Every operation returns a new picture and leaves this one unchanged. The frames of an animation are stacked in a
/// single tall picture, each ``frameHeight`` pixels down; operations keep this layout. A picture belongs to the job
/// that made it and does not leave its thread: only encoded bytes cross threads.
public final class PixelImage {
    let handle: OpaquePointer
    let info: alcedo_image_info

    /// Pixels down of one frame.
    public let frameHeight: Int
    /// The duration of each frame in milliseconds; empty for a still picture.
    public let delays: [Int]
    /// The number of repetitions of an animation; 0 for endless.
    public let loop: Int

    /// Where the pixels of a source come from if it was just opened. Operations that leave its pixels as they are keep
    /// it.
    var direct: DirectSource?

    /// Takes ownership of a shim picture.
    ///
    /// - Parameter timing: The picture whose delays and loop count also apply to this one.
    init(owning handle: OpaquePointer, frameHeight: Int? = nil, timing: PixelImage? = nil) {
        var info = alcedo_image_info()
        alcedo_image_describe(handle, &info)
        self.handle = handle
        self.info = info
        self.frameHeight = frameHeight ?? Int(info.height)
        delays = timing?.delays ?? []
        loop = timing?.loop ?? 0
    }

    init(owning handle: OpaquePointer, frameHeight: Int, delays: [Int], loop: Int) {
        var info = alcedo_image_info()
        alcedo_image_describe(handle, &info)
        self.handle = handle
        self.info = info
        self.frameHeight = frameHeight
        self.delays = delays
        self.loop = loop
    }

    deinit {
        alcedo_image_release(handle)
    }

    /// Returns the handle, retained for a second owner.
    func retainedHandle() -> OpaquePointer {
        alcedo_image_retain(handle)
        return handle
    }

    /// Creates a picture from raw pixels.
    ///
    /// - Parameters:
    ///   - pixels: Exactly width × height × ``PixelLayout/bytesPerPixel`` bytes; they are copied.
    ///   - size: The size in pixels.
    ///   - layout: Their layout in memory.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` if the number of bytes is wrong.
    public convenience init(pixels: Data, size: PixelSize, layout: PixelLayout) throws {
        try Vips.start()
        guard size.width > 0, size.height > 0, pixels.count == size.width * size.height * layout.bytesPerPixel
        else {
            throw ImagingError.process(
                step: "pixels",
                reason:
                    "\(pixels.count) bytes are not \(size.width)x\(size.height) pixels of \(layout.rawValue)")
        }
        let handle = try Self.step("pixels") { out in
            pixels.withUnsafeBytes { buffer in
                alcedo_image_from_memory(
                    buffer.baseAddress, buffer.count, Int32(size.width), Int32(size.height),
                    Int32(layout.bands),
                    layout.is16Bit ? 1 : 0, layout.space, out)
            }
        }
        self.init(owning: handle)
    }

    /// The size of one frame.
    public var size: PixelSize { PixelSize(width: Int(info.width), height: frameHeight) }
    /// The number of frames; 1 for a still picture.
    public var frames: Int { frameHeight > 0 ? max(1, Int(info.height) / frameHeight) : 1 }
    /// Whether there is an alpha channel.
    public var hasAlpha: Bool { info.has_alpha != 0 }
    /// Samples per pixel, including alpha.
    public var bands: Int { Int(info.bands) }
    /// Whether samples have 8 bits.
    public var is8Bit: Bool { info.format == ALCEDO_FORMAT_U8 }
    /// Whether the picture is gray.
    public var isGray: Bool { info.space == ALCEDO_SPACE_GREY }

    /// Returns all pixels of all frames, row by row, in the picture's own layout: ``bands`` samples each.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when they cannot be computed.
    public func pixels() throws -> Data {
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard alcedo_image_pixels(handle, &bytes, &count) == 0, let bytes else {
            throw ImagingError.process(step: "pixels", reason: Vips.takeError())
        }
        return Data(
            bytesNoCopy: bytes, count: count, deallocator: .custom { memory, _ in alcedo_free(memory) })
    }

    /// Returns the picture with every pixel computed, so that several results can be made from it.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when a pixel cannot be computed.
    public func rendered() throws -> PixelImage {
        try derived("render") { alcedo_image_copy_memory(handle, $0) }
    }

    // MARK: For the extensions

    /// Calls a shim function that returns a picture.
    static func step(
        _ name: String, _ body: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
    ) throws -> OpaquePointer {
        do {
            return try Vips.image(body)
        } catch {
            throw ImagingError.process(step: name, reason: error.text.isEmpty ? "libvips failed" : error.text)
        }
    }

    /// Returns a picture with the same frames and timing.
    func derived(_ name: String, _ body: (UnsafeMutablePointer<OpaquePointer?>) -> Int32) throws -> PixelImage
    {
        let handle = try Self.step(name, body)
        var info = alcedo_image_info()
        alcedo_image_describe(handle, &info)
        // A step may change the height of the whole strip; the number of frames stays.
        return PixelImage(owning: handle, frameHeight: Int(info.height) / frames, timing: self)
    }
}

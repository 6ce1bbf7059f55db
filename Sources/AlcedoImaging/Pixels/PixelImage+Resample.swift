import AlcedoContainers
public import AlcedoRecipes
import CResample
import CVipsShims

extension ResampleTarget {
    var written: alcedo_resample_target {
        alcedo_resample_target(
            width: Int32(size.width), height: Int32(size.height), left: Int32(part.origin.x),
            top: Int32(part.origin.y), across: Int32(part.size.width), down: Int32(part.size.height))
    }
}

extension PixelImage {
    /// Resamples each frame to exactly this size with premultiplied alpha: Lanczos3 to shrink, bicubic to enlarge.
    /// Computed at once; samples other than 8- and 16-bit ones become 8-bit sRGB first.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when a pixel cannot be computed or memory is short.
    public func resized(to target: PixelSize) throws -> PixelImage {
        if target == size { return self }
        return try resampled(to: [ResampleTarget(target)])[0]
    }

    /// Resamples each frame to several sizes while reading it once, from top to bottom.
    ///
    /// Each result depends on this picture and its own target alone: it is made from the smallest level that is at
    /// least twice as large, of a pyramid of fixed halvings (`CResample`).
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when a pixel cannot be computed or memory is short.
    func resampled(to targets: [ResampleTarget]) throws -> [PixelImage] {
        guard isResizable, bands <= 4 else { return try toSRGB().resampled(to: targets) }
        return try Resampling(of: self, to: targets).run()
    }

    /// The bytes held while a picture is resampled, besides the results.
    static func resamplingMemory(_ size: PixelSize, isDeep: Bool, to targets: [ResampleTarget]) -> Double {
        // Sizes beyond what can be counted are rejected elsewhere.
        guard max(size.width, size.height) <= PixelSize.longestSide else { return 0 }
        var source = alcedo_resample_source(
            width: Int32(size.width), height: Int32(size.height), channels: 4, bytes: isDeep ? 2 : 1,
            has_alpha: 1)
        return alcedo_resample_memory(&source, targets.map(\.written), Int32(targets.count))
    }
}

/// One pass over a picture.
private final class Resampling {
    private let source: PixelImage
    private let targets: [ResampleTarget]
    private let results: [PixelImage]
    private let pixels: [UnsafeMutableRawPointer]
    /// Unless components are resampled apart.
    private var resampler: OpaquePointer?

    init(of source: PixelImage, to targets: [ResampleTarget]) throws {
        self.source = source
        self.targets = targets
        var pixels: [UnsafeMutableRawPointer] = []
        results = try targets.map { target in
            var memory: UnsafeMutableRawPointer?
            let handle = try PixelImage.step("resize") { out in
                alcedo_image_blank(
                    source.handle, Int32(target.part.size.width),
                    Int32(target.part.size.height * source.frames), &memory, out)
            }
            if let memory { pixels.append(memory) }
            return PixelImage(owning: handle, frameHeight: target.part.size.height, timing: source)
        }
        self.pixels = pixels
    }

    deinit { alcedo_resampler_free(resampler) }

    func run() throws -> [PixelImage] {
        if let planes = source.direct?.planes(of: source), planes.resample(to: targets, into: pixels) {
            return results
        }
        var shape = alcedo_resample_source(
            width: Int32(source.size.width), height: Int32(source.frameHeight), channels: Int32(source.bands),
            bytes: source.is8Bit ? 1 : 2, has_alpha: source.hasAlpha ? 1 : 0)
        resampler = alcedo_resampler_new(&shape, targets.map(\.written), Int32(targets.count))
        if resampler == nil { throw ImagingError.process(step: "resize", reason: "out of memory") }
        let take: alcedo_rows = { context, rows, stride, y, count in
            guard let context, let rows else { return }
            Unmanaged<Resampling>.fromOpaque(context).takeUnretainedValue()
                .take(rows, stride: stride, y: Int(y), count: Int(count))
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        if let rows = source.direct?.rows(of: source) {
            rows.read(take, context)
            return results
        }
        let status = alcedo_image_read(source.handle, take, context)
        guard status == 0 else { throw ImagingError.process(step: "resize", reason: Vips.takeError()) }
        return results
    }

    /// Passes on rows, which may belong to several frames.
    private func take(_ rows: UnsafeRawPointer, stride: Int, y: Int, count: Int) {
        var (rows, y, left) = (rows, y, count)
        while left > 0 {
            let (frame, row) = y.quotientAndRemainder(dividingBy: source.frameHeight)
            if row == 0 { begin(frame) }
            let here = min(left, source.frameHeight - row)
            alcedo_resampler_push(resampler, rows, stride, Int32(here))
            (rows, y, left) = (rows + here * stride, y + here, left - here)
        }
    }

    private func begin(_ frame: Int) {
        let bytes = source.bands * (source.is8Bit ? 1 : 2)
        let places = zip(targets, pixels).map { target, memory -> UnsafeMutableRawPointer? in
            memory + frame * target.part.size.width * target.part.size.height * bytes
        }
        alcedo_resampler_begin(resampler, places)
    }
}

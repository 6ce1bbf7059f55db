import AlcedoBase
import CCodecs
import CResample
import CVipsShims

/// The components of a JPEG as they are stored: brightness for each pixel and, mostly, chroma for every fourth.
///
/// They are resampled apart and become RGB at the size of the result, which leaves out most of the work on chroma. Since
/// all of that is linear, the result is that of the decoded picture but for rounding (see `CResample`).
final class JPEGPlanes {
    private let jpeg: OpaquePointer
    private let info: alcedo_jpeg_info
    private let watch: OpaquePointer?

    /// - Parameter image: The picture as libvips has opened it.
    /// - Returns: `nil` for pictures that libvips has to read: other colors and samplings, and damaged headers.
    init?(_ bytes: UnsafeRawBufferPointer, of image: PixelImage, watch: OpaquePointer?) {
        guard image.bands == 3, image.is8Bit, image.frames == 1,
            let jpeg = alcedo_jpeg_open(bytes.baseAddress, bytes.count)
        else { return nil }
        var info = alcedo_jpeg_info()
        alcedo_jpeg_describe(jpeg, &info)
        guard info.width == image.info.width, info.height == image.info.height else {
            alcedo_jpeg_free(jpeg)
            return nil
        }
        (self.jpeg, self.info, self.watch) = (jpeg, info, watch)
    }

    deinit { alcedo_jpeg_free(jpeg) }

    /// Decodes the picture once and resamples it. Called once.
    ///
    /// - Parameter pixels: Memory for each target.
    /// - Returns: Whether the results are complete. If not, something is wrong with the file, and libvips can tell what.
    func resample(to targets: [ResampleTarget], into pixels: [UnsafeMutableRawPointer?]) -> Bool {
        let targets = targets.map(\.written)
        var source = alcedo_plane_source(
            width: info.width, height: info.height, halves_across: info.halves_across,
            halves_down: info.halves_down)
        guard let planes = alcedo_planes_new(&source, targets, Int32(targets.count)) else { return false }
        defer { alcedo_planes_free(planes) }
        alcedo_planes_begin(planes, pixels)
        let pass = Pass(planes, info, watch)
        let status = withExtendedLifetime(pass) {
            alcedo_jpeg_read(
                jpeg,
                { context, plane, rows, y, count in
                    guard let context, let rows else { return }
                    Unmanaged<Pass>.fromOpaque(context).takeUnretainedValue()
                        .take(rows, plane: Int(plane), y: Int(y), count: Int(count))
                }, Unmanaged.passUnretained(pass).toOpaque())
        }
        return status == 0 && alcedo_planes_end(planes) == 0
    }

    /// Passes on rows, and samples of them.
    private final class Pass {
        typealias Rows = UnsafePointer<UnsafePointer<UInt8>?>

        private let planes: OpaquePointer
        private let info: alcedo_jpeg_info
        private let watch: OpaquePointer?
        /// The rows of Cb and Cr at the same height as the next ones of Y.
        private var chroma: [(rows: Rows, count: Int)?] = [nil, nil]

        init(_ planes: OpaquePointer, _ info: alcedo_jpeg_info, _ watch: OpaquePointer?) {
            (self.planes, self.info, self.watch) = (planes, info, watch)
        }

        func take(_ rows: Rows, plane: Int, y: Int, count: Int) {
            alcedo_planes_push(planes, Int32(plane), rows, Int32(count))
            guard plane == 0 else {
                chroma[plane - 1] = (rows, count)
                return
            }
            guard let watch, let cb = chroma[0], let cr = chroma[1] else { return }
            for row in 0..<count where alcedo_watch_wants(watch, Int32(y + row)) != 0 {
                let beside = min(info.halves_down != 0 ? row / 2 : row, cb.count - 1, cr.count - 1)
                guard let light = rows[row], let blue = cb.rows[beside], let red = cr.rows[beside] else {
                    continue
                }
                alcedo_watch_components(watch, light, blue, red, info.halves_across, Int32(y + row))
            }
        }
    }
}

import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CCodecs
import CResample
import CVipsShims

/// The components of a JPEG as they are stored: brightness for each pixel and, mostly, chroma for every fourth.
///
/// They are resampled apart and become RGB at the size of the result, which leaves out most of the work on chroma. Since
/// all of that is linear, the result is that of the decoded picture but for rounding (see `CResample`), and for colors out
/// of range, which decoding cuts off. Where these have any weight, the picture is left to libvips.
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
    /// - Returns: Whether the results are complete. If not, colors are out of range, or something is wrong with the file, and
    ///   libvips can tell what.
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
                    guard let context, let rows else { return 1 }
                    let pass = Unmanaged<Pass>.fromOpaque(context).takeUnretainedValue()
                    pass.take(rows, plane: Int(plane), y: Int(y), count: Int(count))
                    return pass.isInRange ? 0 : 1
                }, Unmanaged.passUnretained(pass).toOpaque())
        }
        return status == 0 && alcedo_planes_end(planes) == 0
    }

    /// Passes on rows, and looks at samples of them.
    private final class Pass {
        typealias Rows = UnsafePointer<UnsafePointer<UInt8>?>

        private let planes: OpaquePointer
        private let info: alcedo_jpeg_info
        private let watch: OpaquePointer?
        /// The rows of Cb and Cr at the same height as the next ones of Y.
        private var chroma: [(rows: Rows, count: Int)?] = [nil, nil]
        private var range: ColorRange

        /// Whether colors out of range, if any, have no weight so far.
        var isInRange: Bool { range.excess <= range.allowed }

        init(_ planes: OpaquePointer, _ info: alcedo_jpeg_info, _ watch: OpaquePointer?) {
            (self.planes, self.info, self.watch) = (planes, info, watch)
            range = ColorRange(width: Int(info.width), height: Int(info.height))
        }

        func take(_ rows: Rows, plane: Int, y: Int, count: Int) {
            alcedo_planes_push(planes, Int32(plane), rows, Int32(count))
            guard plane == 0 else {
                chroma[plane - 1] = (rows, count)
                return
            }
            guard let cb = chroma[0], let cr = chroma[1] else { return }
            for row in 0..<count {
                let isWatched = watch != nil && alcedo_watch_wants(watch, Int32(y + row)) != 0
                guard isWatched || range.wants(y + row) else { continue }
                let beside = min(info.halves_down != 0 ? row / 2 : row, cb.count - 1, cr.count - 1)
                guard let light = rows[row], let blue = cb.rows[beside], let red = cr.rows[beside] else {
                    continue
                }
                if isWatched {
                    alcedo_watch_components(watch, light, blue, red, info.halves_across, Int32(y + row))
                }
                if range.wants(y + row) {
                    range.excess += alcedo_planes_excess(
                        light, blue, red, info.halves_across, info.width, Int32(range.columnStep))
                }
            }
        }
    }

    /// How far the colors of a picture are out of the range of 8 bits, from evenly spaced samples.
    private struct ColorRange {
        private static let rows = 128, columns = 256
        /// The mean of the squares, in levels of 255. Above it, wallpapers were 46 to 54 dB from what the decoded picture
        /// gives, and have 57 to 59 dB if colors are cut off first; below it, they have at least 53 dB (see
        /// `Benchmarks/RESULTS.md`).
        private static let meanSquare = 0.5

        private let rowStep: Int
        let columnStep: Int
        /// Of all samples, so that it does not matter which rows come first.
        let allowed: UInt64
        var excess: UInt64 = 0

        init(width: Int, height: Int) {
            rowStep = (height + Self.rows - 1) / Self.rows
            columnStep = (width + Self.columns - 1) / Self.columns
            let samples = Self.count(height, rowStep) * Self.count(width, columnStep)
            allowed = UInt64(Double(3 * samples) * Self.meanSquare)
        }

        /// The number of samples in the middle of each step.
        private static func count(_ length: Int, _ step: Int) -> Int { (length - step / 2 + step - 1) / step }

        func wants(_ row: Int) -> Bool { row % rowStep == rowStep / 2 }
    }
}

import AlcedoContainers
import AlcedoRecipes
import CCodecs
import CVipsShims

/// The rows of a PNG, decompressed by libdeflate.
final class PNGRows: DirectRows {
    private let png: OpaquePointer
    private let watch: OpaquePointer?

    init?(_ bytes: UnsafeRawBufferPointer, of image: PixelImage, watch: OpaquePointer?) {
        guard let png = alcedo_png_open(bytes.baseAddress, bytes.count) else { return nil }
        self.png = png
        self.watch = watch
        let shape = alcedo_png_describe(png)
        guard shape.width == image.info.width, shape.height == image.info.height,
            shape.channels == image.info.bands,
            image.info.format == (shape.sample_bytes == 1 ? ALCEDO_FORMAT_U8 : ALCEDO_FORMAT_U16)
        else { return nil }
    }

    deinit { alcedo_png_free(png) }

    /// The bytes that the rows of a file hold; 0 if libvips reads it.
    static func memory(_ bytes: UnsafeRawBufferPointer) -> Double {
        Double(alcedo_png_memory(bytes.baseAddress, bytes.count))
    }

    func read(_ take: alcedo_rows, _ context: UnsafeMutableRawPointer) {
        var receiver = Receiver(take: take, context: context, watch: watch)
        alcedo_png_read(
            png,
            { receiver, rows, stride, y, count in
                receiver?.assumingMemoryBound(to: Receiver.self).pointee.pass(rows, stride, y, count)
            }, &receiver)
    }

    private struct Receiver {
        let take: alcedo_rows
        let context: UnsafeMutableRawPointer
        let watch: OpaquePointer?

        func pass(_ rows: UnsafeRawPointer?, _ stride: Int, _ y: Int32, _ count: Int32) {
            if let watch { alcedo_watch_rows(watch, rows, stride, y, count) }
            take(context, rows, stride, y, count)
        }
    }
}

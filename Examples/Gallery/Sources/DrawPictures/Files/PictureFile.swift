import Alcedo
import AlcedoImaging
import Foundation

/// Writes drawings as picture files, with the library whose example this is.
enum PictureFile {
    /// Draws a scene and encodes it.
    static func encode(_ scene: Scene) throws -> Data {
        let frames = scene.draw(scene.size)
        switch scene.kind {
        case .jpeg(let quality, let orientation):
            let stored = Turning.stored(frames[0], orientation: orientation)
            let data = try image(stored.size, stored.rgb8, .rgb8).encoded(as: .jpeg, quality: .lossy(quality))
            return orientation == 1 ? data : OrientationTag.add(orientation, to: data)
        case .cmykJPEG(let quality):
            return try image(scene.size, frames[0].inks8, .cmyk8).encoded(as: .jpeg, quality: .lossy(quality))
        case .alphaPNG:
            return try image(scene.size, frames[0].rgba8, .rgba8).encoded(as: .png)
        case .deepPNG:
            return try image(scene.size, frames[0].rgb16, .rgb16).encoded(as: .png)
        case .animatedGIF(let delay):
            let images = try frames.map { try image(scene.size, $0.rgb8, .rgb8) }
            let delays = Array(repeating: delay, count: images.count)
            return try PixelImage.animation(frames: images, delays: delays).encoded(as: .gif)
        }
    }

    private static func image(_ size: Size, _ pixels: Data, _ layout: PixelLayout) throws -> PixelImage {
        try PixelImage(
            pixels: pixels, size: PixelSize(width: size.width, height: size.height), layout: layout)
    }
}

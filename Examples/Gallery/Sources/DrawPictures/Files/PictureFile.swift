import Foundation

/// Writes drawings as picture files.
enum PictureFile {
    static func write(_ scene: Scene, to path: String) throws {
        let frames = scene.draw(scene.size)
        let raster = frames[0]
        var ppm: Data
        switch scene.kind {
        case .jpeg:
            ppm = Data("P6 \(raster.size.width) \(raster.size.height) 255\n".utf8) + raster.rgb8
        case .cmykJPEG:
            let inks = raster.inks8
            var rgb = Data()
            for i in stride(from: 0, to: inks.count, by: 4) {
                for j in 0..<3 { rgb.append(UInt8((255 - Int(inks[i + j])) * (255 - Int(inks[i + 3])) / 255)) }
            }
            ppm = Data("P6 \(raster.size.width) \(raster.size.height) 255\n".utf8) + rgb
        case .alphaPNG:
            var flat = raster
            for i in flat.pixels.indices {
                let (x, y) = (i % flat.size.width, i / flat.size.width)
                let back: Float = (x / 40 + y / 40) % 2 == 0 ? 0.9 : 0.6
                let c = flat.pixels[i]
                flat.pixels[i] = c * c.w + SIMD4(repeating: back * (1 - c.w))
            }
            ppm = Data("P6 \(raster.size.width) \(raster.size.height) 255\n".utf8) + flat.rgb8
        case .deepPNG:
            var samples = raster.rgb16
            for i in stride(from: 0, to: samples.count, by: 2) { samples.swapAt(i, i + 1) }
            ppm = Data("P6 \(raster.size.width) \(raster.size.height) 65535\n".utf8) + samples
        case .animatedGIF:
            ppm = Data("P6 \(raster.size.width) \(raster.size.height) 255\n".utf8) + raster.rgb8
        }
        try ppm.write(to: URL(fileURLWithPath: path + ".ppm"))
    }
}

package import AlcedoBase
import AlcedoContainers
package import AlcedoRecipes
import CCodecs
import CVipsShims

extension EngineIdentity {
    /// Returns a digest of libvips's version and of a fixed picture, resampled and encoded by each saver.
    ///
    /// libvips does not report the versions of its encoders, but a different encoder gives different bytes. Starts
    /// libvips and encodes six small pictures: about 40 ms. Cache the result under ``libraryStamp()``.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError`` when libvips cannot be started or cannot resample.
    package static func compute() throws -> ContentDigest {
        try Vips.start()
        var fields = FieldWriter()
        fields.write("alcedo engine")
        fields.write(schema)
        fields.write(libraryVersion)
        fields.write(EngineIdentity.callsCodecs ? String(cString: alcedo_png_library()) : "")
        let picture = try testPicture()
        fields.write(try picture.resized(to: PixelSize(width: 40, height: 40)).pixels())
        for format in OutputFormat.allCases {
            fields.write(format.rawValue)
            // On the whole picture, the search for a palette took twice as long as everything else together.
            let shown = format == .gif ? try picture.cropped(to: middle) : picture
            // A saver that does not work counts as missing.
            fields.writeOptional(try? shown.encoded(as: format)) { $0.write($1) }
        }
        return fields.digest
    }

    /// 32 × 32 pixels of the test picture that include slopes, edges, and noise.
    private static let middle = CropRectangle(
        origin: PixelPoint(x: 16, y: 16), size: PixelSize(width: 32, height: 32))

    /// Returns 64 × 64 pixels with slopes, edges, and noise, so that every part of an encoder is exercised.
    private static func testPicture() throws -> PixelImage {
        var pixels = Data(capacity: 64 * 64 * 3)
        var noise: UInt32 = 1
        for y in 0..<64 {
            for x in 0..<64 {
                noise = noise &* 1_664_525 &+ 1_013_904_223
                pixels.append(UInt8(x * 4))
                pixels.append(UInt8(x / 8 % 2 == y / 8 % 2 ? 230 : 20))
                pixels.append(y < 32 ? UInt8(y * 8) : UInt8(noise >> 24))
            }
        }
        return try PixelImage(pixels: pixels, size: PixelSize(width: 64, height: 64), layout: .rgb8)
    }
}

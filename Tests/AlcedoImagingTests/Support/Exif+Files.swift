import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation

extension ExifBytes {
    /// A block that says only how the picture has to be turned.
    static func orientation(_ value: Int) -> Data {
        var exif = ExifBytes()
        exif.image = [0x0112: exif.short(value)]
        return exif.tiff
    }
}

/// Puts an EXIF block into a JPEG, as its first segment (Exif 2.3, 4.7.2).
func jpeg(_ file: Data, exif: Data) -> Data {
    let content = Array("Exif\0\0".utf8) + exif
    let segment = [0xFF, 0xE1] + PNGFile.big(content.count + 2, 2) + content
    return file.prefix(2) + Data(segment) + file.dropFirst(2)
}

import CVipsShims
import Foundation

extension Image {
    /// A blob that the source carried: `exif-data`, `xmp-data`, `iptc-data` or `icc-profile-data`, as libvips
    /// names them. Only pictures that were made from a decoded one without a resize in memory still have it.
    func blob(_ name: String) -> [UInt8]? {
        var bytes: UnsafeRawPointer?
        var count = 0
        guard alcedo_image_blob(handle, name, &bytes, &count) == 0, let bytes else { return nil }
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    }
}

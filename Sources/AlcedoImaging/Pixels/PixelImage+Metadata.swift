import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

extension PixelImage {
    /// Returns a blob of the source by libvips's name: `exif-data`, `xmp-data`, `iptc-data` or `icc-profile-data`. Kept
    /// by pictures made from the decoded one without a resize in memory.
    func blob(_ name: String) -> [UInt8]? {
        var bytes: UnsafeRawPointer?
        var count = 0
        guard alcedo_image_blob(handle, name, &bytes, &count) == 0, let bytes else { return nil }
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    }
}

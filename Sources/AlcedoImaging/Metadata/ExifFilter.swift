public import Foundation

/// Makes the EXIF block of a written picture from its source's, as ``MetadataPolicy`` asks.
///
/// The results begin with `Exif` and two zero bytes; ``ContainerCleaner/inserting(exif:into:format:)`` takes them
/// as they are. Neither holds a position, a thumbnail or an orientation that would turn upright pixels again.
public enum ExifFilter {
    /// A block with the artist and the copyright only.
    ///
    /// - Parameter exif: The source's block, with or without the prefix.
    /// - Returns: `nil` if it names neither, or is no EXIF block.
    public static func copyright(from exif: Data) -> Data? {
        guard let block = ExifBlock(exif) else { return nil }
        for directory in ExifBlock.Directory.allCases where directory != .image {
            block.removeEntries(of: directory) { _ in true }
        }
        block.removeThumbnail()
        block.removeEntries(of: .image) { entry in
            guard entry.tag == ExifTagNumber.artist || entry.tag == ExifTagNumber.copyright else {
                return true
            }
            // Cameras fill these with spaces until somebody sets them.
            return ExifText.parts(entry.bytes).allSatisfy { $0 == nil }
        }
        return block.encoded()
    }

    /// A block with everything that may be told and is still true.
    ///
    /// Left out are the GPS directory; blocks in formats of their own, in which a position may hide (MakerNote,
    /// XMP, IPTC, Photoshop, DNGPrivateData); the thumbnail; and what describes the source's file and not the
    /// photograph (its size, coding and colour space, the subject's place in its pixels). The orientation, if
    /// there is one, becomes 1: written pixels are upright.
    ///
    /// - Parameter exif: The source's block, with or without the prefix.
    /// - Returns: `nil` if nothing is left, or it is no EXIF block.
    public static func all(from exif: Data) -> Data? {
        guard let block = ExifBlock(exif) else { return nil }
        block.removeEntries(of: .gps) { _ in true }
        block.removeEntries(of: .interoperability) { _ in true }
        block.removeThumbnail()
        for directory in [ExifBlock.Directory.image, .exif] {
            block.removeEntries(of: directory) {
                ExifTagNumber.opaqueBlocks.contains($0.tag) || ExifTagNumber.coding.contains($0.tag)
            }
        }
        block.resetOrientation()
        return block.encoded()
    }
}

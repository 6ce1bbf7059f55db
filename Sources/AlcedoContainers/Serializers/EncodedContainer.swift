package import AlcedoBase
package import AlcedoRecipes

/// The container of the files of one format: compressed pixels, and what is around them.
package protocol EncodedContainer: SendableMetatype {
    /// Returns the file with nothing but the picture and the parts to keep.
    static func cleaned(_ data: Data, keeping parts: ContainerParts) throws(ContainerError) -> Data

    /// Returns the file with this EXIF block (a TIFF structure) and this XMP packet in place of its own.
    static func inserting(tiff: Data?, xmp: Data?, into data: Data) throws(ContainerError) -> Data

    /// Returns the EXIF block of a file; `nil` without one, or if the format itself turns its picture.
    static func exif(in data: Data) throws(ContainerError) -> Data?

    /// Checks that everything the file speaks of is in it: brands, references, places, lengths, counts and checksums. Pixels
    /// are not decoded.
    ///
    /// Programs differ in what they forgive, so that a file which one of them opens is not thereby whole.
    static func check(_ data: Data) throws(ContainerError)

    /// Returns a source's file, cleaned, for publication as it is; `nil` if a file with these options differs from it.
    static func original(
        _ data: Data, keeping parts: ContainerParts, _ options: EncoderOptions
    ) throws(ContainerError) -> Data?
}

extension EncodedContainer {
    static func exif(in data: Data) throws(ContainerError) -> Data? { nil }

    /// The cleaned file.
    static func original(
        _ data: Data, keeping parts: ContainerParts, _ options: EncoderOptions
    ) throws(ContainerError) -> Data? { try cleaned(data, keeping: parts) }
}

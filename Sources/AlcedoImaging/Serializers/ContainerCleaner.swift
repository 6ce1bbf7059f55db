public import Foundation

/// Cuts away what an encoded file carries besides its picture, without touching the picture.
///
/// Encoders add more than is asked for: libvips 8.14.1 writes an EXIF block into every WebP, and the source's own
/// with its position, whatever it is told. Here the container is taken apart by its own grammar and put together
/// from the parts that are wanted; compressed pixels are copied as they are.
public enum ContainerCleaner {
    /// The file with nothing in it but the picture and the parts that are kept.
    ///
    /// What decides pixels always stays: a JPEG's Adobe marker, a PNG's transparency and frames, a GIF's delays
    /// and loop count, an AVIF's alpha and turns. Bytes after the end of the picture are dropped. Cleaning twice changes
    /// nothing more. The ICC profile of a JPEG XL is coded with its pixels, and stays.
    ///
    /// - Parameters:
    ///   - data: One whole file.
    ///   - format: What it is.
    ///   - parts: What is kept besides the picture, if it is there.
    /// - Throws: ``ContainerError`` when the bytes are not such a file, or an AVIF is a sequence or has parts of unknown kinds.
    public static func clean(
        _ data: Data, format: OutputFormat, keeping parts: ContainerParts
    ) throws(ContainerError) -> Data {
        switch format {
        case .jpeg: try ContainerJPEG(data).encoded(keeping: parts)
        case .png: try ContainerPNG(data).encoded(keeping: parts)
        case .webp: try ContainerWebP(data).encoded(keeping: parts)
        case .gif: try ContainerGIF.cleaned(data, keeping: parts)
        case .avif: try ISOMediaPicture(data).encoded(keeping: parts)
        case .jxl: try ContainerJXL.cleaned(data)
        }
    }

    /// The file with this EXIF block and this XMP packet in place of any that it had. JPEG, PNG, WebP and GIF are
    /// cleaned of everything but ``ContainerParts/all``.
    ///
    /// - Parameters:
    ///   - exif: A TIFF structure, with or without `Exif` and two zero bytes before it. A GIF has no place for it.
    ///   - xmp: A packet in UTF-8.
    ///   - data: One whole file. An AVIF or JPEG XL has neither yet.
    ///   - format: What it is.
    /// - Throws: ``ContainerError`` when the bytes are not such a file, or when a block is too long for it (65,527
    ///   bytes of EXIF or 65,504 of XMP in a JPEG).
    public static func inserting(
        exif: Data? = nil, xmp: Data? = nil, into data: Data, format: OutputFormat
    ) throws(ContainerError) -> Data {
        let prefix = Data("Exif\0\0".utf8)
        let tiff = exif.map { $0.starts(with: prefix) ? $0.dropFirst(prefix.count) : $0 }
        switch format {
        case .jpeg:
            var file = try ContainerJPEG(data)
            if let tiff { try file.setEXIF(prefix + tiff) }
            if let xmp { try file.setXMP(xmp) }
            return file.encoded(keeping: .all)
        case .png:
            var file = try ContainerPNG(data)
            if let tiff { file.setEXIF(tiff) }
            if let xmp { file.setXMP(xmp) }
            return file.encoded(keeping: .all)
        case .webp:
            var file = try ContainerWebP(data)
            if let tiff { file.setEXIF(tiff) }
            if let xmp { file.setXMP(xmp) }
            return file.encoded(keeping: .all)
        case .gif:
            guard let xmp else { return try clean(data, format: .gif, keeping: .all) }
            return try ContainerGIF.inserting(xmp: xmp, into: data)
        case .avif:
            var file = try ContainerISOMedia(data)
            if let tiff { try file.addEXIF(tiff) }
            if let xmp { try file.addXMP(xmp) }
            return file.encoded()
        case .jxl:
            var file = try ContainerJXL(data)
            if let tiff { file.addEXIF(tiff) }
            if let xmp { file.addXMP(xmp) }
            return file.encoded()
        }
    }
}

/// What a file may keep besides its picture.
public struct ContainerParts: OptionSet, Hashable, Sendable {
    /// One bit for each part.
    public let rawValue: UInt8

    /// Takes the bits as they are.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The EXIF block, with everything in it.
    public static let exif = ContainerParts(rawValue: 1)
    /// The XMP packet.
    public static let xmp = ContainerParts(rawValue: 2)
    /// Photoshop's block with IPTC fields, in a JPEG.
    public static let iptc = ContainerParts(rawValue: 4)
    /// The ICC profile; in a PNG also the chunks that say the colour space without one.
    public static let colorProfile = ContainerParts(rawValue: 8)
    /// All of these. Other extras (comments, thumbnails, dates, resolutions) are never kept.
    public static let all: ContainerParts = [.exif, .xmp, .iptc, .colorProfile]
}

/// Bytes that are not a file of the format they should be.
public struct ContainerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The format that was expected.
    public var format: OutputFormat
    /// What is wrong, with the offset in bytes where there is one.
    public var reason: String

    /// `webp: the file ends within a chunk, at byte 30`.
    public var description: String { "\(format.rawValue): \(reason)" }
}

package import AlcedoBase
import AlcedoRecipes

extension ImageFacts {
    /// How many bytes of a file ``init(beginning:bytes:)`` takes. Profiles and previews may stand before the size.
    package static let beginning = EncodedShape.window

    /// Reads what the beginning of a file says of the picture, for estimates: no library is started, nothing is decoded,
    /// and what a build finds may differ.
    ///
    /// - Parameters:
    ///   - beginning: The first ``beginning`` bytes of the file, or all of it.
    ///   - bytes: The size of the file.
    /// - Returns: `nil` if they do not contain the size.
    package init?(beginning: [UInt8], bytes: Int) {
        guard let type = ImageType.sniff(Data(beginning.prefix(1024))) else { return nil }
        let found = beginning.withUnsafeBytes { buffer -> (PixelSize, Int)? in
            let header = EncodedHeader(bytes: buffer)
            // A HEIC names its sizes as an AVIF does.
            let format: OutputFormat? = type == .heic ? .avif : OutputFormat(rawValue: type.rawValue)
            // Of a picture in tiles the whole is the largest.
            let sizes = (format.flatMap { header.sizes($0) } ?? []).filter {
                Self.sides.contains($0.width) && Self.sides.contains($0.height)
            }
            guard let size = sizes.max(by: { $0.width * $0.height < $1.width * $1.height }) else {
                return nil
            }
            return (size, type == .jpeg ? JPEGSegments.orientation(in: buffer) : 1)
        }
        guard let (stored, orientation) = found else { return nil }
        let size = orientation >= 5 ? stored.transposed : stored
        self.init(
            type: type, width: size.width, height: size.height,
            frames: Self.frames(type, beginning, area: size.width * size.height, bytes: bytes),
            orientation: orientation)
    }

    /// The sides of pictures that libvips opens (`VIPS_MAX_COORD`): areas of others may be beyond all numbers.
    private static let sides = 1...10_000_000

    /// Guesses the facts of a file from its type and its size, without reading it.
    package init(guessing type: ImageType, bytes: Int) {
        let side = (Double(min(bytes, 1 << 30)) * Self.pixelsPerByte(type)).squareRoot()
        // 3:2, as most cameras have it.
        self.init(
            type: type, width: max(1, Int(side * 1.22)), height: max(1, Int(side / 1.22)), isOpaque: true)
    }

    /// The number of frames, guessed from the size of an animation.
    private static func frames(_ type: ImageType, _ beginning: [UInt8], area: Int, bytes: Int) -> Int {
        // RFC 9649, 2.7.1: the flag of an animation.
        let isAnimated = type == .gif || type == .webp && beginning.count > 20 && beginning[20] & 2 != 0
        guard isAnimated else { return 1 }
        return min(1000, max(1, Int(Double(min(bytes, 1 << 30)) * pixelsPerByte(type) / Double(area))))
    }

    private static func pixelsPerByte(_ type: ImageType) -> Double {
        switch type {
        case .png: 0.6
        case .gif: 2
        case .webp: 6
        case .avif: 10
        case .heic, .jxl: 8
        case .tiff, .bmp: 0.4
        case .jp2: 4
        case .svg, .pdf: 20
        default: 3
        }
    }
}

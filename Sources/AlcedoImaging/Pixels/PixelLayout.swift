import AlcedoContainers
import AlcedoRecipes
import CVipsShims

/// Layout of raw pixels in memory: row by row from the top, without padding, the samples of a pixel side by side.
public enum PixelLayout: String, Hashable, Sendable, CaseIterable {
    /// One byte.
    case gray8
    /// One byte, then alpha.
    case graya8
    /// Red, green, blue; a byte each.
    case rgb8
    /// Red, green, blue, straight alpha; a byte each.
    case rgba8
    /// Red, green, blue; 16 bits each, in the machine's byte order.
    case rgb16
    /// Red, green, blue, straight alpha; 16 bits each, in the machine's byte order.
    case rgba16
    /// Cyan, magenta, yellow, black; a byte each, 255 for full ink.
    case cmyk8

    /// Samples per pixel.
    public var bands: Int {
        switch self {
        case .gray8: 1
        case .graya8: 2
        case .rgb8, .rgb16: 3
        case .rgba8, .rgba16, .cmyk8: 4
        }
    }

    /// Bytes per pixel.
    public var bytesPerPixel: Int { is16Bit ? bands * 2 : bands }

    var is16Bit: Bool { self == .rgb16 || self == .rgba16 }

    var space: alcedo_space {
        switch self {
        case .gray8, .graya8: ALCEDO_SPACE_GREY
        case .rgb8, .rgba8, .rgb16, .rgba16: ALCEDO_SPACE_RGB
        case .cmyk8: ALCEDO_SPACE_CMYK
        }
    }
}

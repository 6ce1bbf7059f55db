import AlcedoBase
import AlcedoRecipes

/// The meaning of a picture's samples where code points (ITU-T H.273) and not a profile define it.
package struct ColorCoding: Hashable {
    /// Transfer function from light to signal.
    package enum Transfer: Hashable {
        /// IEC 61966-2-1.
        case sRGB
        /// A power of the signal; 1 for linear light.
        case gamma(Double)
        /// SMPTE 240M: the curve of BT.709 with other constants.
        case smpte240
        /// SMPTE ST 428-1: a power of 2.6, with white at 48 of 52.37.
        case cinema
        /// SMPTE ST 2084: light of up to 10,000 cd/m².
        case pq
        /// Hybrid log-gamma of ITU-R BT.2100.
        case hlg
    }

    package var primaries: Chromaticities
    package var transfer: Transfer
    /// Whether black is at 16 and white at 235 of 255.
    package var isLimited = false
    /// The brightest light in the picture in cd/m², if specified.
    package var peak: Double?

    /// Whether the picture may contain light beyond the range of sRGB.
    package var isHDR: Bool { transfer == .pq || transfer == .hlg }

    /// Creates a coding from code points.
    ///
    /// - Parameters:
    ///   - primaries: `ColourPrimaries` of H.273. Undefined values count as sRGB.
    ///   - transfer: `TransferCharacteristics`. Undefined values count as sRGB.
    ///   - isCamera: Whether the curves of television cameras count as sRGB: browsers show AVIF this way, and PNG as a
    ///     television would.
    init(primaries: Int, transfer: Int, isCamera: Bool) {
        self.primaries = .coded(primaries) ?? .sRGB
        self.transfer =
            switch transfer {
            case 4: .gamma(2.2)
            case 5: .gamma(2.8)
            case 7: .smpte240
            case 8: .gamma(1)
            case 16: .pq
            case 17: .cinema
            case 18: .hlg
            case 1, 6, 11, 14, 15: isCamera ? .sRGB : .gamma(2.4)
            default: .sRGB
            }
    }

    package init(primaries: Chromaticities, transfer: Transfer) {
        self.primaries = primaries
        self.transfer = transfer
    }
}

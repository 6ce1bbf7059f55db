import Foundation

/// What the numbers of a picture mean, where that is said by code points (ITU-T H.273) and not by a profile.
struct ColorCoding: Hashable {
    /// How light becomes a signal.
    enum Transfer: Hashable {
        /// IEC 61966-2-1.
        case sRGB
        /// A power of the signal; 1 for light itself.
        case gamma(Double)
        /// SMPTE 240M, which has the curve of BT.709 with other numbers.
        case smpte240
        /// SMPTE ST 2084: light of up to 10,000 cd/m².
        case pq
        /// ITU-R BT.2100's hybrid log-gamma.
        case hlg
    }

    var primaries: Chromaticities
    var transfer: Transfer
    /// Whether black is at 16 and white at 235 of 255.
    var isLimited = false
    /// The brightest light in the picture in cd/m², where that is said.
    var peak: Double?

    /// Whether it has light beyond what sRGB shows.
    var isHDR: Bool { transfer == .pq || transfer == .hlg }

    /// What a picture's code points mean.
    ///
    /// - Parameters:
    ///   - primaries: `ColourPrimaries` of H.273. Those without a meaning count as sRGB's.
    ///   - transfer: `TransferCharacteristics`. Those without a meaning count as sRGB's.
    ///   - isCamera: Whether the curves of television cameras count as sRGB's: browsers show AVIF so, and PNG as a
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
            case 18: .hlg
            case 1, 6, 11, 14, 15: isCamera ? .sRGB : .gamma(2.4)
            default: .sRGB
            }
    }

    init(primaries: Chromaticities, transfer: Transfer) {
        self.primaries = primaries
        self.transfer = transfer
    }
}

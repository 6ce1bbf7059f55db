extension ImageProcessors {
    /// Ways of combining two pictures, by the names of the W3C's *Compositing and Blending Level 1* and of libvips.
    ///
    /// The "source" is the picture being applied, the "destination" the picture below.
    public enum BlendMode: String, Hashable, Sendable, CaseIterable, Codable {
        /// Nothing is left.
        case clear
        /// Only the source.
        case source
        /// The source over the destination: the default.
        case over
        /// The source where the destination is.
        case `in`
        /// The source where the destination is not.
        case out
        /// The source over the destination, only where the destination is.
        case atop
        /// Only the destination.
        case destination = "dest"
        /// The source under the destination.
        case destinationOver = "dest-over"
        /// The destination where the source is.
        case destinationIn = "dest-in"
        /// The destination where the source is not.
        case destinationOut = "dest-out"
        /// The destination over the source, only where the source is.
        case destinationAtop = "dest-atop"
        /// Each where the other is not.
        case xor
        /// The sum of light and coverage.
        case add
        /// As much of the source as fits beside the destination.
        case saturate
        /// The product: never lighter than either.
        case multiply
        /// The inverted product of the inverses: never darker than either.
        case screen
        /// Multiplies dark and screens light parts of the destination.
        case overlay
        /// The darker of each channel.
        case darken
        /// The lighter of each channel.
        case lighten
        /// Lightens the destination to reflect the source.
        case colorDodge = "colour-dodge"
        /// Darkens the destination to reflect the source.
        case colorBurn = "colour-burn"
        /// Multiplies dark and screens light parts of the source.
        case hardLight = "hard-light"
        /// Like a diffuse light from the source.
        case softLight = "soft-light"
        /// The absolute difference of the two.
        case difference
        /// Like difference, with less contrast.
        case exclusion

        /// Whether an opaque destination may come out with transparent pixels.
        public var mayAddTransparency: Bool {
            switch self {
            case .clear, .source, .in, .out, .destinationIn, .destinationOut, .destinationAtop, .xor: true
            default: false
            }
        }

        /// Whether an opaque source makes any destination opaque.
        var fillsWithOpaqueSource: Bool {
            switch self {
            case .clear, .in, .out, .atop, .destination, .destinationIn, .destinationOut, .xor: false
            default: true
            }
        }
    }
}

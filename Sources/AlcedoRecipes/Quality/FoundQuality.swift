extension EncodedImage {
    /// The quality that a target led to.
    public struct FoundQuality: Hashable, Sendable, Codable {
        /// Why the search ended there.
        public enum Outcome: String, Hashable, Sendable, Codable {
            /// The score is at least the target's.
            case reached
            /// No quality that may be used reaches the target: this is the best.
            case missed
            /// The quality is the one that would be used without a target, which is not reached.
            case unchanged
            /// The limit on the size of the file allows no better one.
            case limited
            /// The picture is too small to be scored, or goes into pages: the quality is that of average photographs.
            case average
        }

        /// The score to reach.
        public var target: Int
        /// The quality on the encoder's scale; `nil` for lossless.
        public var quality: Int?
        /// Whether colors were stored at full resolution because the target cannot be reached otherwise.
        public var hasFullChroma: Bool
        /// The SSIMULACRA 2 score of the file, the lowest of its frames that were looked at; `nil` if there was no look.
        public var score: Double?
        /// How often the picture was encoded, without drafts.
        public var encodes: Int
        /// Why the search ended there.
        public var outcome: Outcome

        /// Describes a quality.
        public init(
            target: Int, quality: Int?, hasFullChroma: Bool = false, score: Double?, encodes: Int,
            outcome: Outcome
        ) {
            self.target = target
            self.quality = quality
            self.hasFullChroma = hasFullChroma
            self.score = score
            self.encodes = encodes
            self.outcome = outcome
        }
    }
}

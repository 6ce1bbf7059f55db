import CMetric

/// A quality by what it looks like: the score that a file has beside the picture that it shows, whatever the picture and the
/// format.
///
/// Scores are those of SSIMULACRA 2.1. An encoder's own number means something else in every format and for every picture: at
/// JPEG 80 photographs have scores from 66 to 88, at AVIF 50 from 51 to 84.
public struct QualityTarget: Hashable, Sendable, Codable {
    /// The score to reach, 1…100.
    public var score: Int
    /// The lowest quality that may be used, on the encoder's scale; `nil` for the format's own.
    public var min: Int?
    /// The highest quality that may be used, on the encoder's scale; `nil` for the format's own. A file that would need more
    /// has a warning.
    public var max: Int?
    /// The quality that would be used without a target, on the encoder's scale: the target only lowers it, and a file that
    /// would need more is as it would be without. `nil` for none.
    public var atMost: Int?

    /// Creates a target.
    public init(_ score: Int, min: Int? = nil, max: Int? = nil, atMost: Int? = nil) {
        self.score = score
        self.min = min
        self.max = max
        self.atMost = atMost
    }
}

extension QualityTarget {
    /// Everything that decides what is found, but for the picture and the encoder.
    var identifier: String {
        let bounds = [("min", min), ("max", max), ("at-most", atMost)].compactMap { name, bound in
            bound.map { ",\(name) \(String($0))" }
        }
        return "target \(String(score))\(bounds.joined()),search \(String(Self.searchVersion)),"
            + "metric \(String(Self.metricVersion))"
    }

    /// Raised when the search finds other qualities. Together with the version of the metric, part of every file's recipe.
    private static let searchVersion = 2
    package static let metricVersion = Int(ALCEDO_METRIC_VERSION)

    /// A score with a name.
    public enum Level: String, Hashable, Sendable, CaseIterable {
        /// 60: differences are visible, and do not disturb.
        case medium
        /// 70: good for most photographs on pages.
        case high
        /// 80: differences are hard to find.
        case veryHigh = "very-high"
        /// 85.
        case excellent
        /// 90: no difference is visible side by side.
        case visuallyLossless = "visually-lossless"

        /// The score.
        public var score: Int {
            switch self {
            case .medium: 60
            case .high: 70
            case .veryHigh: 80
            case .excellent: 85
            case .visuallyLossless: 90
            }
        }
    }

    /// Creates a target with a named score.
    public init(_ level: Level) { self.init(level.score) }
}

import AlcedoRecipes

/// What a score means, in the words of the manifest's quality targets.
enum ScoreWords {
    /// `high: good for most photographs on pages`
    static func of(_ score: Double) -> String {
        if score >= 100 { return "no difference" }
        let level = QualityTarget.Level.allCases.filter { Double($0.score) <= score }.max {
            $0.score < $1.score
        }
        guard let level else { return score < 30 ? "low: much is lost" : "below medium: differences disturb" }
        return level.rawValue + ": " + meaning(level)
    }

    private static func meaning(_ level: QualityTarget.Level) -> String {
        switch level {
        case .medium: "differences are visible, and do not disturb"
        case .high: "good for most photographs on pages"
        case .veryHigh: "differences are hard to find"
        case .excellent: "differences are very hard to find"
        case .visuallyLossless: "no difference is visible side by side"
        }
    }
}

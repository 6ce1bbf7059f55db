import Alcedo
import AlcedoImaging

extension JSONLine {
    private struct Comparison: Encodable {
        var score: Double
        var meaning: String
        var width, height: Int
    }

    /// Returns the event for the result of `alcedo compare`.
    ///
    /// - Parameter score: As it is printed.
    static func of(_ comparison: PictureComparison, score: Double) -> String {
        line(
            "comparison",
            Comparison(
                score: score, meaning: ScoreWords.of(score), width: comparison.width,
                height: comparison.height))
    }
}

import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// What an average photograph loses at each quality of an encoder: ln(100.5 − score).
struct QualityCurve: Hashable {
    private let losses: [Double]

    /// - Parameter knots: Losses at some qualities, ascending; between two of them, the curve is a line.
    init(_ knots: [(quality: Int, loss: Double)]) {
        losses = (0...100).map { quality in
            let next = knots.firstIndex { $0.quality >= quality } ?? knots.count - 1
            let (before, after) = (knots[max(0, next - 1)], knots[max(1, next)])
            let share = Double(quality - before.quality) / Double(max(1, after.quality - before.quality))
            return before.loss + share * (after.loss - before.loss)
        }
    }

    /// The loss at a quality, 1…100.
    subscript(quality: Int) -> Double { losses[min(max(quality, 1), 100)] }

    /// Returns the lowest quality with at most this loss, or 100.
    func quality(for loss: Double) -> Int { (1...100).first { losses[$0] <= loss } ?? 100 }

    static func loss(of score: Double) -> Double { log(100.5 - min(score, 100)) }
}

import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// Finds the lowest quality that reaches a score, with few tries.
///
/// A picture's loss, ln(100.5 − score), follows that of an average photograph (`QualityCurve`) with an offset of its own,
/// which the first try shows. Two tries give a slope as well, and those on both sides of the target are a bracket. Nothing is
/// taken for granted: scores do not always grow with quality, so only what was measured counts.
///
/// ```swift
/// var search = QualitySearch(curve: .jpeg, target: 75, window: 1, range: 20...97)
/// while let quality = search.next { search.add(try probe(quality)) }
/// let smallest = search.best
/// ```
struct QualitySearch {
    /// A file that was made and scored.
    struct Probe: Hashable {
        var quality: Int
        var bytes: Int
        var score: Double
    }

    /// Tries that are made to come closer. One more is made if none of them reaches the target, that with the highest quality, and
    /// two more if what reaches it is far above.
    static let most = 4
    static let mostFromAfar = 6

    /// From how many windows above the target a score is far above it, and from how many below a try has missed by far.
    private static let far = 4.0

    /// Where in the window tries are aimed at. Near its lower end: more tries miss, but what is above the target costs bytes.
    private static let aim = 0.2

    let curve: QualityCurve
    let target: Double
    /// How far above the target a score is close enough.
    let window: Double
    let range: ClosedRange<Int>
    /// The picture's loss beside the curve's, as far as it is known before the first try.
    var offset = 0.0
    /// How fast the picture's loss falls beside the curve's, as far as it is known before two tries.
    var slope = 1.0
    private(set) var probes: [Probe] = []

    init(curve: QualityCurve, target: Double, window: Double, range: ClosedRange<Int>) {
        self.curve = curve
        self.target = target
        self.window = window
        self.range = range
    }

    mutating func begin(with draft: QualityDraft) { (offset, slope) = (draft.offset, draft.slope) }

    mutating func add(_ probe: Probe) { probes.append(probe) }

    /// The smallest file that reaches the target.
    var best: Probe? {
        probes.filter { $0.score >= target }.min { ($0.bytes, $0.quality) < ($1.bytes, $1.quality) }
    }

    /// The file with the highest score.
    var nearest: Probe? {
        probes.max { ($0.score, -$0.bytes) < ($1.score, -$1.bytes) }
    }

    /// The quality to try next; `nil` when the search is over.
    var next: Int? {
        if let best, best.score <= target + window { return nil }
        let enough = probes.filter { $0.score >= target }.map(\.quality).min()
        let tooLittle = probes.filter { $0.score < target && $0.quality < enough ?? .max }.map(\.quality)
            .max()
        let low = tooLittle.map { $0 + 1 } ?? range.lowerBound
        let high = enough.map { $0 - 1 } ?? range.upperBound
        guard low <= high else { return nil }
        if probes.count >= Self.most {
            if enough == nil { return probes.count == Self.most ? high : nil }
            guard let best, best.score > target + window * Self.far, probes.count < Self.mostFromAfar else {
                return nil
            }
            return (low + high) / 2
        }
        // Whoever missed twice is unlike others: with a margin.
        let misses = Double(enough == nil ? max(0, probes.count - 1) : 0)
        let isFar = probes.allSatisfy { $0.score < target - window * Self.far }
        let goal = QualityCurve.loss(of: Swift.min(target + window * (Self.aim + misses), 100))
        let wanted = curve.quality(for: place(of: goal))
        // Far from the curve's slope, steps that follow it would be too small.
        return Swift.min(Swift.max(wanted, misses > 0 && isFar ? (low + high) / 2 : low), high)
    }

    /// The loss on the curve at which this picture should have a loss of `goal`.
    private func place(of goal: Double) -> Double {
        let points = probes.map { (x: curve[$0.quality], y: QualityCurve.loss(of: $0.score)) }
            .sorted { abs($0.y - goal) < abs($1.y - goal) }
        guard let first = points.first else { return goal - offset }
        let others = points.dropFirst()
        if let other = others.first(where: { ($0.y - goal) * (first.y - goal) < 0 }) {
            return first.x + (goal - first.y) * (other.x - first.x) / (other.y - first.y)
        }
        var slope = slope
        if let other = others.first, other.x != first.x { slope = (other.y - first.y) / (other.x - first.x) }
        // What is noise between two close tries is no slope.
        return first.x + (goal - first.y) / Swift.min(Swift.max(slope, 0.4), 2.5)
    }
}

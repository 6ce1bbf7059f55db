import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// The search for a quality, on pictures that are made of numbers: what a file would have for bytes and score is known for every
/// quality, so the best answer is, too.
@Suite struct QualitySearchTests {
    /// A picture whose loss follows a curve with an offset and a slope of its own, and is not smooth.
    struct Simulated {
        var scores: [Double]
        var bytes: [Int]

        init(curve: QualityCurve, using random: inout SeededGenerator) {
            let offset = Double.random(in: -0.7...0.7, using: &random)
            let slope = Double.random(in: 0.75...1.3, using: &random)
            let middle = curve[75]
            var noise: [Double] = []
            for _ in 0...100 { noise.append(Double.random(in: -0.012...0.012, using: &random)) }
            scores = (0...100).map { quality in
                100.5 - exp(middle + slope * (curve[quality] - middle) + offset + noise[quality])
            }
            // 6 % for a point of score, as measured at 70…86.
            bytes = scores.map { Int(20_000 * exp(0.06 * ($0 - 70))) }
        }

        func probe(_ quality: Int) -> QualitySearch.Probe {
            .init(quality: quality, bytes: bytes[quality], score: scores[quality])
        }

        func smallest(_ range: ClosedRange<Int>, _ target: Double) -> Int? {
            range.filter { scores[$0] >= target }.map { bytes[$0] }.min()
        }
    }

    static let curves: [(name: String, curve: QualityCurve, range: ClosedRange<Int>)] = [
        ("jpeg", .jpeg, 20...97), ("webp", .webp, 20...98), ("avif", .avif, 10...90), ("jxl", .jxl, 20...98),
    ]

    @Test(arguments: curves.map(\.name))
    func almostTheSmallestFileThatReachesATargetIsFoundInFewTries(name: String) throws {
        let (_, curve, range) = try #require(Self.curves.first { $0.name == name })
        var random = SeededGenerator(seed: 25)
        var (tries, reachable, most, excess) = (0, 0, 0, 0.0)
        for number in 0..<600 {
            let picture = Simulated(curve: curve, using: &random)
            let target = Double([60, 70, 75, 80, 85][number % 5])
            var search = QualitySearch(curve: curve, target: target, window: 1, range: range)
            while let quality = search.next {
                #expect(range.contains(quality) && !search.probes.contains { $0.quality == quality })
                search.add(picture.probe(quality))
            }
            most = max(most, search.probes.count)
            if let smallest = picture.smallest(range, target) {
                let best = try #require(search.best, "\(name) \(number): nothing reaches \(target)")
                #expect(best.score >= target)
                reachable += 1
                tries += search.probes.count
                excess += Double(best.bytes) / Double(smallest) - 1
            } else {
                #expect(search.best == nil)
                #expect(search.probes.contains { $0.quality == range.upperBound })
                #expect(search.nearest?.score == search.probes.map(\.score).max())
            }
        }
        #expect(reachable > 450)
        #expect(most <= QualitySearch.mostFromAfar)
        #expect(Double(tries) / Double(reachable) < 2.9)
        // Half a point too much is 3 %.
        #expect(excess / Double(reachable) < 0.035)
    }

    @Test(arguments: curves.map(\.name))
    func aLowerTargetDoesNotCostMore(name: String) throws {
        let (_, curve, range) = try #require(Self.curves.first { $0.name == name })
        var random = SeededGenerator(seed: 31)
        for number in 0..<300 {
            let picture = Simulated(curve: curve, using: &random)
            var before = 0
            for target in stride(from: 10.0, through: 90, by: 10) {
                var search = QualitySearch(curve: curve, target: target, window: 1, range: range)
                while let quality = search.next { search.add(picture.probe(quality)) }
                #expect(search.probes.count <= QualitySearch.mostFromAfar)
                guard let best = search.best else { continue }
                // Steps are not monotone, so that a little more is no fault.
                #expect(Double(best.bytes) >= Double(before) * 0.8, "\(name) \(number) \(target)")
                #expect(
                    best.score < target + 8 || best.quality <= range.lowerBound + 2
                        || search.probes.count == QualitySearch.mostFromAfar,
                    "\(name) \(number) \(target)")
                before = best.bytes
            }
        }
    }

    @Test func theAveragePictureTakesOneTry() throws {
        for (name, curve, range) in Self.curves {
            var search = QualitySearch(curve: curve, target: 75, window: 1.5, range: range)
            let quality = try #require(search.next)
            search.add(.init(quality: quality, bytes: 1, score: 100.5 - exp(curve[quality])))
            #expect(search.next == nil, "\(name)")
            #expect(search.best?.quality == quality)
        }
    }

    @Test func whatIsKnownBeforeSavesATry() {
        var random = SeededGenerator(seed: 7)
        var atOnce = 0
        for _ in 0..<50 {
            let offset = Double.random(in: -0.6...0.6, using: &random)
            var search = QualitySearch(curve: .avif, target: 70, window: 1.5, range: 1...100)
            search.offset = offset
            let quality = search.next ?? 0
            let score = 100.5 - exp(QualityCurve.avif[quality] + offset)
            search.add(.init(quality: quality, bytes: 1, score: score))
            if search.next == nil { atOnce += 1 }
            #expect(score >= 70)
        }
        // Where a step of quality is more than the window, it takes another one.
        #expect(atOnce >= 45)
    }

    @Test func aScoreThatNeverChangesEndsTheSearch() {
        for score in [-50.0, 40, 75.5, 99] {
            var search = QualitySearch(curve: .webp, target: 75, window: 1, range: 30...90)
            while let quality = search.next {
                search.add(.init(quality: quality, bytes: quality, score: score))
            }
            #expect(search.probes.count <= QualitySearch.mostFromAfar)
            #expect((search.best != nil) == (score >= 75))
        }
    }

    @Test func aBoundIsNeverCrossed() {
        for range in [50...50, 1...20, 95...100] {
            var search = QualitySearch(curve: .jpeg, target: 75, window: 1, range: range)
            while let quality = search.next {
                #expect(range.contains(quality))
                search.add(.init(quality: quality, bytes: quality, score: Double(quality)))
            }
            #expect(!search.probes.isEmpty)
        }
    }

    @Test func curvesFallWithQuality() {
        for (name, curve, _) in Self.curves {
            for quality in 2...100 { #expect(curve[quality] < curve[quality - 1], "\(name) \(quality)") }
            for quality in 1...100 {
                #expect(curve.quality(for: curve[quality]) == quality, "\(name) \(quality)")
            }
        }
    }
}

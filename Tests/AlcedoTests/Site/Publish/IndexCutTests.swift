import Foundation
import Testing

@testable import Alcedo

/// Where an index is cut depends on the ids alone, and a change of one of them stays where it is.
@Suite struct IndexCutTests {
    private let ids = (0..<20_000).map { String(format: "photos/%06d.jpg", $0 * 7) }

    private func parts(_ ids: [String], _ size: Int) -> [[String]] {
        IndexCut(size: size).ranges(of: ids).map { Array(ids[$0]) }
    }

    @Test(arguments: [1, 3, 10, 100, 1000]) func partsHaveAboutTheSize(_ size: Int) {
        let parts = parts(ids, size)
        #expect(parts.flatMap(\.self) == ids)
        let counts = parts.dropLast().map(\.count)
        #expect(counts.allSatisfy { $0 >= size / 2 && $0 <= max(1, 2 * size) })
        let average = Double(ids.count) / Double(parts.count)
        #expect(average > 0.7 * Double(size) && average < 1.3 * Double(size))
    }

    @Test func anAddedImageChangesFewParts() {
        let before = Set(parts(ids, 100))
        var changed: [Int] = []
        for number in 0..<40 {
            var ids = ids
            ids.insert(String(format: "photos/%06d.jpg", number * 3500 + 3), at: number * 500 + 1)
            #expect(ids == ids.sorted())
            changed.append(parts(ids, 100).count { !before.contains($0) })
        }
        // Some cross a boundary that depends on the count, and the cuts meet again soon.
        #expect(changed.min() == 1)
        #expect(Double(changed.reduce(0, +)) / 40 < 2)
        #expect(changed.allSatisfy { $0 < 12 })
    }

    @Test func withoutImagesThereAreNoParts() {
        #expect(parts([], 10).isEmpty)
        #expect(parts(["a"], 10) == [["a"]])
    }
}

import Testing

@testable import Alcedo

/// Shards are even, and stay as they are when something is added.
@Suite struct ShardPartitionTests {
    /// A generator with a known sequence.
    struct Sequence: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    /// Sources whose work differs by up to 16 times, most of it in the outputs.
    static func units(_ count: Int, seed: UInt64 = 1, isDivisible: Bool = false) -> [ShardPartition.Unit] {
        var generator = Sequence(state: seed)
        return (0..<count).map { number in
            let size = Double.random(in: 0.25...1, using: &generator)
            return ShardPartition.Unit(
                hash: ShardPartition.hash(of: "photos/\(number).jpg"), common: size * 0.05,
                own: size * size * 2,
                isDivisible: isDivisible)
        }
    }

    /// 15 outputs of one source, as widths and formats have them.
    static func pieces(_ seconds: Double) -> [Double] {
        let weights = [0.01, 0.05, 0.12, 0.2, 0.5].flatMap { [$0 * 0.75, $0 * 0.2, $0 * 0.05] }
        return weights.map { $0 * seconds / 0.88 }
    }

    @Test(arguments: [(1000, 16), (1000, 8), (10_000, 16), (10_000, 100), (300, 16)])
    func manySourcesAreEven(_ count: Int, _ shards: Int) {
        let partition = ShardPartition(Self.units(count), among: shards)
        #expect(partition.unevenness < 1.05)
        #expect(Set(partition.places) == Set((0..<shards).map { .whole($0) }))
    }

    @Test(arguments: [2, 8, 16, 41]) func fewLargeSourcesAreDivided(_ shards: Int) {
        let units = Self.units(41, isDivisible: true)
        let partition = ShardPartition(units, among: shards) { Self.pieces(units[$0].own) }
        #expect(partition.unevenness < 1.1)
        // What is done twice is little.
        let once = units.reduce(0) { $0 + $1.seconds }
        #expect(partition.loads.reduce(0, +) < once * 1.05)
    }

    @Test func piecesAddUp() {
        let units = Self.units(41, isDivisible: true)
        let partition = ShardPartition(units, among: 16) { Self.pieces(units[$0].own) }
        var loads = [Double](repeating: 0, count: 16)
        for (unit, place) in zip(units, partition.places) {
            switch place {
            case .whole(let shard): loads[shard] += unit.seconds
            case .divided(let shards):
                #expect(shards.count == 15)
                for shard in Set(shards) { loads[shard] += unit.common }
                for (piece, shard) in zip(Self.pieces(unit.own), shards) { loads[shard] += piece }
            }
        }
        for (own, said) in zip(loads, partition.loads) { #expect(abs(own - said) < 1e-9) }
    }

    @Test func addingASourceMovesFewOthers() {
        let units = Self.units(1000)
        let before = ShardPartition(units, among: 16).places
        var moved: [Int] = []
        for number in 0..<40 {
            var generator = Sequence(state: UInt64(number) + 100)
            var more = units
            let place = Int.random(in: 0...1000, using: &generator)
            let size = Double.random(in: 0.25...1, using: &generator)
            more.insert(
                ShardPartition.Unit(
                    hash: ShardPartition.hash(of: "new/\(number).jpg"), common: size * 0.05,
                    own: size * size * 2),
                at: place)
            var after = ShardPartition(more, among: 16).places
            after.remove(at: place)
            moved.append(zip(before, after).count { $0 != $1 })
        }
        // At most 5 percent in the worst case, and 1 percent on average.
        #expect((moved.max() ?? 0) <= 50)
        #expect(moved.reduce(0, +) <= 40 * 10)
    }

    @Test func theOrderOfSourcesDoesNotMatter() {
        let units = Self.units(500)
        let places = ShardPartition(units, among: 7).places
        #expect(ShardPartition(units.reversed(), among: 7).places.reversed() == places)
    }

    @Test func theResultIsTheSameEverywhere() {
        // Computed once; another machine, compiler or version has to come to the same.
        let places = ShardPartition(Self.units(12), among: 4).places
        #expect(
            places.map { if case .whole(let shard) = $0 { shard } else { -1 } } == Self.known,
            "\(places)")
    }
    static let known = [3, 2, 1, 0, 2, 3, 0, 2, 1, 3, 0, 3]

    @Test func nothingAndOneShardAreFine() {
        #expect(ShardPartition([], among: 3).unevenness == 1)
        #expect(
            ShardPartition(Self.units(5), among: 1).places == [
                .whole(0), .whole(0), .whole(0), .whole(0), .whole(0),
            ])
        let idle = ShardPartition.Unit(hash: 7, common: 0, own: 0)
        #expect(ShardPartition([idle, idle], among: 3).places.count == 2)
    }
}

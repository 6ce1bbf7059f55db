import AlcedoBase

/// Divides units of work among shards: a pure function of the units, so that every shard computes the same.
///
/// Each unit goes to the shard that ranks highest for it (rendezvous hashing) among those that have room for it, the
/// largest units first. A shard has room up to slightly more than its share. The hash alone decides for most units, so a unit that
/// is added moves few others; the bound makes the shards even. A unit that fits nowhere is divided into its pieces.
struct ShardPartition: Sendable {
    /// One unit: a source.
    struct Unit: Sendable {
        /// Decides, with the number of a shard, how high the shard ranks.
        var hash: UInt64
        /// Work that is done wherever a part of the unit is made, in seconds.
        var common: Double
        /// The rest of the work, in seconds.
        var own: Double
        /// Whether its pieces may go to different shards.
        var isDivisible = false

        var seconds: Double { common + own }
    }

    /// Where a unit went.
    enum Place: Hashable, Sendable {
        /// All of it to one shard, counted from 0.
        case whole(Int)
        /// Its pieces to these shards.
        case divided([Int])
    }

    /// The places of the units, in their order.
    private(set) var places: [Place]
    /// The estimated work of each shard, in seconds.
    private(set) var loads: [Double]

    /// A shard may have this many times its share.
    private static let margin = 1.02
    /// The room is rounded up to a power of this number. Without that, each unit that is added would change it, and move others.
    private static let grid = 1.02

    /// - Parameters:
    ///   - count: The number of shards.
    ///   - pieces: Returns the seconds of each piece of a unit, for its position in the list.
    init(_ units: [Unit], among count: Int, pieces: (Int) -> [Double] = { _ in [] }) {
        places = [Place](repeating: .whole(0), count: units.count)
        loads = [Double](repeating: 0, count: count)
        let room = Self.room(units.reduce(0) { $0 + $1.seconds }, count)
        let salts = (0..<count).map { Self.mixed(UInt64($0)) }
        let order = units.indices.sorted { left, right in
            // Equal for identical units only, which are interchangeable; then the earlier one comes first.
            (units[right].seconds, units[left].hash, left) < (units[left].seconds, units[right].hash, right)
        }
        for index in order {
            let unit = units[index]
            if let shard = best(unit.hash, unit.seconds, room, salts) {
                loads[shard] += unit.seconds
                places[index] = .whole(shard)
                continue
            }
            // Where most of the work is in common, dividing costs more than it evens out.
            let pieces = unit.isDivisible && unit.own > unit.common ? pieces(index) : []
            if pieces.count > 1 {
                places[index] = .divided(divide(unit, pieces, room, salts))
            } else {
                let shard = leastLoaded(adding: { _ in unit.seconds })
                loads[shard] += unit.seconds
                places[index] = .whole(shard)
            }
        }
    }

    /// The work of the slowest shard, divided by that of an average one.
    var unevenness: Double {
        let total = loads.reduce(0, +)
        return total > 0 ? (loads.max() ?? 0) * Double(loads.count) / total : 1
    }

    private static func room(_ total: Double, _ count: Int) -> Double {
        let room = total / Double(count) * margin
        guard room > 0 else { return 0 }
        // By multiplication, which is the same on every machine, and not by logarithms.
        var step = 1.0
        if room > 1 {
            while step < room { step *= grid }
        } else {
            while step / grid >= room { step /= grid }
        }
        return step
    }

    /// Returns the shard that ranks highest for a hash among those with room, or `nil` if none has room.
    private func best(
        _ hash: UInt64, _ seconds: Double, _ room: Double, _ salts: [UInt64],
        among isEligible: (Int) -> Bool = { _ in true }
    ) -> Int? {
        var best: (shard: Int, rank: UInt64)?
        for shard in loads.indices where loads[shard] + seconds <= room && isEligible(shard) {
            let rank = Self.mixed(hash ^ salts[shard])
            if best.map({ rank > $0.rank }) ?? true { best = (shard, rank) }
        }
        return best?.shard
    }

    /// Returns the shard that has the least work after it has taken on some more.
    private func leastLoaded(adding seconds: (Int) -> Double) -> Int {
        // The first of equal ones.
        var best = 0
        for shard in loads.indices where loads[shard] + seconds(shard) < loads[best] + seconds(best) {
            best = shard
        }
        return best
    }

    /// Distributes the pieces of a unit, preferably among shards that have some of them, since each has to do what they have
    /// in common.
    private mutating func divide(
        _ unit: Unit, _ pieces: [Double], _ room: Double, _ salts: [UInt64]
    ) -> [Int] {
        var shards = [Int](repeating: 0, count: pieces.count)
        var holders: Set<Int> = []
        for piece in pieces.indices.sorted(by: { (pieces[$1], $0) < (pieces[$0], $1) }) {
            let seconds = pieces[piece]
            let shard =
                best(unit.hash, seconds, room, salts) { holders.contains($0) }
                ?? best(unit.hash, seconds + unit.common, room, salts)
                ?? leastLoaded(adding: { holders.contains($0) ? seconds : seconds + unit.common })
            if holders.insert(shard).inserted { loads[shard] += unit.common }
            loads[shard] += seconds
            shards[piece] = shard
        }
        return shards
    }

    /// Spreads the bits of a number (the finalizer of SplitMix64: Steele, Lea and Flood, 2014).
    private static func mixed(_ number: UInt64) -> UInt64 {
        var bits = number &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

extension ShardPartition {
    /// Returns the hash of a unit with this name: the first bytes of its SHA-256 digest.
    static func hash(of name: String) -> UInt64 {
        ContentDigest(hashing: name).firstWord
    }
}

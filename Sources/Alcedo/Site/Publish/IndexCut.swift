import AlcedoBase

/// Cuts a sorted list of ids into parts.
///
/// An id begins a part because of its own digest, not of its position: an image that is added or removed changes the part
/// that it is in, and seldom the next ones.
struct IndexCut: Hashable, Sendable {
    /// Average number of ids in a part. Parts have at least half as many, and at most twice as many, but for the last one.
    let size: Int

    /// Returns the parts, in the order of the ids.
    func ranges(of ids: [String]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        for place in ids.indices {
            let count = place - start
            guard count >= 2 * size || count >= least && begins(ids[place]) else { continue }
            ranges.append(start..<place)
            start = place
        }
        if start < ids.count { ranges.append(start..<ids.count) }
        return ranges
    }

    private var least: Int { max(1, size / 2) }

    /// Whether an id begins a part, provided that the part before it is long enough. The chance is such that parts have
    /// ``size`` ids on average.
    private func begins(_ id: String) -> Bool {
        let number = ContentDigest(hashing: id).hex.prefix(8)
        return UInt32(number, radix: 16).map { $0 % UInt32(size - least + 1) == 0 } ?? false
    }
}

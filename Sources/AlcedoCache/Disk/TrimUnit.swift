import AlcedoBase
import Foundation

/// What is trimmed together: bytes with the records that lead to them, or a record by itself.
struct TrimUnit {
    /// One file, as it was when it was looked at.
    struct File {
        var path: String
        var status: FileStatus
    }

    var records: [File] = []
    var blob: File?
    /// What it holds or is about.
    var digests: [ContentDigest] = []
    /// The bytes that a record leads to and that are not there.
    var missing: ContentDigest?
    /// Whether nobody can use it, so that it goes whatever the limits are.
    var isUseless = false

    init(blob: File, digests: [ContentDigest]) {
        self.blob = blob
        self.digests = digests
    }

    init(records: [File]) {
        self.records = records
    }

    /// In the order in which they are removed.
    var files: [File] { records + [blob].compactMap(\.self) }
    var entries: Int { records.count + (blob == nil ? 0 : 1) }
    var bytes: Int { files.reduce(0) { $0 + $1.status.size } }
    /// Nanoseconds since 1970.
    var lastUse: Int { files.reduce(0) { max($0, $1.status.modified) } }

    func isKept(by roots: Set<ContentDigest>) -> Bool {
        !isUseless && !digests.isEmpty && digests.allSatisfy(roots.contains)
    }
}

/// Decides, from the least recently used on, what has to leave.
struct TrimRound {
    let units: [TrimUnit]
    /// Bytes of all units.
    let bytes: Int
    private let unused: Bool
    private let oldest: Double?
    private let target: Int?
    private var left: Int
    private var next = 0

    init(units: [TrimUnit], limits: CacheLimits, unused: Bool, now: Date) {
        // What is useless first; of equals the larger one, and then by name, so that it is the same one every time.
        self.units = units.sorted { one, other in
            if one.isUseless != other.isUseless { return one.isUseless }
            if one.lastUse != other.lastUse { return one.lastUse < other.lastUse }
            if one.bytes != other.bytes { return one.bytes > other.bytes }
            return one.files[0].path < other.files[0].path
        }
        let bytes = units.reduce(0) { $0 + $1.bytes }
        self.bytes = bytes
        self.unused = unused
        // An age may be far longer than whole nanoseconds count.
        oldest = limits.maxAge.map { (now.timeIntervalSince1970 - $0) * 1e9 }
        // 90 % in two steps, which no number overflows.
        target = limits.maxSize.flatMap { bytes > $0 ? $0 / 10 * 9 + $0 % 10 * 9 / 10 : nil }
        left = bytes
    }

    /// The next that should go, as if it went.
    mutating func nextToLeave() -> TrimUnit? {
        while next < units.count {
            let unit = units[next]
            let isTooOld = oldest.map { Double(unit.lastUse) < $0 } ?? false
            let isTooMuch = target.map { left > $0 } ?? false
            guard unit.isUseless || unused || isTooOld || isTooMuch else { return nil }
            next += 1
            left -= unit.bytes
            return unit
        }
        return nil
    }

    /// Says that a unit had to stay.
    mutating func keep(_ unit: TrimUnit) {
        left += unit.bytes
    }
}

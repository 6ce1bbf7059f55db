import AlcedoBase

/// Entries that are trimmed together: bytes with the records that refer to them, or a single record.
struct TrimUnit {
    /// A file with the status that was read for the decision.
    struct File {
        var path: String
        var status: FileStatus
    }

    var records: [File] = []
    var blob: File?
    /// The digests of its contents and its subject.
    var digests: [ContentDigest] = []
    /// The bytes that the record refers to, if they are missing.
    var missing: ContentDigest?
    /// Whether the unit cannot be used any more and is removed regardless of the limits.
    var isUseless = false

    init(blob: File, digests: [ContentDigest]) {
        self.blob = blob
        self.digests = digests
    }

    init(records: [File]) {
        self.records = records
    }

    /// All files, in the order of removal.
    var files: [File] { records + [blob].compactMap(\.self) }
    var entries: Int { records.count + (blob == nil ? 0 : 1) }
    var bytes: Int { files.reduce(0) { $0.addingClamped($1.status.size) } }
    /// The last use, in nanoseconds since 1970.
    var lastUse: Int { files.reduce(0) { max($0, $1.status.modified) } }

    func isKept(by roots: Set<ContentDigest>) -> Bool {
        !isUseless && !digests.isEmpty && digests.allSatisfy(roots.contains)
    }
}

/// Selects the units to remove, from the least recently used on.
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
        // Useless units first; ties go to the larger unit, then by name, so that the order is deterministic.
        self.units = units.sorted { one, other in
            if one.isUseless != other.isUseless { return one.isUseless }
            if one.lastUse != other.lastUse { return one.lastUse < other.lastUse }
            if one.bytes != other.bytes { return one.bytes > other.bytes }
            return one.files[0].path < other.files[0].path
        }
        let bytes = units.reduce(0) { $0.addingClamped($1.bytes) }
        self.bytes = bytes
        self.unused = unused
        // An age may exceed the range of integer nanoseconds.
        oldest = limits.maxAge.map { (now.timeIntervalSince1970 - $0) * 1e9 }
        // 90 %, in two steps to avoid overflow.
        target = limits.maxSize.flatMap { bytes > $0 ? $0 / 10 * 9 + $0 % 10 * 9 / 10 : nil }
        left = bytes
    }

    /// Returns the next unit to remove, and counts it as removed.
    mutating func nextToLeave() -> TrimUnit? {
        while next < units.count {
            let unit = units[next]
            let isTooOld = oldest.map { Double(unit.lastUse) < $0 } ?? false
            let isTooMuch = target.map { left > $0 } ?? false
            guard unit.isUseless || unused || isTooOld || isTooMuch else { return nil }
            next += 1
            left = left.addingClamped(-unit.bytes)
            return unit
        }
        return nil
    }

    /// Counts a unit as kept after all.
    mutating func keep(_ unit: TrimUnit) {
        left = left.addingClamped(unit.bytes)
    }
}

import AlcedoRecipes

/// The numeric entries of a TIFF or BigTIFF directory (TIFF 6.0, section 2).
struct TIFFDirectory {
    private struct Entry {
        var size: Int
        var count: Int
        var place: Int
        var isFraction: Bool
    }

    private let bytes: UnsafeRawBufferPointer
    private let isBigEndian: Bool
    private var entries: [Int: Entry] = [:]
    /// The offset of the directory after this one; 0 for the last.
    let next: Int

    /// Reads the entries, as far as they lie within the file; `nil` if there is no directory.
    ///
    /// - Parameter place: The offset of a directory other than the first.
    init?(_ bytes: UnsafeRawBufferPointer, at place: Int? = nil) {
        guard bytes.count >= 16, [0x49, 0x4D].contains(bytes[0]), bytes[0] == bytes[1] else { return nil }
        let isBigEndian = bytes[0] == 0x4D
        func number(_ at: Int, _ count: Int) -> Int {
            Self.number(bytes, at, count, isBigEndian: isBigEndian)
        }
        // BigTIFF stores offsets and counts in eight bytes.
        let isLarge = number(2, 2) == 43
        let wide = isLarge ? 8 : 4
        let start = place ?? number(isLarge ? 8 : 4, wide)
        let countSize = isLarge ? 8 : 2
        guard start >= 8, start <= bytes.count - countSize else { return nil }
        let length = 4 + 2 * wide
        let count = min(number(start, countSize), (bytes.count - start - countSize) / length, 65_535)
        for index in 0..<count {
            let at = start + countSize + index * length
            // Integers of one, two, four and eight bytes, text, and fractions of two four-byte integers.
            let kind = number(at + 2, 2)
            guard let size = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 13: 4, 16: 8][kind] else { continue }
            let values = number(at + 4, wide)
            let isInside = values <= wide / size
            let place = isInside ? at + 4 + wide : number(at + 4 + wide, wide)
            let tag = number(at, 2)
            if entries[tag] == nil {
                entries[tag] = Entry(size: size, count: values, place: place, isFraction: kind == 5)
            }
        }
        let end = start + countSize + count * length
        next = end <= bytes.count - wide ? number(end, wide) : 0
        (self.bytes, self.isBigEndian) = (bytes, isBigEndian)
    }

    /// Reads the directory of a page, counted from 0; `nil` if the file has fewer pages.
    init?(_ bytes: UnsafeRawBufferPointer, page: Int) {
        guard var directory = TIFFDirectory(bytes) else { return nil }
        for _ in 0..<page {
            guard let next = TIFFDirectory(bytes, at: directory.next) else { return nil }
            directory = next
        }
        self = directory
    }

    /// Returns this directory's own sub-directories (tag 330), at most eight.
    var parts: [TIFFDirectory] { numbers(330).prefix(8).compactMap { TIFFDirectory(bytes, at: $0) } }

    /// Returns the directory at the offset in a tag of this one, such as that of the camera's settings.
    func part(_ tag: Int) -> TIFFDirectory? {
        numbers(tag).first.flatMap { TIFFDirectory(bytes, at: $0) }
    }

    /// Returns the directories that follow this one, at most eight.
    var followers: [TIFFDirectory] {
        var found: [TIFFDirectory] = []
        while found.count < 8, let following = TIFFDirectory(bytes, at: (found.last ?? self).next) {
            found.append(following)
        }
        return found
    }

    /// Whether the tag is present with a supported numeric type.
    func has(_ tag: Int) -> Bool { entries[tag] != nil }

    /// Returns the integers of a tag, at most a million, as far as they lie within the file.
    func numbers(_ tag: Int) -> [Int] {
        guard let entry = entries[tag], !entry.isFraction else { return [] }
        return places(of: entry).map { number($0, entry.size) }
    }

    /// Returns the numbers of a tag, which may be fractions; none if any denominator is 0.
    func fractions(_ tag: Int) -> [Double] {
        guard let entry = entries[tag] else { return [] }
        guard entry.isFraction else { return numbers(tag).map(Double.init) }
        let values = places(of: entry).map { (above: number($0, 4), below: number($0 + 4, 4)) }
        return values.contains { $0.below == 0 } ? [] : values.map { Double($0.above) / Double($0.below) }
    }

    private func places(of entry: Entry) -> [Int] {
        guard entry.place <= bytes.count else { return [] }
        let count = min(entry.count, (bytes.count - entry.place) / entry.size, 1_000_000)
        return (0..<count).map { entry.place + $0 * entry.size }
    }

    private func number(_ at: Int, _ count: Int) -> Int {
        Self.number(bytes, at, count, isBigEndian: isBigEndian)
    }

    private static func number(
        _ bytes: UnsafeRawBufferPointer, _ at: Int, _ count: Int, isBigEndian: Bool
    ) -> Int {
        var value: UInt64 = 0
        for index in 0..<count {
            value = value << 8 | UInt64(bytes[at + (isBigEndian ? index : count - 1 - index)])
        }
        return Int(clamping: value)
    }
}

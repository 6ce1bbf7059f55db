/// The value of a `Range` field (RFC 9110, 14.2), for one range of bytes.
enum ByteRange: Hashable {
    case part(Range<Int>)
    /// It begins after the end.
    case impossible
    /// Several ranges, or another unit: the field is ignored.
    case whole

    static func parse(_ text: String, of bytes: Int) -> ByteRange {
        guard text.hasPrefix("bytes="), !text.contains(",") else { return .whole }
        let ends = text.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return .whole }
        let (first, last) = (Int(ends[0]), Int(ends[1]))
        switch (ends[0].isEmpty, ends[1].isEmpty) {
        case (true, false):
            guard let last, last >= 0 else { return .whole }
            return last == 0 || bytes == 0 ? .impossible : .part(max(0, bytes - last)..<bytes)
        case (false, _):
            guard let first, first >= 0, ends[1].isEmpty || (last ?? -1) >= first else { return .whole }
            return first >= bytes
                ? .impossible : .part(first..<min(bytes, last.map { $0 == .max ? $0 : $0 + 1 } ?? bytes))
        case (true, true): return .whole
        }
    }
}

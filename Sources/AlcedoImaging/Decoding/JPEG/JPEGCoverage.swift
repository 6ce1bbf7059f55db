/// How much of a JPEG its coded data hold.
///
/// libjpeg fills in what is missing and warns once for each place, whether a block is missing there or most of the
/// picture. So its scans are followed, as it follows them.
struct JPEGCoverage {
    /// Rows of pixels.
    let height: Int
    /// What is missing of the pixels: in the only scan, or the first one of a component.
    private(set) var pixels = Gap()
    /// What is missing of their finer steps: in later scans of a progressive file.
    private(set) var detail = Gap()
    /// The share that may be wrong.
    private(set) var doubtfulShare = 0.0
    /// Whether a component has no data at all.
    private(set) var lacksComponent = false
    /// Whether scans that complete the picture are not there.
    private(set) var lacksScans = false

    /// What is missing, as far as it is known.
    struct Gap {
        var share = 0.0
        var rows = 0
        var isAtEnd = false

        fileprivate mutating func add(_ gaps: JPEGScanGaps, _ height: Int) {
            share = max(share, gaps.missingShare)
            rows = max(rows, gaps.missingRows(of: height))
            isAtEnd = isAtEnd || gaps.endIsMissing
        }

        /// Whether this is more than a few blocks: the last row of them, or the twentieth part.
        var isLarge: Bool { isAtEnd || share >= 0.05 }
    }

    /// - Parameters:
    ///   - bytes: The file.
    ///   - followsCodes: Whether gaps within scans are looked for, which takes about as long as decoding; otherwise only
    ///     scans that are not there.
    /// - Returns: `nil` for a kind whose codes are not followed here.
    init?(_ bytes: UnsafeRawBufferPointer, followsCodes: Bool) {
        // Arithmetic codes are not followed, but their scans are headed like others.
        let kinds: [UInt8] = followsCodes ? [0xC0, 0xC1, 0xC2] : [0xC0, 0xC1, 0xC2, 0xC9, 0xCA]
        guard let frame = JPEGFrame(bytes), kinds.contains(frame.marker), frame.precision == 8,
            frame.height > 0,
            frame.width > 0
        else { return nil }
        height = frame.height
        var tables = JPEGTables()
        var filled = frame.components.map { component in
            [UInt64](
                repeating: 0,
                count: followsCodes && frame.isProgressive ? component.columns * component.rows : 0)
        }
        // The lowest bit that has been sent of each coefficient of each component.
        var sent = frame.components.map { _ in [Int?](repeating: nil, count: 64) }
        var segments = JPEGSegments(bytes)
        var count = 0
        while let segment = segments.next() {
            count += 1
            // With so many nothing is said of scans that may still come.
            guard count <= Self.maxSegments else { return }
            guard segment.marker == 0xDA else {
                tables.read(segment, in: bytes)
                continue
            }
            guard let header = JPEGScanHeader(segment, in: bytes, of: frame) else { break }
            for part in header.parts {
                for index in header.first...header.last { sent[part.component][index] = header.low }
            }
            // Decoders look no further than the only scan.
            let isLast = !frame.isProgressive && header.parts.count == frame.components.count
            if followsCodes {
                var reader = JPEGScanReader(
                    frame: frame, header: header, tables: tables, bytes: bytes, at: segments.at)
                // Without tables of its own, which decoders may have for it, nothing can be said.
                guard let (gaps, end) = reader.read(&filled) else { return }
                segments.at = end
                if header.first == 0, header.high == 0 {
                    pixels.add(gaps, height)
                } else {
                    detail.add(gaps, height)
                }
                doubtfulShare = max(doubtfulShare, gaps.doubtfulShare)
            } else if !isLast {
                segments.at = JPEGScan.end(in: bytes, from: segments.at) ?? bytes.count
            }
            if isLast { break }
        }
        lacksComponent = sent.contains { $0[0] == nil }
        lacksScans = sent.contains { $0.contains { $0 != 0 } }
    }

    /// Whether more than a few blocks are missing.
    var isCut: Bool { pixels.isLarge || detail.isLarge || lacksScans }

    /// What is missing or may be wrong, in words; `nil` where nothing is known to be.
    var description: String? {
        var parts: [String] = []
        if lacksComponent {
            parts.append("a whole colour component is missing")
        } else if pixels.rows > 0 {
            parts.append("\(pixels.rows) of \(height) rows are missing")
        } else if pixels.share > 0 {
            parts.append("\(Self.percent(pixels.share)) of it is missing")
        }
        if lacksScans, !lacksComponent {
            parts.append("the scans with its fine detail are missing")
        } else if detail.rows > 0 {
            parts.append("the fine detail of \(detail.rows) of \(height) rows is missing")
        } else if detail.share > 0 {
            parts.append("the fine detail of \(Self.percent(detail.share)) of it is missing")
        }
        if doubtfulShare > 0 {
            parts.append(
                "\(doubtfulShare < 0.01 ? "" : "up to ")\(Self.percent(doubtfulShare)) of it may be wrong")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func percent(_ share: Double) -> String {
        share < 0.01 ? "less than 1 %" : "\(Int((share * 100).rounded())) %"
    }

    /// Real files have some dozens.
    private static let maxSegments = 5000
}

import AlcedoRecipes

/// How much of a JPEG its coded data covers.
///
/// libjpeg fills in missing data and warns once for each place, whether a single block is missing or most of the
/// picture. The scans are therefore parsed here as libjpeg parses them.
package struct JPEGCoverage {
    /// Rows of pixels.
    let height: Int
    /// Missing pixels: in the only scan, or in the first scan of a component.
    private(set) var pixels = Gap()
    /// Missing refinements: in later scans of a progressive file.
    private(set) var detail = Gap()
    /// The share of the picture that may be wrong.
    private(set) var doubtfulShare = 0.0
    /// Whether a component has no data at all.
    private(set) var lacksComponent = false
    /// Whether scans that complete the picture are missing.
    private(set) var lacksScans = false

    /// Known extent of the missing data.
    struct Gap {
        var share = 0.0
        var rows = 0
        var isAtEnd = false

        fileprivate mutating func add(_ gaps: JPEGScanGaps, _ height: Int) {
            share = max(share, gaps.missingShare)
            rows = max(rows, gaps.missingRows(of: height))
            isAtEnd = isAtEnd || gaps.endIsMissing
        }

        /// Whether more than a few blocks are missing: the last row of blocks, or 5%.
        var isLarge: Bool { isAtEnd || share >= 0.05 }
    }

    /// - Parameters:
    ///   - bytes: The file.
    ///   - followsCodes: Whether to look for gaps within scans, which takes about as long as decoding; otherwise only
    ///     for missing scans.
    /// - Returns: `nil` for lossless and hierarchical JPEGs, and for those of other depths.
    package init?(_ bytes: UnsafeRawBufferPointer, followsCodes: Bool) {
        guard let frame = JPEGFrame(bytes), [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(frame.marker),
            frame.precision == 8, frame.height > 0, frame.width > 0
        else { return nil }
        // Arithmetic codes are not parsed, but their scans have ordinary headers.
        let followsCodes = followsCodes && frame.marker < 0xC9
        height = frame.height
        var tables = JPEGTables()
        var filled = frame.components.map { component in
            [UInt64](
                repeating: 0,
                count: followsCodes && frame.isProgressive ? component.columns * component.rows : 0)
        }
        // The lowest bit sent so far of each coefficient of each component.
        var sent = frame.components.map { _ in [Int?](repeating: nil, count: 64) }
        var segments = JPEGSegments(bytes)
        var count = 0
        while let segment = segments.next() {
            count += 1
            // More scans may follow after this many segments, so none are reported missing.
            guard count <= Self.maxSegments else { return }
            guard segment.marker == 0xDA else {
                tables.read(segment, in: bytes)
                continue
            }
            guard let header = JPEGScanHeader(segment, in: bytes, of: frame) else { break }
            for part in header.parts {
                for index in header.first...header.last { sent[part.component][index] = header.low }
            }
            // Decoders stop after the only scan.
            let isLast = !frame.isProgressive && header.parts.count == frame.components.count
            if followsCodes {
                var reader = JPEGScanReader(
                    frame: frame, header: header, tables: tables, bytes: bytes, at: segments.at)
                // Decoders may supply default tables where a file has none, so the gaps are unknown.
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
    package var isCut: Bool { pixels.isLarge || detail.isLarge || lacksScans }

    /// Description of the data known to be missing or possibly wrong; `nil` if there is no such data.
    package var description: String? {
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

    /// Real files have a few dozen.
    private static let maxSegments = 5000
}

import AlcedoRecipes

/// Parses the codes of one scan without reconstructing pixels, and counts the blocks for which the decoder finds none
/// (ITU-T T.81, annexes F and G, with libjpeg's handling of missing and invalid data).
struct JPEGScanReader {
    let frame: JPEGFrame
    let header: JPEGScanHeader
    let tables: JPEGTables
    private var bits: JPEGBitReader
    private var runOfEmptyBlocks = 0
    /// Whether codes have been invalid since the last restart, so that the data after them is unreliable.
    private var isInDoubt = false

    init(
        frame: JPEGFrame, header: JPEGScanHeader, tables: JPEGTables, bytes: UnsafeRawBufferPointer, at: Int
    ) {
        (self.frame, self.header, self.tables) = (frame, header, tables)
        bits = JPEGBitReader(bytes, at: at)
    }

    /// Reads the scan to its end.
    ///
    /// - Parameter filled: The nonzero coefficients of each block of each component, on which refinement scans depend.
    /// - Returns: The gaps, and where the search for the next marker continues; `nil` if a table is missing.
    mutating func read(_ filled: inout [[UInt64]]) -> (gaps: JPEGScanGaps, end: Int)? {
        let parts = header.parts.map { (part: $0, component: frame.components[$0.component]) }
        let isSingle = parts.count == 1
        let (across, down) = (
            frame.components.map(\.across).max() ?? 1, frame.components.map(\.down).max() ?? 1
        )
        let columns = isSingle ? parts[0].component.columns : JPEGFrame.parts(frame.width, 8 * across)
        let rows = isSingle ? parts[0].component.rows : JPEGFrame.parts(frame.height, 8 * down)
        let height = isSingle ? 8 * down / parts[0].component.down : 8 * down
        var gaps = JPEGScanGaps(columns: columns, rows: rows, rowHeight: height)
        guard let blocks = blocks(parts, isSingle) else { return nil }
        var number = 0
        var untilRestart = tables.restartInterval
        var restarts: UInt8 = 0
        for row in 0..<rows {
            for _ in 0..<columns {
                if tables.restartInterval > 0, untilRestart == 0 {
                    restart(expecting: restarts)
                    restarts = (restarts + 1) & 7
                    untilRestart = tables.restartInterval
                }
                untilRestart -= 1
                if !bits.isExhausted {
                    for block in blocks { read(block, number, &filled) }
                }
                if bits.isExhausted { gaps.missing[row] += 1 } else if isInDoubt { gaps.doubtful += 1 }
                number += 1
            }
        }
        return (gaps, bits.at)
    }

    /// Coding of one block of a unit.
    private struct Block {
        var component: Int
        var dc: JPEGHuffmanTable?
        var ac: JPEGHuffmanTable?
    }

    private func blocks(
        _ parts: [(part: JPEGScanHeader.Part, component: JPEGFrame.Component)], _ isSingle: Bool
    ) -> [Block]? {
        var blocks: [Block] = []
        for (part, component) in parts {
            let block = Block(
                component: part.component, dc: tables.dc[part.dc], ac: tables.ac[part.ac])
            guard block.dc != nil || header.first > 0 || header.high > 0, block.ac != nil || header.last == 0
            else {
                return nil
            }
            let count = isSingle ? 1 : component.across * component.down
            blocks += [Block](repeating: block, count: count)
        }
        return blocks
    }

    private mutating func read(_ block: Block, _ number: Int, _ filled: inout [[UInt64]]) {
        guard header.first > 0 || !frame.isProgressive else {
            if header.high > 0 { bits.skip(1) } else if let dc = block.dc { bits.skip(size(dc)) }
            return
        }
        guard let ac = block.ac else { return }
        if !frame.isProgressive {
            if let dc = block.dc { bits.skip(size(dc)) }
            readSequential(ac)
        } else if header.high == 0 {
            readFirst(ac, &filled[block.component][number])
        } else {
            readRefinement(ac, &filled[block.component][number])
        }
    }

    private mutating func readSequential(_ table: JPEGHuffmanTable) {
        var at = 1
        while at < 64 {
            let symbol = symbol(table)
            let (run, size) = (symbol >> 4, symbol & 15)
            if size == 0 && run < 15 { return }
            bits.skip(size)
            at += run + 1
        }
        // Codes that run past the block mean that the data is corrupt.
        if at > 64 { isInDoubt = true }
    }

    private mutating func readFirst(_ table: JPEGHuffmanTable, _ filled: inout UInt64) {
        if runOfEmptyBlocks > 0 {
            runOfEmptyBlocks -= 1
            return
        }
        var at = header.first
        while at <= header.last {
            let symbol = symbol(table)
            let (run, size) = (symbol >> 4, symbol & 15)
            if size > 0 {
                at += run
                bits.skip(size)
                if at < 64 { filled |= 1 << UInt64(at) }
            } else if run < 15 {
                runOfEmptyBlocks = 1 << run + bits.take(run) - 1
                return
            } else {
                at += run
            }
            at += 1
        }
    }

    private mutating func readRefinement(_ table: JPEGHuffmanTable, _ filled: inout UInt64) {
        var at = header.first
        if runOfEmptyBlocks == 0 {
            while at <= header.last {
                let symbol = symbol(table)
                var (run, size) = (symbol >> 4, symbol & 15)
                if size > 0 {
                    bits.skip(1)
                } else if run < 15 {
                    runOfEmptyBlocks = 1 << run + bits.take(run)
                    break
                }
                // Each nonzero coefficient that is passed has one more bit here.
                while at <= header.last {
                    if filled & 1 << UInt64(at) != 0 {
                        bits.skip(1)
                    } else {
                        if run == 0 { break }
                        run -= 1
                    }
                    at += 1
                }
                if size > 0, at < 64 { filled |= 1 << UInt64(at) }
                at += 1
            }
        }
        if runOfEmptyBlocks > 0 {
            if at <= header.last {
                let rest = (UInt64.max << UInt64(at)) & (UInt64.max >> UInt64(63 - header.last))
                bits.skip((filled & rest).nonzeroBitCount)
            }
            runOfEmptyBlocks -= 1
        }
    }

    private mutating func symbol(_ table: JPEGHuffmanTable) -> Int {
        guard let symbol = bits.symbol(table) else {
            isInDoubt = true
            return 0
        }
        return symbol
    }

    private mutating func size(_ table: JPEGHuffmanTable) -> Int { min(symbol(table), 16) }

    /// Finds the expected restart marker. A marker slightly ahead is kept, since the interval before it was lost; a
    /// late marker, like other garbage, is skipped.
    private mutating func restart(expecting number: UInt8) {
        (runOfEmptyBlocks, isInDoubt) = (0, false)
        var place = bits.at
        while true {
            guard let found = JPEGSegments.marker(in: bits.bytes, from: place) else {
                place = bits.bytes.count
                break
            }
            if found.code < 0xC0 {
                place = found.end
                continue
            }
            let ahead = (found.code &- 0xD0 &- number) & 7
            if !(0xD0...0xD7).contains(found.code) || ahead == 1 || ahead == 2 {
                // The next search begins at this marker, so that garbage before it is scanned only once.
                place = found.end - 2
                break
            }
            if ahead == 6 || ahead == 7 {
                place = found.end
                continue
            }
            bits.restart(at: found.end)
            return
        }
        bits.at = place
        bits.stop()
    }
}

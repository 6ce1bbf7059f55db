/// What the coded data of one scan leave out.
struct JPEGScanGaps {
    /// Units of a row, and rows of units.
    let columns: Int
    let rows: Int
    /// How many rows of pixels a unit has.
    let rowHeight: Int
    /// By row, the units for which there are no data.
    var missing: [Int]
    /// Units that may be wrong, because codes before them were.
    var doubtful = 0

    init(columns: Int, rows: Int, rowHeight: Int) {
        (self.columns, self.rows, self.rowHeight) = (columns, rows, rowHeight)
        missing = [Int](repeating: 0, count: rows)
    }

    /// The share of units without data.
    var missingShare: Double { share(missing.reduce(0, +)) }
    /// The share of units that may be wrong.
    var doubtfulShare: Double { share(doubtful) }
    /// Whether nothing of the last row is there.
    var endIsMissing: Bool { missing.last == columns }
    /// Rows of pixels of which nothing is there, in a picture with `height`.
    func missingRows(of height: Int) -> Int {
        missing.indices.reduce(0) { sum, row in
            sum + (missing[row] == columns ? min(rowHeight, height - row * rowHeight) : 0)
        }
    }

    private func share(_ units: Int) -> Double {
        columns * rows > 0 ? Double(units) / Double(columns * rows) : 0
    }
}

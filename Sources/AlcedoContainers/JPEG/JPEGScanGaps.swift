import AlcedoRecipes

/// Gaps in the coded data of one scan.
struct JPEGScanGaps {
    /// Units per row, and rows of units.
    let columns: Int
    let rows: Int
    /// Rows of pixels per unit.
    let rowHeight: Int
    /// The number of units without data in each row.
    var missing: [Int]
    /// Units that may be wrong because of invalid codes before them.
    var doubtful = 0

    init(columns: Int, rows: Int, rowHeight: Int) {
        (self.columns, self.rows, self.rowHeight) = (columns, rows, rowHeight)
        missing = [Int](repeating: 0, count: rows)
    }

    /// The share of units without data.
    var missingShare: Double { share(missing.reduce(0, +)) }
    /// The share of units that may be wrong.
    var doubtfulShare: Double { share(doubtful) }
    /// Whether the entire last row is missing.
    var endIsMissing: Bool { missing.last == columns }
    /// Returns the number of pixel rows without any data in a picture of `height` rows.
    func missingRows(of height: Int) -> Int {
        missing.indices.reduce(0) { sum, row in
            sum + (missing[row] == columns ? min(rowHeight, height - row * rowHeight) : 0)
        }
    }

    private func share(_ units: Int) -> Double {
        columns * rows > 0 ? Double(units) / Double(columns * rows) : 0
    }
}

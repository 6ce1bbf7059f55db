import AlcedoRecipes

/// A 3×3 matrix.
package struct Matrix3: Hashable {
    /// In row-major order.
    package var values: [Double]

    init(rows: [Double]) { values = rows }

    init(columns first: [Double], _ second: [Double], _ third: [Double]) {
        values = (0..<3).flatMap { [first[$0], second[$0], third[$0]] }
    }

    init(diagonal: [Double]) {
        values = [diagonal[0], 0, 0, 0, diagonal[1], 0, 0, 0, diagonal[2]]
    }

    func column(_ index: Int) -> [Double] { (0..<3).map { values[3 * $0 + index] } }

    func times(_ vector: [Double]) -> [Double] {
        (0..<3).map { row in (0..<3).reduce(0) { $0 + values[3 * row + $1] * vector[$1] } }
    }

    func times(_ other: Matrix3) -> Matrix3 {
        Matrix3(columns: times(other.column(0)), times(other.column(1)), times(other.column(2)))
    }

    /// Computed from cofactors. Collinear primaries have no inverse: the values are not finite.
    var inverse: Matrix3 {
        let v = values
        func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { v[a] * v[d] - v[b] * v[c] }
        let cofactors = [
            minor(4, 5, 7, 8), -minor(1, 2, 7, 8), minor(1, 2, 4, 5),
            -minor(3, 5, 6, 8), minor(0, 2, 6, 8), -minor(0, 2, 3, 5),
            minor(3, 4, 6, 7), -minor(0, 1, 6, 7), minor(0, 1, 3, 4),
        ]
        let determinant = v[0] * cofactors[0] + v[1] * cofactors[3] + v[2] * cofactors[6]
        return Matrix3(rows: cofactors.map { $0 / determinant })
    }
}

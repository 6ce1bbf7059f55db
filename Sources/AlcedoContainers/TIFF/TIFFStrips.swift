import AlcedoRecipes

/// Locations of the strips or tiles of a TIFF.
package struct TIFFStrips {
    private let places: [Int]
    private let lengths: [Int]
    private let count: Int

    /// - Parameter page: Counted from 0.
    /// - Returns: `nil` if there are no locations, or they have another meaning, as in pre-1995 JPEG compression.
    package init?(_ bytes: UnsafeRawBufferPointer, page: Int = 0) {
        guard let directory = TIFFDirectory(bytes, page: page), directory.numbers(259).first != 6 else {
            return nil
        }
        let strips = directory.numbers(273)
        places = strips.isEmpty ? directory.numbers(324) : strips
        lengths = directory.numbers(strips.isEmpty ? 325 : 279)
        count = bytes.count
        if places.isEmpty { return nil }
    }

    package var total: Int { places.count }
    /// Number of strips that begin in the header, as with an offset that was never filled in, or beyond the end.
    package var missing: Int { places.reduce(0) { $0 + ($1 < 8 || $1 >= count ? 1 : 0) } }
    /// Whether a strip is missing or extends beyond the end of the file.
    var isCut: Bool {
        missing > 0 || zip(places, lengths).contains { $0 > count - min($1, count) }
    }
}

/// Where the strips or tiles of a TIFF are.
struct TIFFStrips {
    private let places: [Int]
    private let lengths: [Int]
    private let count: Int

    /// - Returns: `nil` where the places have another meaning, in JPEG of the kind before 1995, or there are none.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard let directory = TIFFDirectory(bytes), directory.numbers(259).first != 6 else { return nil }
        let strips = directory.numbers(273)
        places = strips.isEmpty ? directory.numbers(324) : strips
        lengths = directory.numbers(strips.isEmpty ? 325 : 279)
        count = bytes.count
        if places.isEmpty { return nil }
    }

    /// How many there are.
    var total: Int { places.count }
    /// How many begin in the header, as where a place was never filled in, or behind the end.
    var missing: Int { places.reduce(0) { $0 + ($1 < 8 || $1 >= count ? 1 : 0) } }
    /// Whether one goes on behind the end of the file, or is not there.
    var isCut: Bool {
        missing > 0 || zip(places, lengths).contains { $0 > count - min($1, count) }
    }
}

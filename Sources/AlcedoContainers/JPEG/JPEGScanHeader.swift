import AlcedoRecipes

/// The header of a scan (ITU-T T.81, B.2.3).
struct JPEGScanHeader {
    /// A component, by its index in the frame, and its coding tables.
    struct Part {
        var component: Int
        var dc: Int
        var ac: Int
    }

    let parts: [Part]
    /// The range of coefficients in the scan, in zigzag order.
    let first: Int
    let last: Int
    /// The bit sent by the previous scan, 0 in a first scan, and the lowest bit sent by this one.
    let high: Int
    let low: Int

    /// - Returns: `nil` for a header that decoders reject.
    init?(_ segment: JPEGSegments.Segment, in bytes: UnsafeRawBufferPointer, of frame: JPEGFrame) {
        let body = UnsafeRawBufferPointer(rebasing: bytes[segment.body])
        guard let count = body.first.map(Int.init), (1...4).contains(count), body.count >= 4 + 2 * count
        else {
            return nil
        }
        parts = (0..<count).compactMap { index in
            let (id, tables) = (body[1 + 2 * index], body[2 + 2 * index])
            guard let component = frame.components.firstIndex(where: { $0.id == id }), tables & 0xCC == 0
            else {
                return nil
            }
            return Part(component: component, dc: Int(tables >> 4), ac: Int(tables & 15))
        }
        let end = 1 + 2 * count
        if frame.isProgressive {
            (first, last) = (Int(body[end]), Int(body[end + 1]))
            (high, low) = (Int(body[end + 2] >> 4), Int(body[end + 2] & 15))
        } else {
            (first, last, high, low) = (0, 63, 0, 0)
        }
        guard parts.count == count, first <= last, last < 64, !frame.isProgressive || first > 0 || last == 0,
            first == 0 || count == 1
        else { return nil }
    }
}

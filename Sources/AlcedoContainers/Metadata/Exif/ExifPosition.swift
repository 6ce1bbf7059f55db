import AlcedoRecipes

/// Reads the place of a photograph in all forms in which programs store it.
///
/// The standard has three unsigned fractions (degrees, minutes, seconds) and a direction. Fractional degrees, signed
/// numbers, other types and texts are in use, too.
struct ExifPosition {
    let block: ExifBlock

    /// The position; `nil` if it is missing or ambiguous.
    var position: ImageMetadata.Position? {
        guard
            let latitude = degrees(ExifTagNumber.gpsLatitude, ExifTagNumber.gpsLatitudeRef, "N", "S"),
            let longitude = degrees(ExifTagNumber.gpsLongitude, ExifTagNumber.gpsLongitudeRef, "E", "W")
        else { return nil }
        let height = entry(ExifTagNumber.gpsAltitude).flatMap(block.numbers)?.first
        let reference = entry(ExifTagNumber.gpsAltitudeRef).flatMap(block.numbers)?.first
        // 1 is below sea level, 3 below the ellipsoid (Exif 3.0, GPSAltitudeRef).
        let isBelow = reference == 1 || reference == 3
        return ImageMetadata.Position(
            latitude: latitude, longitude: longitude, altitude: height.map { isBelow ? -abs($0) : $0 })
    }

    private func entry(_ tag: UInt16) -> ExifBlock.Entry? { block.entry(tag, in: .gps) }

    private func degrees(
        _ tag: UInt16, _ reference: UInt16, _ positive: Character, _ negative: Character
    ) -> Double? {
        guard let entry = entry(tag), let parts = block.numbers(entry), (1...3).contains(parts.count) else {
            return nil
        }
        let value = parts.reversed().reduce(0) { $0 / 60 + abs($1) }
        let isBelowZero = parts.contains { $0 < 0 }
        // A direction takes precedence over a sign, as in exiftool.
        let written = self.entry(reference).flatMap { ExifText.plain($0.bytes) } ?? ""
        if let side = Self.side(written) ?? block.text(entry).flatMap(Self.side) {
            guard side == positive || side == negative else { return nil }
            return side == negative ? -value : value
        }
        // Without a direction the hemisphere would be a guess, unless the numbers are signed.
        guard written.isEmpty, isBelowZero || block.isSigned(entry) else { return nil }
        return isBelowZero ? -value : value
    }

    /// Returns the direction letter before or after a text.
    private static func side(_ text: String) -> Character? {
        [text.first, text.last].lazy.compactMap { $0?.uppercased().first }.first { "NSEW".contains($0) }
    }

    /// Returns the decimal numbers of a text such as `52 30 12.5` or `52,30.2N`; `nil` if it contains anything else.
    static func numbers(_ text: String) -> [Double]? {
        guard text.utf8.count <= 64 else { return nil }
        var body = text[...]
        if Self.side(String(body.prefix(1))) != nil { body.removeFirst() }
        if Self.side(String(body.suffix(1))) != nil { body.removeLast() }
        let pieces = body.split { ", :;°'\"′″".contains($0) }
        guard pieces.allSatisfy({ $0.utf8.allSatisfy { "+-.0123456789".utf8.contains($0) } }) else {
            return nil
        }
        let numbers = pieces.compactMap { Double($0) }
        return numbers.isEmpty || numbers.count < pieces.count ? nil : numbers
    }
}

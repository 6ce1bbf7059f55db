public import AlcedoBase
public import AlcedoRecipes

extension ImageMetadata {
    /// Reads an XMP packet.
    ///
    /// Never fails: values that are missing, blank or in another form are ignored, and bytes that are not a well-formed
    /// packet have no values. Of several languages, the default is used. Extended XMP, which a JPEG may have in further
    /// segments, is not read.
    ///
    /// - Parameter xmp: The packet, with or without its wrapper.
    public init(xmp: Data) {
        self.init()
        guard let packet = XMPPacket(xmp) else { return }
        func fraction(_ property: XMLReader.Name) -> (numerator: Int, denominator: Int)? {
            packet.text(property).flatMap(Self.positiveFraction)
        }
        title = packet.text(XMPProperty.title)
        description = packet.text(XMPProperty.description)
        creator = Self.joined(packet.texts(XMPProperty.creator))
        copyright = packet.text(XMPProperty.rights)
        keywords = Self.unique(packet.texts(XMPProperty.subject))
        make = packet.text(XMPProperty.make)
        model = packet.text(XMPProperty.model)
        lensModel = packet.text(XMPProperty.lensModel) ?? packet.text(XMPProperty.lens)
        // `xmp:CreateDate` is the date of the file: of a scan, or of an export.
        dateTimeOriginal =
            [XMPProperty.dateTimeOriginal, XMPProperty.dateCreated].lazy
            .compactMap { packet.text($0).flatMap(MetadataDate.iso8601) }.first
        exposureTime = fraction(XMPProperty.exposureTime).map(Self.seconds)
        fNumber = fraction(XMPProperty.fNumber).map(Self.hundredths)
        focalLength = fraction(XMPProperty.focalLength).map(Self.hundredths)
        isoSpeed = [XMPProperty.sensitivity, XMPProperty.isoSpeedRatings].lazy
            .compactMap { packet.texts($0).first.flatMap { Int($0) } }.first { $0 > 0 && $0 != 65_535 }
        position = Self.position(in: packet)
        altText = packet.text(XMPProperty.altText)
        extendedDescription = packet.text(XMPProperty.extendedDescription)
        credit = packet.text(XMPProperty.credit)
        usageTerms = packet.text(XMPProperty.usageTerms)
        webStatement =
            [XMPProperty.webStatement, XMPProperty.license].lazy
            .compactMap { packet.text($0).flatMap(Self.webAddress) }.first
        licensorURL = packet.texts(XMPProperty.licensorURL).lazy.compactMap(Self.webAddress).first
        digitalSourceType = packet.text(XMPProperty.digitalSourceType).flatMap(Self.sourceType)
        rating = packet.text(XMPProperty.rating).flatMap { Double($0) }.flatMap(Self.rating)
        location = packet.text(XMPProperty.location)
        city = packet.text(XMPProperty.city)
        state = packet.text(XMPProperty.state)
        country = packet.text(XMPProperty.country)
    }

    /// Returns an address that pages may link to; `nil` for anything else, since the picture may be anyone's.
    private static func webAddress(_ text: String) -> String? {
        WebAddress.isPage(text) ? text : nil
    }

    /// Returns the address of a term in IPTC's vocabulary of source types, which some programs write without its beginning.
    private static func sourceType(_ text: String) -> String? {
        let isTerm = text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "z")).contains($0) && $0 != 95 }
        return isTerm ? "http://cv.iptc.org/newscodes/digitalsourcetype/" + text : webAddress(text)
    }

    /// Returns a number of stars; `nil` for 0, which programs write for pictures that are not rated.
    static func rating(_ value: Double) -> Int? {
        guard value >= -1, value <= 5 else { return nil }
        let stars = Int(value.rounded())
        return stars == 0 ? nil : stars
    }

    /// Parses `28/10`, or a whole number.
    private static func positiveFraction(_ text: String) -> (numerator: Int, denominator: Int)? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { UInt32($0) }
        guard let first = parts.first, let numerator = first, numerator > 0, parts.count <= 2 else {
            return nil
        }
        guard parts.count == 2 else { return (Int(numerator), 1) }
        guard let denominator = parts[1], denominator > 0 else { return nil }
        return (Int(numerator), Int(denominator))
    }

    private static func position(in packet: XMPPacket) -> Position? {
        guard let latitude = packet.text(XMPProperty.latitude).flatMap({ degrees($0, "N", "S") }),
            let longitude = packet.text(XMPProperty.longitude).flatMap({ degrees($0, "E", "W") })
        else { return nil }
        let height = packet.text(XMPProperty.altitude).flatMap { text in
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
            guard (1...2).contains(parts.count), let numerator = parts[0] else { return Double?.none }
            guard parts.count == 2 else { return numerator }
            return parts[1].flatMap { $0 > 0 ? numerator / $0 : nil }
        }
        let isBelow = packet.text(XMPProperty.altitudeReference) == "1"
        return Position(
            latitude: latitude, longitude: longitude, altitude: height.map { isBelow ? -abs($0) : $0 })
    }

    /// Parses `51,30.5N` or `51,30,30N`: degrees, minutes, optional seconds, and a direction.
    private static func degrees(_ text: String, _ positive: Character, _ negative: Character) -> Double? {
        guard let last = text.last, let side = last.uppercased().first, side == positive || side == negative
        else { return nil }
        let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count),
            parts.allSatisfy({ $0.utf8.allSatisfy { ".0123456789".utf8.contains($0) } })
        else { return nil }
        let numbers = parts.compactMap { Double($0) }
        guard numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        let value = numbers.reversed().reduce(0) { $0 / 60 + $1 }
        return side == negative ? -value : value
    }
}

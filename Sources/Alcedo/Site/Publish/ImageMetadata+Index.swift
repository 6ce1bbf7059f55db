import AlcedoImaging
import AlcedoIndex

extension ImageIndex.Meta {
    /// Creates the index's metadata from a picture's embedded metadata.
    ///
    /// - Parameter tellsPosition: Whether to include the GPS position.
    init(_ metadata: ImageMetadata, tellsPosition: Bool) {
        self.init()
        altText = metadata.altText
        copyright = metadata.copyright
        creator = metadata.creator
        credit = metadata.credit
        dateTimeOriginal = metadata.dateTimeOriginal
        description = metadata.description
        digitalSourceType = metadata.digitalSourceType
        exposureTime = metadata.exposureTime
        extendedDescription = metadata.extendedDescription
        fNumber = metadata.fNumber
        focalLength = metadata.focalLength
        if tellsPosition {
            gps = metadata.position.map {
                ImageIndex.Position(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude)
            }
            // Names of places tell as much.
            (location, city) = (metadata.location, metadata.city)
            (state, country) = (metadata.state, metadata.country)
        }
        isoSpeed = metadata.isoSpeed.map(Double.init)
        keywords = metadata.keywords.isEmpty ? nil : metadata.keywords
        lensModel = metadata.lensModel
        licensorURL = metadata.licensorURL
        make = metadata.make
        model = metadata.model
        rating = metadata.rating
        title = metadata.title
        usageTerms = metadata.usageTerms
        webStatement = metadata.webStatement
    }
}

extension ImageMetadata {
    /// Fields as text, by the names used in the index and in `alt` templates.
    var fields: [String: String] {
        var fields: [String: String] = [:]
        fields["altText"] = altText
        fields["city"] = city
        fields["copyright"] = copyright
        fields["country"] = country
        fields["creator"] = creator
        fields["credit"] = credit
        fields["dateTimeOriginal"] = dateTimeOriginal
        fields["description"] = description
        fields["exposureTime"] = exposureTime
        fields["extendedDescription"] = extendedDescription
        fields["fNumber"] = fNumber.map(Self.text)
        fields["focalLength"] = focalLength.map(Self.text)
        fields["isoSpeed"] = isoSpeed.map(String.init)
        fields["keywords"] = keywords.isEmpty ? nil : keywords.joined(separator: ", ")
        fields["lensModel"] = lensModel
        fields["location"] = location
        fields["make"] = make
        fields["model"] = model
        fields["state"] = state
        fields["title"] = title
        fields["usageTerms"] = usageTerms
        return fields
    }

    // Omits a zero fraction: 4, not 4.0.
    private static func text(_ value: Double) -> String {
        Int(exactly: value).map(String.init) ?? String(value)
    }
}

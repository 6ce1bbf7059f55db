import AlcedoImaging
import AlcedoIndex

extension ImageIndex.Meta {
    /// Creates the index's metadata from a picture's embedded metadata.
    ///
    /// - Parameter tellsPosition: Whether to include the GPS position.
    init(_ metadata: ImageMetadata, tellsPosition: Bool) {
        self.init()
        copyright = metadata.copyright
        creator = metadata.creator
        dateTimeOriginal = metadata.dateTimeOriginal
        description = metadata.description
        exposureTime = metadata.exposureTime
        fNumber = metadata.fNumber
        focalLength = metadata.focalLength
        if tellsPosition, let position = metadata.position {
            gps = ImageIndex.Position(
                latitude: position.latitude, longitude: position.longitude, altitude: position.altitude)
        }
        isoSpeed = metadata.isoSpeed.map(Double.init)
        keywords = metadata.keywords.isEmpty ? nil : metadata.keywords
        lensModel = metadata.lensModel
        make = metadata.make
        model = metadata.model
        title = metadata.title
    }
}

extension ImageMetadata {
    /// Fields as text, by the names used in the index and in `alt` templates.
    var fields: [String: String] {
        var fields: [String: String] = [:]
        fields["copyright"] = copyright
        fields["creator"] = creator
        fields["dateTimeOriginal"] = dateTimeOriginal
        fields["description"] = description
        fields["exposureTime"] = exposureTime
        fields["fNumber"] = fNumber.map(Self.text)
        fields["focalLength"] = focalLength.map(Self.text)
        fields["isoSpeed"] = isoSpeed.map(String.init)
        fields["keywords"] = keywords.isEmpty ? nil : keywords.joined(separator: ", ")
        fields["lensModel"] = lensModel
        fields["make"] = make
        fields["model"] = model
        fields["title"] = title
        return fields
    }

    // Omits a zero fraction: 4, not 4.0.
    private static func text(_ value: Double) -> String {
        Int(exactly: value).map(String.init) ?? String(value)
    }
}

import AlcedoIndex
import AlcedoRecipes

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

    /// Removes what tells where the picture was taken.
    mutating func removePosition() {
        gps = nil
        (location, city, state, country) = (nil, nil, nil, nil)
    }
}

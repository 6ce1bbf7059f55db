extension ImageMetadata {
    /// Fields as text, by the names used in the index and in `alt` templates.
    package var fields: [String: String] {
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

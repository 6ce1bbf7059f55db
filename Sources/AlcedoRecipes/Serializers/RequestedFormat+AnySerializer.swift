extension RequestedFormat {
    /// A serializer of any type, which its identifier and format stand for.
    public struct AnySerializer: Sendable {
        /// The serializer.
        public let serializer: any SerializerRecipe

        /// Wraps a serializer.
        public init(_ serializer: any SerializerRecipe) {
            self.serializer = serializer
        }
    }
}

extension RequestedFormat.AnySerializer: Hashable {
    /// Whether both write the same bytes.
    public static func == (one: RequestedFormat.AnySerializer, other: RequestedFormat.AnySerializer) -> Bool {
        one.serializer.identifier == other.serializer.identifier
            && one.serializer.format == other.serializer.format
    }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(serializer.identifier) }
}

extension RequestedFormat.AnySerializer: Codable {
    /// Writes the identifier and the format, which take part in keys.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(serializer.identifier)
        try container.encode(serializer.format)
    }

    /// - Throws: Always: another process does not have the code. See `ImageRequest.isBuiltIn`.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "a serializer of another program"))
    }
}

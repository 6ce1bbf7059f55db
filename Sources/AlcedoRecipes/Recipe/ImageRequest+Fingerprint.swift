public import AlcedoBase

extension ImageRequest {
    /// Digest of every setting of the request, independent of the source.
    public var fingerprint: ContentDigest { ContentDigest(encoding: Identity(self)) }

    /// What is asked for, as it is written where it names something: every field, so that one that is added takes part.
    struct Identity: Encodable {
        private let request: ImageRequest
        private let processors: [String]

        init(_ request: ImageRequest) {
            var request = request
            processors = request.processors.map(\.identifier)
            // The identifiers stand for them: that is what a step promises, and those of a user's own have nothing else.
            request.processors = []
            self.request = request
        }
    }
}

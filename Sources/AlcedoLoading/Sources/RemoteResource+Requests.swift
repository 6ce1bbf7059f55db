public import AlcedoBase

extension RemoteResource {
    /// A digest for each address, in order, of everything that determines its response: its URL and headers.
    ///
    /// A digest does not reveal secrets, but short ones can be guessed: it is stored next to the copies in a cache,
    /// and neither printed nor published.
    public var requests: [ContentDigest] {
        locations.map { ContentDigest(request: $0.url, headers: headers(for: $0)) }
    }

    /// Headers are sent only to the origin of ``url``.
    func headers(for location: Location) -> [String: String] {
        Origin(location.url) == Origin(url) ? headers : [:]
    }

    /// Whether the validators came from one of the addresses with its current headers. Those of another address, such
    /// as its lifetime of a copy, do not apply to this picture.
    public func isSource(of validators: ResponseValidators) -> Bool {
        requests.contains { $0.hex == validators.request }
    }
}

extension ContentDigest {
    /// Hashes the exact bytes of a URL, without its fragment, which is never sent, and the headers that are sent.
    init(request url: URL, headers: [String: String]) {
        var writer = FieldWriter()
        writer.write(url.withoutFragment.absoluteString)
        let fields = headers.map { (name: $0.key.lowercased(), value: $0.value) }
        writer.writeList(fields.sorted { ($0.name, $0.value) < ($1.name, $1.value) }) { writer, field in
            writer.write(field.name)
            writer.write(field.value)
        }
        self = writer.digest
    }
}

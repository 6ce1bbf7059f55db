public import AlcedoBase
import Foundation

extension RemoteResource {
    /// A digest for each address, in order, of everything that decides what comes from there: the address itself and
    /// the headers that go to it.
    ///
    /// Secrets cannot be read from it, but short ones can be guessed: it is kept beside the copies in a cache, and
    /// neither printed nor published.
    public var requests: [ContentDigest] {
        locations.map { ContentDigest(request: $0.url, headers: headers(for: $0)) }
    }

    /// Headers are for the origin they were written for.
    func headers(for location: Location) -> [String: String] {
        Origin(location.url) == Origin(url) ? headers : [:]
    }

    /// Whether one of the addresses, with the headers that go to it now, is the one that said so. What another address
    /// said of a copy, such as for how long it may be used, does not hold for this picture.
    public func isSource(of validators: ResponseValidators) -> Bool {
        requests.contains { $0.hex == validators.request }
    }
}

extension ContentDigest {
    /// Digests an address, byte by byte and without its fragment, which is never sent, and the headers that are sent.
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

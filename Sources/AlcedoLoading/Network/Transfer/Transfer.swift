import AlcedoBase

/// A request to one address; also the key of shared concurrent transfers.
///
/// An immutable class, so that asynchronous functions pass a reference.
final class TransferOrder: Hashable, Sendable {
    /// The URL without its fragment, which is never sent.
    let url: URL
    let headers: [String: String]
    /// The validators of an existing copy to revalidate.
    let validators: ResponseValidators?
    private let key: ContentDigest

    init(url: URL, headers: [String: String], validators: ResponseValidators?) {
        self.url = url.withoutFragment
        self.headers = headers
        self.validators = validators
        var writer = FieldWriter()
        writer.write(ContentDigest(request: url, headers: headers))
        writer.writeOptional(validators) { writer, validators in
            for field in [validators.etag, validators.lastModified, validators.address] {
                writer.writeOptional(field) { $0.write($1) }
            }
        }
        key = writer.digest
    }

    /// The same order without validators.
    var unconditional: TransferOrder { TransferOrder(url: url, headers: headers, validators: nil) }

    /// Returns the value of ``ResponseValidators/address`` for `url`, where this order's redirects end.
    ///
    /// Includes the headers even if a redirect has left their origin: without them it might have led elsewhere.
    func address(of url: URL) -> String { ContentDigest(request: url, headers: headers).hex }

    /// Returns `If-None-Match` and `If-Modified-Since` (RFC 9110, 13.1), but only for the URL that sent the
    /// validators: at another one, an older picture, or one with the same tag by chance, would pass for the existing
    /// copy (RFC 9111, 4.3.1). A server that supports the first ignores the second.
    func conditions(for url: URL) -> [String: String] {
        guard let validators, validators.canRevalidate, validators.address == address(of: url) else {
            return [:]
        }
        return ["If-None-Match": validators.etag, "If-Modified-Since": validators.lastModified]
            .compactMapValues { $0 }
            .filter { HeaderField.isValid(name: $0.key, value: $0.value) }
    }

    static func == (one: TransferOrder, other: TransferOrder) -> Bool { one.key == other.key }

    func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// A successful transfer: a picture, or the confirmation that the existing copy is still valid.
final class Transfer: Sendable {
    /// `nil` if the existing copy is still valid.
    let data: Data?
    let url: URL
    let head: ResponseHead
    let attempts: Int

    init(data: Data?, url: URL, head: ResponseHead, attempts: Int) {
        self.data = data
        self.url = url
        self.head = head
        self.attempts = attempts
    }

    func counted(_ attempts: Int) -> Transfer {
        Transfer(data: data, url: url, head: head, attempts: attempts)
    }
}

/// The failure of one attempt, or of all attempts, at one address.
struct TransferFailure: Error {
    var reason: LoadingError.NetworkReason
    /// 0 if nothing was sent.
    var attempts: Int
    var redirectedTo: String?
    var retryAfter: Duration?
}

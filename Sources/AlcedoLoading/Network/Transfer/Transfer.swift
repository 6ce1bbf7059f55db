import AlcedoBase
import Foundation

/// What is asked of one address: the key of simultaneous transfers, too.
///
/// A class, so that asynchronous functions pass a reference on. Its fields never change.
final class TransferOrder: Hashable, Sendable {
    /// Without its fragment, which is never sent.
    let url: URL
    let headers: [String: String]
    /// What is known of the copy at hand, if there is one to be confirmed.
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

    /// The same without a condition.
    var unconditional: TransferOrder { TransferOrder(url: url, headers: headers, validators: nil) }

    /// What names `url`, at the end of redirects of this order, in ``ResponseValidators/address``.
    ///
    /// The headers count also where a redirect has left their origin: without them it might have led elsewhere.
    func address(of url: URL) -> String { ContentDigest(request: url, headers: headers).hex }

    /// `If-None-Match` and `If-Modified-Since` (RFC 9110, 13.1), for the address of which the validators speak and for no
    /// other: there a picture that is older, or happens to have the same tag, would pass for the copy at hand (RFC 9111,
    /// 4.3.1). A server that knows the first ignores the second.
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

/// An answer that is worth something: a picture, or the news that the copy at hand still holds.
final class Transfer: Sendable {
    /// `nil` when the copy at hand still holds.
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

/// Why one attempt, and in the end all attempts, at one address failed.
struct TransferFailure: Error {
    var reason: NetworkReason
    /// 0 when nothing was sent.
    var attempts: Int
    var redirectedTo: String?
    var retryAfter: Duration?
}

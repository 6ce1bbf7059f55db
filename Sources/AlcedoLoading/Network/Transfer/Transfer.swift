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

    init(url: URL, headers: [String: String], validators: ResponseValidators?) {
        self.url = url.withoutFragment
        self.headers = headers
        self.validators = validators
    }

    /// The same without a condition.
    var unconditional: TransferOrder { TransferOrder(url: url, headers: headers, validators: nil) }

    /// `If-None-Match` and `If-Modified-Since` (RFC 9110, 13.1). A server that knows the first ignores the second.
    var conditions: [String: String] {
        ["If-None-Match": validators?.etag, "If-Modified-Since": validators?.lastModified]
            .compactMapValues { $0 }
            .filter { HeaderField.isValid(name: $0.key, value: $0.value) }
    }

    // The names of headers know no case.
    private var comparableHeaders: [String: String] {
        Dictionary(
            headers.sorted { $0.key < $1.key }.map { ($0.key.lowercased(), $0.value) },
            uniquingKeysWith: { $1 })
    }

    static func == (one: TransferOrder, other: TransferOrder) -> Bool {
        one.url == other.url && one.comparableHeaders == other.comparableHeaders
            && one.conditions == other.conditions
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(url)
        hasher.combine(comparableHeaders)
        hasher.combine(conditions)
    }
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

import AlcedoBase
import AlcedoLoading

/// Cache record of a remote URL: its original, and the server's validators for it.
struct RemoteRecord: Hashable, Sendable, Codable {
    var digest: ContentDigest
    var bytes: Int
    /// Response headers of the original, updated by each 304 response.
    var validators: ResponseValidators
    /// Time of the last request, in whole seconds since 1970. For the cache only: published output must not depend
    /// on it.
    var validated: Int
    /// The record that this one replaced, at most one, until the new original has proved to be a complete image.
    var before: [RemoteRecord] = []

    init(digest: ContentDigest, bytes: Int, validators: ResponseValidators, validated: Date) {
        self.digest = digest
        self.bytes = bytes
        self.validators = validators
        // Rounded down, so that a copy never appears younger than it is.
        self.validated = Int(validated.timeIntervalSince1970.rounded(.down))
    }

    /// Whether the original may be used without revalidation.
    func isFresh(at now: Date) -> Bool {
        validators.isFresh(at: now, validated: Date(timeIntervalSince1970: Double(validated)))
    }

    /// Whether this record differs from the known one in a way that matters. Dates matter only if the server grants a
    /// freshness lifetime; otherwise they are ignored, so that a build with nothing to do writes nothing.
    func isWorthKeeping(besides known: RemoteRecord) -> Bool {
        if digest != known.digest || bytes != known.bytes || validators.freshnessLifetime > 0 { return true }
        var (new, old) = (validators, known.validators)
        for keyPath in [\ResponseValidators.date, \.age, \.expires] {
            new[keyPath: keyPath] = nil
            old[keyPath: keyPath] = nil
        }
        return new != old
    }
}

public import Foundation

extension ResponseValidators {
    /// Seconds for which the answer may be used without asking, counted from its making (RFC 9111, 4.2.1).
    ///
    /// `max-age`, else `Expires`. Where a server says neither nothing is guessed from `Last-Modified` (4.2.2 allows it):
    /// a build that did not see a new picture would be wrong for a day, and the question costs one round trip. The
    /// cache of a build is private, so `private` allows it everything and `s-maxage` is not for it. `no-cache` and
    /// `no-store` give 0: the copy is kept, because a build reads its pictures more than once and its output holds them
    /// anyway, but it is never used without asking.
    public var freshnessLifetime: Double {
        let control = cacheControl.map(CacheControl.init)
        if control?.mustBeAsked == true { return 0 }
        if let maxAge = control?.maxAge { return Double(maxAge) }
        // One that is no date lies in the past (5.3), and so does one without anything to count it from.
        guard let end = expires.flatMap(HTTPDate.date), let made = date.flatMap(HTTPDate.date) else {
            return 0
        }
        return max(0, end.timeIntervalSince(made))
    }

    /// Whether a copy may be used without asking its server (RFC 9111, 4.2).
    ///
    /// - Parameters:
    ///   - now: The moment of the question.
    ///   - validated: The moment at which the answer with these fields was asked for. A moment after `now` means that
    ///     somebody set a clock; then nothing is fresh.
    public func isFresh(at now: Date, validated: Date) -> Bool {
        let resident = now.timeIntervalSince(validated)
        guard resident >= 0 else { return false }
        // 4.2.3: what caches on the way say, or what the clocks say, whichever is more.
        let said = Double(age.flatMap { CacheControl.seconds($0) } ?? 0) + resident
        let apparent =
            max(0, date.flatMap(HTTPDate.date).map { validated.timeIntervalSince($0) } ?? 0) + resident
        return max(said, apparent) < freshnessLifetime
    }
}

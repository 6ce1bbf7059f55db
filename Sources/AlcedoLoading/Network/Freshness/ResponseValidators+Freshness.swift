public import AlcedoBase

extension ResponseValidators {
    /// Seconds for which the response may be used without revalidation, counted from its creation (RFC 9111, 4.2.1).
    ///
    /// `max-age`, or else `Expires`. If a server sends neither, no lifetime is guessed from `Last-Modified`, as 4.2.2
    /// would allow: a build could miss a new picture for a day, and revalidation costs one round trip. A build's
    /// cache is private, so `private` permits everything and `s-maxage` does not apply. `no-cache` and `no-store`
    /// result in 0: the copy is kept, because a build reads its pictures more than once and its output contains them
    /// anyway, but never used without revalidation.
    public var freshnessLifetime: Double {
        let control = cacheControl.map(CacheControl.init)
        if control?.mustBeAsked == true { return 0 }
        if let maxAge = control?.maxAge { return Double(maxAge) }
        // An invalid `Expires` lies in the past (5.3), and so does one without a valid `Date` to count from.
        guard let end = expires.flatMap(HTTPDate.date), let made = date.flatMap(HTTPDate.date) else {
            return 0
        }
        return max(0, end.timeIntervalSince(made))
    }

    /// Whether a copy may be used without revalidation (RFC 9111, 4.2).
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - validated: The time of the request whose response had these fields. A time after `now` means that a clock
    ///     was changed; nothing is fresh then.
    public func isFresh(at now: Date, validated: Date) -> Bool {
        let resident = now.timeIntervalSince(validated)
        guard resident >= 0 else { return false }
        // 4.2.3: the age reported by caches or the difference of the clocks, whichever is greater.
        let said = Double(age.flatMap { CacheControl.seconds($0) } ?? 0) + resident
        let apparent =
            max(0, date.flatMap(HTTPDate.date).map { validated.timeIntervalSince($0) } ?? 0) + resident
        return max(said, apparent) < freshnessLifetime
    }
}

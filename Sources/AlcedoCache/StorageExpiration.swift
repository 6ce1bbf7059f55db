public import Foundation

/// The expiration of a stored value, with the names and meanings of Kingfisher.
public enum StorageExpiration: Hashable, Sendable {
    /// Never expires.
    case never
    /// Expires after a number of seconds.
    case seconds(Double)
    /// Expires after a number of days of 86,400 seconds.
    case days(Int)
    /// Expires at a date.
    case date(Date)
    /// Expires at once: the value is not stored at all.
    case expired

    /// Returns the expiration date of a value stored at `reference`.
    public func date(from reference: Date) -> Date {
        switch self {
        case .never: .distantFuture
        case .seconds(let seconds): reference.addingTimeInterval(seconds)
        case .days(let days): reference.addingTimeInterval(Double(days) * 86_400)
        case .date(let date): date
        case .expired: .distantPast
        }
    }
}

/// The effect of reading a value on its expiration.
public enum ExpirationExtending: Hashable, Sendable {
    /// The expiration does not change.
    case none
    /// The original lifetime starts again.
    case cacheTime
    /// The value gets a new expiration.
    case expirationTime(StorageExpiration)
}

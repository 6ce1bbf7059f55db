public import Foundation

/// When something stops being kept. Kingfisher's words and their meaning.
public enum StorageExpiration: Hashable, Sendable {
    /// Never.
    case never
    /// After so many seconds.
    case seconds(Double)
    /// After so many days of 86,400 seconds.
    case days(Int)
    /// At a moment.
    case date(Date)
    /// At once: it is not stored at all.
    case expired

    /// The moment, for something that is stored at `reference`.
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

/// What reading something does to the moment at which it expires.
public enum ExpirationExtending: Hashable, Sendable {
    /// Nothing.
    case none
    /// It starts anew, with the time it was stored for.
    case cacheTime
    /// It is set anew.
    case expirationTime(StorageExpiration)
}

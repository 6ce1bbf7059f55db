import AlcedoBase
import AlcedoCache
import Foundation

extension FieldWriter {
    mutating func write(_ expiration: StorageExpiration) {
        switch expiration {
        case .never: write(0)
        case .seconds(let seconds):
            write(1)
            write(seconds)
        case .days(let days):
            write(2)
            write(days)
        case .date(let date):
            write(3)
            write(date.timeIntervalSince1970)
        case .expired: write(4)
        }
    }

    mutating func write(_ extending: ExpirationExtending) {
        switch extending {
        case .none: write(0)
        case .cacheTime: write(1)
        case .expirationTime(let expiration):
            write(2)
            write(expiration)
        }
    }
}

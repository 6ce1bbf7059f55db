import AlcedoBase

/// Numbers with a unit in manifests and options, such as `64MB` and `7d`.
package enum Quantity {
    static func split(_ text: String) -> (number: Double, unit: String)? {
        let bare = text.trimmingSpace()
        let digits = bare.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard !digits.isEmpty, let number = Double(digits), number.isFinite else { return nil }
        return (number, String(bare.dropFirst(digits.count)).trimmingSpace())
    }

    static let byteUnits: [String: Double] = [
        "": 1, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "t": 1e12, "tb": 1e12,
        "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824, "tib": 1_099_511_627_776,
    ]

    static let timeUnits: [String: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]

    /// Returns whether a unit follows the number.
    package static func hasUnit(_ text: String) -> Bool { split(text)?.unit.isEmpty == false }

    /// Parses a number of bytes with `kB`, `MB`, `GB`, `TB` (thousands) or `KiB`, `MiB`, `GiB`, `TiB` (1024).
    package static func bytes(_ text: String) -> Int? {
        guard let (number, unit) = split(text), let factor = byteUnits[unit.lowercased()],
            case let value = (number * factor).rounded(), value < 1e15
        else { return nil }
        return Int(value)
    }

    /// Returns the seconds of a time with `s`, `m`, `h`, `d` or `w`, or `nil`.
    package static func seconds(_ text: String) -> Double? {
        guard let (number, unit) = split(text), let factor = timeUnits[unit], number * factor < 1e12 else {
            return nil
        }
        return number * factor
    }
}

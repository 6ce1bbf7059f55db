import AlcedoBase

/// The value of a scalar in the core schema of YAML 1.2 (section 10.3.2).
///
/// In this schema, `yes`, `no`, `on` and `off` are text, as are `1_000` and `12:30`. `0777` is decimal; octal is
/// written `0o777`.
package enum YAMLScalar: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case float(Double)
    case string(String)

    /// Reads a plain (unquoted) scalar.
    init(plain text: String) {
        switch text {
        case "", "~", "null", "Null", "NULL": self = .null
        case "true", "True", "TRUE": self = .bool(true)
        case "false", "False", "FALSE": self = .bool(false)
        case ".nan", ".NaN", ".NAN": self = .float(.nan)
        default: self = Self.number(text) ?? .string(text)
        }
    }

    private static func number(_ text: String) -> YAMLScalar? {
        var digits = Substring(text).utf8
        if text.hasPrefix("0o") { return radix(digits.dropFirst(2), 8) }
        if text.hasPrefix("0x") { return radix(digits.dropFirst(2), 16) }
        if let sign = digits.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            digits.removeFirst()
        }
        if [".inf", ".Inf", ".INF"].contains(String(digits)) {
            return .float(text.hasPrefix("-") ? -.infinity : .infinity)
        }
        let isDigit: (UInt8) -> Bool = { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let whole = digits.prefix(while: isDigit)
        var rest = digits[whole.endIndex...]
        if rest.isEmpty, !whole.isEmpty {
            // A number too large for an integer is still a number.
            return Int(text).map { .int($0) } ?? Double(text).map { .float($0) }
        }
        var fraction = rest.prefix(0)
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = rest.prefix(while: isDigit)
            rest = rest[fraction.endIndex...]
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        if let e = rest.first, e == UInt8(ascii: "e") || e == UInt8(ascii: "E") {
            rest.removeFirst()
            if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                rest.removeFirst()
            }
            let exponent = rest.prefix(while: isDigit)
            guard !exponent.isEmpty else { return nil }
            rest = rest[exponent.endIndex...]
        }
        guard rest.isEmpty else { return nil }
        return Double(text).map { .float($0) }
    }

    private static func radix(_ digits: Substring.UTF8View, _ radix: Int) -> YAMLScalar? {
        guard let first = digits.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+") else {
            return nil
        }
        return Int(Substring(digits), radix: radix).map { .int($0) }
    }
}

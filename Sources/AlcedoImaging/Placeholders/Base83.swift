import AlcedoContainers
import AlcedoRecipes

/// Base 83: the digits of a BlurHash, most significant first.
enum Base83 {
    /// Digits that need no escaping in JSON, HTML, and shells, in the order of the BlurHash specification.
    static let digits = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")

    /// Encodes a number with a fixed count of digits.
    static func encode(_ value: Int, digits count: Int) -> String {
        var rest = value
        var text: [Character] = []
        for _ in 0..<count {
            text.append(digits[rest % digits.count])
            rest /= digits.count
        }
        return String(text.reversed())
    }
}

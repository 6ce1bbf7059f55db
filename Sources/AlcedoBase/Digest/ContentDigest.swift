public import Foundation

/// The SHA-256 digest of some bytes: the identity of a picture, a recipe or a cache entry.
///
/// Two sources with the same digest are the same picture, whatever their paths, dates and addresses say.
public struct ContentDigest: Hashable, Sendable {
    // Four words instead of an array: no allocation for each of many thousand digests. And no SIMD vector: it wants
    // addresses that are multiples of 32, but what a task sets aside for an asynchronous function begins at a multiple
    // of 16, and optimized code (Swift 6.3.1) then wrote beyond its end.
    private struct Words: Hashable, Sendable {
        var first, second, third, fourth: UInt64

        var bigEndian: Words {
            Words(
                first: first.bigEndian, second: second.bigEndian, third: third.bigEndian,
                fourth: fourth.bigEndian)
        }
    }

    private let words: Words

    /// Takes the 32 bytes of a digest as they are.
    ///
    /// - Parameter bytes: Exactly 32 bytes; `nil` comes back for any other count.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        if let digest = bytes.withContiguousStorageIfAvailable({ Self(UnsafeRawBufferPointer($0)) }) {
            self = digest
        } else {
            self = Array(bytes).withUnsafeBytes { Self($0) }
        }
    }

    /// Takes 32 bytes that lie in a row: a state file holds many thousand digests.
    ///
    /// - Precondition: `bytes` holds exactly 32.
    init(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count == 32)
        func word(_ index: Int) -> UInt64 {
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        }
        words = Words(first: word(0), second: word(1), third: word(2), fourth: word(3))
    }

    /// Gives the 32 bytes to `body` where they lie.
    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        Swift.withUnsafeBytes(of: words.bigEndian, body)
    }

    /// Digests `data`.
    public init(hashing data: some ContiguousBytes) {
        self = data.withUnsafeBytes { ContentHasher.digest(of: $0) }
    }

    /// Digests the UTF-8 bytes of `text`.
    public init(hashing text: String) {
        var text = text
        self = text.withUTF8 { ContentHasher.digest(of: UnsafeRawBufferPointer($0)) }
    }

    /// Reads 64 hexadecimal digits, of either case.
    public init?(hex: some StringProtocol) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        var high: UInt8?
        for digit in hex.utf8 {
            guard let value = Self.value(ofHexDigit: digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        guard high == nil else { return nil }
        self.init(bytes: bytes)
    }

    /// Reads a subresource-integrity string: `sha256-` and base64.
    public init?(sri: String) {
        guard sri.hasPrefix("sha256-"), let data = Data(base64Encoded: String(sri.dropFirst(7))) else {
            return nil
        }
        self.init(bytes: data)
    }

    /// The 32 bytes.
    public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

    /// 64 lower-case hexadecimal digits.
    public var hex: String {
        String(unsafeUninitializedCapacity: 64) { buffer in
            let digits: StaticString = "0123456789abcdef"
            withUnsafeBytes { bytes in
                for (index, byte) in bytes.enumerated() {
                    buffer[index * 2] = digits.utf8Start[Int(byte >> 4)]
                    buffer[index * 2 + 1] = digits.utf8Start[Int(byte & 15)]
                }
            }
            return 64
        }
    }

    /// The form in which HTML and the index write a digest: `sha256-` and base64.
    public var sri: String { "sha256-" + Data(bytes).base64EncodedString() }

    private static func value(ofHexDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension ContentDigest: CustomStringConvertible {
    /// The hexadecimal form.
    public var description: String { hex }
}

extension ContentDigest: Comparable {
    /// Orders digests by their bytes.
    public static func < (left: ContentDigest, right: ContentDigest) -> Bool {
        let (a, b) = (left.words, right.words)
        return (a.first, a.second, a.third, a.fourth) < (b.first, b.second, b.third, b.fourth)
    }
}

extension ContentDigest: Codable {
    /// Reads the subresource-integrity form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let digest = ContentDigest(sri: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a sha256 digest: \(text)")
        }
        self = digest
    }

    /// Writes the subresource-integrity form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(sri)
    }
}

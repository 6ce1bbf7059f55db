/// The SHA-256 digest of some bytes: the identity of a picture, a recipe or a cache entry.
///
/// Two sources with the same digest are the same picture, whatever their paths, dates and addresses say.
public struct ContentDigest: Hashable, Sendable {
    // Four words instead of an array avoid an allocation for each of many thousand digests. Not a SIMD vector: it needs
    // 32-byte alignment, but a task aligns the memory of an asynchronous function to 16 bytes, and optimized code
    // (Swift 6.3.1) then wrote beyond its end.
    private struct Words: Hashable, Sendable {
        var first, second, third, fourth: UInt64

        var bigEndian: Words {
            Words(
                first: first.bigEndian, second: second.bigEndian, third: third.bigEndian,
                fourth: fourth.bigEndian)
        }
    }

    private let words: Words

    /// Creates a digest from its 32 bytes.
    ///
    /// - Parameter bytes: Exactly 32 bytes; any other count gives `nil`.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        if let digest = bytes.withContiguousStorageIfAvailable({ Self(UnsafeRawBufferPointer($0)) }) {
            self = digest
        } else {
            self = Array(bytes).withUnsafeBytes { Self($0) }
        }
    }

    /// Creates a digest from 32 contiguous bytes, without copying them first: a state file holds many thousand digests.
    ///
    /// - Precondition: `bytes` has a count of 32.
    init(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count == 32)
        func word(_ index: Int) -> UInt64 {
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        }
        words = Words(first: word(0), second: word(1), third: word(2), fourth: word(3))
    }

    /// The first 8 bytes as a number, for hash functions that are the same in every process.
    package var firstWord: UInt64 { words.first }

    /// Calls `body` with the 32 bytes in place.
    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        Swift.withUnsafeBytes(of: words.bigEndian, body)
    }

    /// Computes the digest of `data`.
    public init(hashing data: some ContiguousBytes) {
        self = data.withUnsafeBytes { ContentHasher.digest(of: $0) }
    }

    /// Computes the digest of the UTF-8 bytes of `text`.
    public init(hashing text: String) {
        var text = text
        self = text.withUTF8 { ContentHasher.digest(of: UnsafeRawBufferPointer($0)) }
    }

    /// Parses 64 hexadecimal digits in either case.
    public init?(hex: some StringProtocol) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        var high: UInt8?
        for digit in hex.utf8 {
            guard let value = digit.hexDigitValue else { return nil }
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

    /// Parses a subresource-integrity string: `sha256-` and base64.
    public init?(sri: String) {
        guard sri.hasPrefix("sha256-"), let data = Data(base64Encoded: String(sri.dropFirst(7))) else {
            return nil
        }
        self.init(bytes: data)
    }

    /// The 32 bytes.
    public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

    /// The digest as 64 lowercase hexadecimal digits.
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

    /// The subresource-integrity form used in HTML and in the index: `sha256-` and base64.
    public var sri: String { "sha256-" + Data(bytes).base64EncodedString() }
}

extension UInt8 {
    /// The value of a hexadecimal digit in ASCII, in either case.
    package var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
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
    /// Decodes the subresource-integrity form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let digest = ContentDigest(sri: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a sha256 digest: \(text)")
        }
        self = digest
    }

    /// Encodes the subresource-integrity form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(sri)
    }
}

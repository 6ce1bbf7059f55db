extension BuildOptions {
    /// One of several parts of a build, which different machines or processes make.
    ///
    /// What belongs to a part depends on the manifest and its sources only, never on what is in a cache, so parts may
    /// be made at any time, in any order, and again.
    public struct Shard: Hashable, Sendable, CustomStringConvertible {
        /// The number of this part, counted from 1.
        public let number: Int
        /// The number of parts.
        public let count: Int

        /// The largest number of parts.
        public static let maxCount = 10_000

        /// Creates a part.
        /// - Returns: `nil` unless `number` is from 1 to `count`, and `count` at most ``maxCount``.
        public init?(_ number: Int, of count: Int) {
            guard (1...Self.maxCount).contains(count), (1...count).contains(number) else { return nil }
            self.number = number
            self.count = count
        }

        /// `3/16`.
        public var description: String { "\(number)/\(count)" }
    }
}

extension BuildOptions.Shard {
    /// Reads a part as it is written, such as `3/16`.
    ///
    /// - Throws: `ShardMistake`.
    package init(written text: String) throws(ShardMistake) {
        let words = text.split(separator: "/", omittingEmptySubsequences: false)
        let numbers = words.compactMap { Self.number(String($0)) }
        guard words.count == 2, numbers.count == 2 else {
            throw ShardMistake("expected a part and the number of parts such as 3/16, received '\(text)'")
        }
        self = try Self(checking: numbers[0], of: numbers[1], received: "'\(text)'")
    }

    /// - Throws: `ShardMistake` that says what was received.
    init(checking number: Int, of count: Int, received: String) throws(ShardMistake) {
        guard count >= 1, count <= Self.maxCount else {
            throw ShardMistake("the number of parts is from 1 to \(Self.maxCount), received \(received)")
        }
        guard let shard = Self(number, of: count) else {
            throw ShardMistake("parts are counted from 1 to \(count), received \(received)")
        }
        self = shard
    }

    /// Reads digits only: no sign, no space.
    static func number(_ text: String) -> Int? {
        text.isEmpty || !text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ? nil : Int(text)
    }
}

/// Why a part of a build is not what was written, or not known.
package struct ShardMistake: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

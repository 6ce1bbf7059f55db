/// The name of a source in the lock file.
///
/// Compared by bytes, as servers distinguish what Unicode considers equal, such as `é` as one code point or as two.
struct LockName: Hashable, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (one: LockName, other: LockName) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension LockName: Comparable {
    /// Orders by bytes, like the file.
    static func < (one: LockName, other: LockName) -> Bool {
        one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }
}

extension LockName: ExpressibleByStringInterpolation {
    init(stringLiteral text: String) {
        self.init(text)
    }
}

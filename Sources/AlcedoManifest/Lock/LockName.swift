/// The name of a source in the lock file.
///
/// Compared by bytes, as servers distinguish what Unicode considers equal, such as `é` as one code point or as two.
package struct LockName: Hashable, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    package static func == (one: LockName, other: LockName) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension LockName: Comparable {
    /// Orders by bytes, like the file.
    package static func < (one: LockName, other: LockName) -> Bool {
        one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }
}

extension LockName: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) {
        self.init(text)
    }
}

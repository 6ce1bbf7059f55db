/// What the lock file files a source under.
///
/// Compared by its bytes: servers tell apart what Unicode calls equal, such as an `é` of one character from one of two.
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
    /// By bytes, as the file is sorted.
    static func < (one: LockName, other: LockName) -> Bool {
        one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }
}

extension LockName: ExpressibleByStringInterpolation {
    init(stringLiteral text: String) {
        self.init(text)
    }
}

/// A path by its bytes: on Linux, two folders may have names that are the same text in two normalization forms.
struct PathKey: Hashable {
    let path: String

    init(_ path: String) { self.path = path }

    static func == (one: PathKey, other: PathKey) -> Bool { one.path.utf8.elementsEqual(other.path.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in path.utf8 { hasher.combine(byte) }
    }
}

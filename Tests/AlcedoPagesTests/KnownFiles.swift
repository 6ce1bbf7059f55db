import AlcedoIndex
import AlcedoPages

/// Files of a site in a table: size and digest by path.
struct KnownFiles: SiteFiles {
    let files: [String: (bytes: Int, digest: String?)]
    /// Files without a digest, which must not be read.
    let mayBeRead: Bool

    init(_ files: [String: (bytes: Int, digest: String?)], mayBeRead: Bool = true) {
        self.files = files
        self.mayBeRead = mayBeRead
    }

    func bytes(at path: String) -> Int? { files[path]?.bytes }

    func digest(at path: String) -> String? {
        precondition(mayBeRead, "\(path) is read")
        return files[path]?.digest
    }
}

import AlcedoIndex

/// The site's own files, by their paths below its root: `blog/kingfisher.jpg`.
public protocol SiteFiles: Sendable {
    /// Size of a file in bytes; `nil` if there is no file, 0 if it cannot be examined.
    func bytes(at path: String) -> Int?

    /// Digest of a file, in the form of `ImageIndex.Source/digest`; `nil` if it cannot be read.
    func digest(at path: String) -> String?
}

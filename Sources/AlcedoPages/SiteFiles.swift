import AlcedoIndex

/// What is known of the files that a site itself has, by their paths below its root: `blog/kingfisher.jpg`.
public protocol SiteFiles: Sendable {
    /// Size of a file in bytes; `nil` where no file is, 0 for one that cannot be examined.
    func bytes(at path: String) -> Int?

    /// Digest of a file, as ``ImageIndex/Source/digest`` has it; `nil` where it cannot be read.
    func digest(at path: String) -> String?
}

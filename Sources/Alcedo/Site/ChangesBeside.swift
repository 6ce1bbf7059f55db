/// What the large files of a build have in common that are not written anew for a few changes: what has changed stands in a
/// small file beside them, with the checksum of the one to which it belongs.
///
/// See ``OutputChanges`` and ``BuildStateFile``.
enum ChangesBeside {
    /// What the names of the small files begin with.
    static let prefix = "since-"

    /// Whether so many changes are better written by themselves: every build reads them besides the large file.
    static func areFew(_ changes: Int, of all: Int) -> Bool { changes <= Swift.max(8, all / 32) }
}

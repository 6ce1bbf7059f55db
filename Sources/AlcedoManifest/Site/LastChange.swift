package import AlcedoBase

/// The index that the last build with a change replaced.
///
/// A build without changes keeps it. After the first build there is none.
package struct LastChange: Hashable, Sendable, ReportState {
    /// Digest of the former index, whose bytes are in the cache until it is trimmed or cleared.
    package var index: ContentDigest
    /// End of the build that replaced it, in nanoseconds since 1970.
    package var moment: Int

    package static let schema = "alcedo-change-1"
    package static let prefix = "change"

    package init(index: ContentDigest, moment: Int) {
        self.index = index
        self.moment = moment
    }
}

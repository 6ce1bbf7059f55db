import AlcedoBase
import Foundation

/// A file that a site's pages will ask for.
struct SiteFile: Hashable, Sendable {
    /// Where its bytes are.
    enum Content: Hashable, Sendable {
        /// In the cache, under its digest.
        case cached
        /// Here, because the cache could not take them.
        case memory(Data)
    }

    /// Its path below the output directory.
    var name: String
    var digest: ContentDigest
    var bytes: Int
    var content: Content
    /// The source it was made from, for messages.
    var source: String
}

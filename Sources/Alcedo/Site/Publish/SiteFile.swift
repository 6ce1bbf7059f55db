import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// A published file of a site.
struct SiteFile: Hashable, Sendable {
    /// Location of the bytes.
    enum Content: Hashable, Sendable {
        /// In the cache, under its digest.
        case cached
        /// In memory, because they could not be stored in the cache.
        case memory(Data)
    }

    /// Path relative to the output directory.
    var name: String
    var digest: ContentDigest
    var bytes: Int
    var content: Content
    /// Id of its source, for messages.
    var source: String
    /// What the file has to be. The cache may have other bytes under a digest that its record agrees on.
    var shape: EncodedShape?
    /// Whether it is a part of the index, which is generated whatever was edited in it.
    var isOfIndex = false
}

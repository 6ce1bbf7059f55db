/// What writes a file, without its code: what a plan and a cache key need to know of it.
///
/// One that can write is a `CacheSerializer` of `AlcedoImaging`, which is what to conform a type of your own to.
public protocol SerializerRecipe: Sendable {
    /// Exact name of the format and of every setting that changes its bytes; part of the cache key. The rules of
    /// ``ProcessorRecipe/identifier`` apply.
    var identifier: String { get }

    /// The format of the files: a built-in one, or ``OutputFormat/custom(_:)``.
    var format: OutputFormat { get }
}

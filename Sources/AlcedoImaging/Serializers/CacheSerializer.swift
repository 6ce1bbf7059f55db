public import AlcedoBase
public import AlcedoContainers
public import AlcedoRecipes

/// A type that encodes a finished picture as the bytes of a file.
///
/// Conform a type of your own to write a format, or with settings, that Alcedo does not provide, and request its files
/// with ``/AlcedoRecipes/RequestedFormat/custom(_:)``.
public protocol CacheSerializer: SerializerRecipe {
    /// Encodes a picture. May be called on any thread, for several pictures at once.
    ///
    /// - Parameters:
    ///   - image: The picture, with all its frames.
    ///   - context: Information about the picture besides its pixels.
    /// - Throws: Any error. Its description is shown to the user after the picture's name.
    func data(with image: PixelImage, context: SerializationContext) throws -> Data
}

import AlcedoContainers
public import AlcedoRecipes

extension ComposedProcessor: ImageProcessor {
    /// Runs the first, then the second on its result.
    ///
    /// - Throws: What either throws.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        try second.processed(first.processed(image, context: context), context: context)
    }
}

/// Runs `first`, then `second` on its result.
public func |> (first: any ImageProcessor, second: any ImageProcessor) -> any ImageProcessor {
    ComposedProcessor(first: first, second: second)
}

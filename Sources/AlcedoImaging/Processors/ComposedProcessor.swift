infix operator |> : AdditionPrecedence

/// Two processors in sequence.
public struct ComposedProcessor: ImageProcessor {
    /// The processor that runs first.
    public let first: any ImageProcessor
    /// The processor that runs on its result.
    public let second: any ImageProcessor

    /// Both identifiers in order, joined by `|>`.
    public var identifier: String { "\(first.identifier)|>\(second.identifier)" }

    /// Whether either processor may leave the final result transparent.
    public var mayAddTransparency: Bool {
        second.mayAddTransparency || (first.mayAddTransparency && !second.removesTransparency)
    }

    /// Whether either processor makes the final result opaque.
    public var removesTransparency: Bool {
        second.removesTransparency || (first.removesTransparency && !second.mayAddTransparency)
    }

    /// Returns the size after both processors.
    public func size(of size: PixelSize, density: Double) -> PixelSize {
        second.size(of: first.size(of: size, density: density), density: density)
    }

    /// Runs the first, then the second on its result.
    ///
    /// - Throws: What either throws.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        try second.process(first.process(image, context: context), context: context)
    }
}

/// Runs `first`, then `second` on its result.
public func |> (first: any ImageProcessor, second: any ImageProcessor) -> any ImageProcessor {
    ComposedProcessor(first: first, second: second)
}

infix operator |> : AdditionPrecedence

/// Two processors, one after the other.
public struct ComposedProcessor: ImageProcessor {
    /// What is done first.
    public let first: any ImageProcessor
    /// What is done with its result.
    public let second: any ImageProcessor

    /// Both identifiers in their order, joined by `|>`.
    public var identifier: String { "\(first.identifier)|>\(second.identifier)" }

    /// Whether what comes out at the end may be transparent because of either.
    public var mayAddTransparency: Bool {
        second.mayAddTransparency || (first.mayAddTransparency && !second.removesTransparency)
    }

    /// Whether what comes out at the end is opaque because of either.
    public var removesTransparency: Bool {
        second.removesTransparency || (first.removesTransparency && !second.mayAddTransparency)
    }

    /// What the second makes of what the first makes.
    public func size(of size: PixelSize, density: Double) -> PixelSize {
        second.size(of: first.size(of: size, density: density), density: density)
    }

    /// Runs the first, then the second on its result.
    ///
    /// - Throws: What either throws.
    public func process(_ image: Image, context: ImageProcessingContext) throws -> Image {
        try second.process(first.process(image, context: context), context: context)
    }
}

/// Runs `first`, then `second` on its result.
public func |> (first: any ImageProcessor, second: any ImageProcessor) -> any ImageProcessor {
    ComposedProcessor(first: first, second: second)
}

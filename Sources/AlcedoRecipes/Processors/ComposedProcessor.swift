infix operator |> : AdditionPrecedence

/// Two processors in sequence.
public struct ComposedProcessor: ProcessorRecipe {
    /// The processor that runs first.
    public let first: any ProcessorRecipe
    /// The processor that runs on its result.
    public let second: any ProcessorRecipe

    package init(first: any ProcessorRecipe, second: any ProcessorRecipe) {
        self.first = first
        self.second = second
    }

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
}

/// Runs `first`, then `second` on its result.
public func |> (first: any ProcessorRecipe, second: any ProcessorRecipe) -> any ProcessorRecipe {
    ComposedProcessor(first: first, second: second)
}

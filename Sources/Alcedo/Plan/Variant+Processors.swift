import AlcedoManifest
import AlcedoRecipes

extension Variant {
    /// The steps after the resize in the order that the format guarantees: the `process` chain, then the short forms,
    /// then the radius.
    var processors: [any ProcessorRecipe] {
        var steps: [any ProcessorRecipe] = process.compactMap(\.processor)
        if let blur, blur > 0 { steps.append(ImageProcessors.Blur(sigma: blur)) }
        if let radius {
            steps.append(
                ImageProcessors.RoundCorner(
                    radius: radius, corners: corners,
                    // A translucent background is applied once, behind everything, after all steps.
                    background: background?.ifOpaque))
        }
        return steps
    }
}

extension ProcessStep {
    /// The processor of the step. The reader has rejected every step without one.
    var processor: (any ProcessorRecipe)? {
        own?.processor ?? ProcessorRegistry.specification(named: name)?.make(parameters)
    }
}

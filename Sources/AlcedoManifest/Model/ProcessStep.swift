package import AlcedoBase
package import AlcedoRecipes

/// One step of a `process` chain, with its parameters checked against ``ProcessorRegistry``.
package struct ProcessStep: Hashable, Sendable, Encodable {
    /// The processor's name in the registry.
    package var name: String
    /// The parameters given in the manifest.
    package var parameters: ProcessorValues
    /// The position of the step in the manifest.
    package var location: Diagnostic.Location
    /// The processor itself, if no registry has it.
    package var own: OwnProcessor?

    /// Creates a step.
    package init(name: String, parameters: ProcessorValues = [:], location: Diagnostic.Location) {
        self.name = name
        self.parameters = parameters
        self.location = location
    }

    /// Creates a step from its processor.
    package init(_ processor: any ProcessorRecipe) {
        self.init(name: processor.identifier, location: Diagnostic.Location(name: ""))
        own = OwnProcessor(processor: processor)
    }
}

/// A processor of any type, which its identifier stands for.
package struct OwnProcessor: Sendable, Hashable, Encodable {
    package let processor: any ProcessorRecipe

    package static func == (one: OwnProcessor, other: OwnProcessor) -> Bool {
        one.processor.identifier == other.processor.identifier
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(processor.identifier) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(processor.identifier)
    }
}

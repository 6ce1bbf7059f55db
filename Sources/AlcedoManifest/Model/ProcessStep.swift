public import AlcedoBase
public import AlcedoImaging

/// One step of a `process` chain, with its parameters checked against ``ProcessorRegistry``.
public struct ProcessStep: Hashable, Sendable, Encodable {
    /// The processor's name in the registry.
    public var name: String
    /// The parameters given in the manifest.
    public var parameters: ProcessorValues
    /// The position of the step in the manifest.
    public var location: SourceLocation

    /// Creates a step.
    public init(name: String, parameters: ProcessorValues = [:], location: SourceLocation) {
        self.name = name
        self.parameters = parameters
        self.location = location
    }
}

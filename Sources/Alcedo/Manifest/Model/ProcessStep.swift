public import AlcedoBase
public import AlcedoImaging

/// One step of a `process` chain, with its parameters checked against ``ProcessorRegistry``.
public struct ProcessStep: Hashable, Sendable {
    /// The processor's name in the registry.
    public var name: String
    /// The parameters that were written, and the defaults of those that were not.
    public var parameters: [String: ProcessParameter]
    /// Where the step is written.
    public var location: SourceLocation

    /// Describes a step.
    public init(name: String, parameters: [String: ProcessParameter] = [:], location: SourceLocation) {
        self.name = name
        self.parameters = parameters
        self.location = location
    }

    /// The number that a parameter holds.
    public func number(_ key: String) -> Double? {
        if case .number(let value) = parameters[key] { value } else { nil }
    }

    /// The colour that a parameter holds.
    public func color(_ key: String) -> Color? {
        if case .color(let value) = parameters[key] { value } else { nil }
    }

    /// The length that a parameter holds.
    public func length(_ key: String) -> ManifestLength? {
        if case .length(let value) = parameters[key] { value } else { nil }
    }

    /// The corners that a parameter holds.
    public func corners(_ key: String) -> Set<ManifestCorner>? {
        if case .corners(let value) = parameters[key] { value } else { nil }
    }
}

/// The value of a processor's parameter.
public enum ProcessParameter: Hashable, Sendable {
    case number(Double)
    case color(Color)
    case length(ManifestLength)
    case corners(Set<ManifestCorner>)
}

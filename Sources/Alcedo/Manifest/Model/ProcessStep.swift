public import AlcedoBase
public import AlcedoImaging
public import Foundation

/// One step of a `process` chain, with its parameters checked against ``ProcessorRegistry``.
public struct ProcessStep: Hashable, Sendable, Encodable {
    /// The processor's name in the registry.
    public var name: String
    /// The parameters that were written.
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

    /// The whole number that a parameter holds.
    public func integer(_ key: String) -> Int? {
        number(key).flatMap { Int(exactly: $0) }
    }

    /// Whether a parameter is switched on.
    public func flag(_ key: String) -> Bool? {
        if case .flag(let value) = parameters[key] { value } else { nil }
    }

    /// The word that a parameter holds.
    public func text(_ key: String) -> String? {
        if case .text(let value) = parameters[key] { value } else { nil }
    }

    /// The point that a parameter holds.
    public func point(_ key: String) -> FocalPoint? {
        if case .point(let value) = parameters[key] { value } else { nil }
    }

    /// The picture that a parameter names.
    public func image(_ key: String) -> ProcessImage? {
        if case .image(let value) = parameters[key] { value } else { nil }
    }

    /// The corners that a parameter holds.
    public func corners(_ key: String) -> Set<ManifestCorner>? {
        if case .corners(let value) = parameters[key] { value } else { nil }
    }
}

/// The value of a processor's parameter.
public enum ProcessParameter: Hashable, Sendable, Encodable {
    case number(Double)
    case color(Color)
    case length(ManifestLength)
    case corners(Set<ManifestCorner>)
    case flag(Bool)
    case text(String)
    case point(FocalPoint)
    case image(ProcessImage)
}

/// Another picture that a step needs, such as a watermark.
public struct ProcessImage: Hashable, Sendable, Encodable {
    /// The path as it is written.
    public var written: String
    /// Where it is written.
    public var location: SourceLocation
    /// Its bytes, once they have been read.
    public var data: Data?

    /// Names a picture.
    public init(written: String, location: SourceLocation, data: Data? = nil) {
        self.written = written
        self.location = location
        self.data = data
    }
}

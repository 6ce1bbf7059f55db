public import AlcedoBase
public import AlcedoImaging
public import Foundation

/// One step of a `process` chain, with its parameters checked against ``ProcessorRegistry``.
public struct ProcessStep: Hashable, Sendable, Encodable {
    /// The processor's name in the registry.
    public var name: String
    /// The parameters given in the manifest.
    public var parameters: [String: ProcessParameter]
    /// The position of the step in the manifest.
    public var location: SourceLocation

    /// Creates a step.
    public init(name: String, parameters: [String: ProcessParameter] = [:], location: SourceLocation) {
        self.name = name
        self.parameters = parameters
        self.location = location
    }

    /// Returns a numeric parameter.
    public func number(_ key: String) -> Double? {
        if case .number(let value) = parameters[key] { value } else { nil }
    }

    /// Returns a color parameter.
    public func color(_ key: String) -> Color? {
        if case .color(let value) = parameters[key] { value } else { nil }
    }

    /// Returns a length parameter.
    public func length(_ key: String) -> ManifestLength? {
        if case .length(let value) = parameters[key] { value } else { nil }
    }

    /// Returns a whole-number parameter.
    public func integer(_ key: String) -> Int? {
        number(key).flatMap { Int(exactly: $0) }
    }

    /// Returns a Boolean parameter.
    public func flag(_ key: String) -> Bool? {
        if case .flag(let value) = parameters[key] { value } else { nil }
    }

    /// Returns a text parameter.
    public func text(_ key: String) -> String? {
        if case .text(let value) = parameters[key] { value } else { nil }
    }

    /// Returns a point parameter.
    public func point(_ key: String) -> FocalPoint? {
        if case .point(let value) = parameters[key] { value } else { nil }
    }

    /// Returns the picture that a parameter names.
    public func image(_ key: String) -> ProcessImage? {
        if case .image(let value) = parameters[key] { value } else { nil }
    }

    /// Returns the corners that a parameter holds.
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

/// An additional picture for a step, such as a watermark.
public struct ProcessImage: Hashable, Sendable, Encodable {
    /// The path as written.
    public var written: String
    /// The position in the manifest.
    public var location: SourceLocation
    /// The bytes, once they have been read.
    public var data: Data?

    /// Creates a reference to a picture.
    public init(written: String, location: SourceLocation, data: Data? = nil) {
        self.written = written
        self.location = location
        self.data = data
    }
}

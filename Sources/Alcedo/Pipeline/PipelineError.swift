public import AlcedoImaging
public import AlcedoLoading

/// The part of a picture's way in which it failed.
public enum PipelinePhase: String, Hashable, Sendable, CaseIterable {
    case provider, loader, decode, process, encode, write
}

/// Why the pipeline has no picture to give.
public enum PipelineError: Error, Sendable {
    /// A provider could not give the bytes.
    case provider(reason: String)
    /// A remote source could not be loaded.
    case loading(LoadingError)
    /// A remote source gave other bytes than it had to.
    case changed(expected: ContentPin, actual: ContentPin)
    /// The bytes could not be made into the picture asked for.
    case imaging(ImagingError)
    /// Only the cache was to be asked, and it does not have it.
    case notCached(reason: String)
    /// The result could not be written.
    case write(reason: String)

    /// Where it failed.
    public var phase: PipelinePhase {
        switch self {
        case .provider: .provider
        case .loading, .notCached, .changed: .loader
        case .imaging(.decode): .decode
        case .imaging(.process), .imaging(.library): .process
        case .imaging(.encode), .imaging(.noFormat): .encode
        case .imaging(.lost(let step, _)):
            switch step {
            case .open, .decode: .decode
            case .process, .placeholders, .identity: .process
            case .encode: .encode
            }
        case .write: .write
        }
    }

    /// Why, and what to do about it, in one line.
    public var reason: String {
        switch self {
        case .provider(let reason), .notCached(let reason), .write(let reason): reason
        case .loading(let error): String(describing: error)
        case .changed(let expected, let actual):
            "it has to be \(expected), but \(actual) came"
        case .imaging(let error): String(describing: error)
        }
    }
}

extension PipelineError: CustomStringConvertible {
    /// `decode: the file ends too early`.
    public var description: String { "\(phase.rawValue): \(reason)" }
}

public import AlcedoImaging
public import AlcedoLoading

/// Failure of the pipeline to return a picture.
public enum PipelineError: Error, Sendable {
    /// A provider could not supply the bytes.
    case provider(reason: String)
    /// A remote source could not be loaded.
    case loading(LoadingError)
    /// A remote source returned bytes that differ from its pin.
    case changed(expected: ContentPin, actual: ContentPin)
    /// The bytes could not be turned into the requested picture.
    case imaging(ImagingError)
    /// The picture is not in the cache, and only the cache was to be used.
    case notCached(reason: String)
    /// The result could not be written.
    case write(reason: String)

    /// Phase that failed.
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

    /// Reason and advice, in one line.
    public var reason: String {
        switch self {
        case .provider(let reason), .notCached(let reason), .write(let reason): reason
        case .loading(let error): String(describing: error)
        case .changed(let expected, let actual):
            "expected \(expected), received \(actual)"
        case .imaging(let error): String(describing: error)
        }
    }
}

extension PipelineError: CustomStringConvertible {
    /// `decode: the file ends too early`.
    public var description: String { "\(phase.rawValue): \(reason)" }
}

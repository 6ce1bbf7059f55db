public import AlcedoBase
public import AlcedoLoading
public import AlcedoRecipes

/// Failure of the pipeline to return a picture.
public enum PipelineError: AlcedoError {
    /// Why a provider could not supply the bytes.
    public enum ProviderFault: String, Hashable, Sendable {
        /// The provider itself failed.
        case failed
        /// There is no such file.
        case missing
        /// The file is too large to be read into memory.
        case tooLarge
        /// The file cannot be read.
        case unreadable
        /// The file changed while it was read, or since it was read first.
        case changing
        /// The command that would make it is missing, or there is no space for what it makes.
        case tool
    }

    /// A provider could not supply the bytes.
    case provider(_ fault: ProviderFault = .failed, reason: String)
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

    /// Reason and advice, in one line.
    public var reason: String {
        switch self {
        case .provider(_, let reason), .notCached(let reason), .write(let reason): reason
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

extension PipelineError {
    /// The stable codes of the pipeline, besides those of loading and imaging.
    package enum Code: String, ErrorCode {
        case failed = "provider.failed"
        case missing = "provider.missing"
        case tooLarge = "provider.too-large"
        case unreadable = "provider.unreadable"
        case changing = "provider.changing"
        case tool = "provider.tool"
        case changed = "loader.changed"
        case notCached = "loader.not-cached"
        case write = "write.failed"
    }

    /// The error inside, which decides, or the code of this one.
    package enum Cause {
        case inner(any AlcedoError)
        case own(Code)
    }

    package var cause: Cause {
        switch self {
        case .provider(let fault, _):
            switch fault {
            case .failed: .own(.failed)
            case .missing: .own(.missing)
            case .tooLarge: .own(.tooLarge)
            case .unreadable: .own(.unreadable)
            case .changing: .own(.changing)
            case .tool: .own(.tool)
            }
        case .loading(let error): .inner(error)
        case .changed: .own(.changed)
        case .imaging(let error): .inner(error)
        case .notCached: .own(.notCached)
        case .write: .own(.write)
        }
    }

    /// Whether the picture has nothing to do with it.
    package var isOfSystem: Bool {
        switch self {
        case .imaging(let error): error.isOfSystem
        case .provider(.tool, _): true
        default: false
        }
    }

    /// Phase that failed.
    public var phase: ErrorPhase {
        switch cause {
        case .inner(let error): error.phase
        case .own(let code): code.phase
        }
    }

    /// `loader.changed`, for instance; for an error of loading or imaging, its code.
    public var code: String {
        switch cause {
        case .inner(let error): error.code
        case .own(let code): code.rawValue
        }
    }
}

public import AlcedoBase

/// Why a picture could not be made, by the phase in which it failed.
public enum ImagingError: AlcedoError, Hashable, Codable {
    /// Why bytes cannot be decoded.
    public enum DecodeFault: String, Hashable, Sendable, Codable {
        /// The data is damaged.
        case damaged
        /// The data ends too early, or lacks rows.
        case truncated
        /// There are no bytes.
        case empty
        /// It is not a picture, or one of a type or kind that is not decoded.
        case unsupported
        /// It has more pixels or longer sides than the limit.
        case tooLarge
        /// It has more frames than the limit.
        case tooManyFrames
        /// It would take more memory than there is.
        case tooMuchMemory
        /// It is an SVG, which the site refuses.
        case refused
    }

    /// Why a file cannot be written.
    public enum EncodeFault: String, Hashable, Sendable, Codable {
        /// The encoder failed.
        case failed
        /// The format cannot hold the picture, or lacks the requested mode.
        case unsupported
        /// No file is within the byte budget.
        case overBudget
        /// The encoder wrote an incomplete file.
        case broken
    }

    /// The bytes cannot be decoded, or the picture exceeds the limits.
    case decode(_ fault: DecodeFault = .damaged, reason: String)
    /// A step between decoding and encoding failed.
    case process(step: String, reason: String)
    /// A text that is not a color.
    case color(text: String, reason: String)
    /// The picture could not be written in this format.
    case encode(_ fault: EncodeFault = .failed, format: OutputFormat, reason: String)
    /// No requested format can hold the picture.
    case noFormat(reason: String)
    /// The image library itself is missing or broken.
    case library(reason: String)
    /// The system has run out of something, also with nothing else being processed. Other pictures would fail, too.
    case shortage(_ shortage: Shortage)
    /// The process working on the picture crashed, hung, or was ended, and so did the retry.
    case lost(during: ImageJob.Step, reason: String)
}

extension ImagingError: CustomStringConvertible {
    /// The reason, with the step or format it concerns.
    public var description: String {
        switch self {
        case .decode(_, let reason), .noFormat(let reason), .library(let reason), .lost(_, let reason): reason
        case .process(let step, let reason): "\(step): \(reason)"
        case .shortage(let shortage): shortage.advice
        case .color(let text, let reason): "'\(text)' is not a colour: \(reason)"
        case .encode(_, let format, let reason): "cannot write \(format.name): \(reason)"
        }
    }
}

extension ImagingError {
    /// The stable codes of imaging.
    package enum Code: String, ErrorCode {
        case damaged = "decode.damaged"
        case truncated = "decode.truncated"
        case empty = "decode.empty"
        case unsupported = "decode.unsupported"
        case tooLarge = "decode.too-large"
        case tooManyFrames = "decode.too-many-frames"
        case tooMuchMemory = "decode.too-much-memory"
        case refused = "decode.refused"
        case lostDecoding = "decode.lost"
        case step = "process.step"
        case color = "process.color"
        case library = "process.library"
        case shortage = "process.shortage"
        case lostProcessing = "process.lost"
        case encoder = "encode.failed"
        case formatUnsupported = "encode.unsupported"
        case overBudget = "encode.over-budget"
        case broken = "encode.broken"
        case noFormat = "encode.no-format"
        case lostEncoding = "encode.lost"
    }

    package var kind: Code {
        switch self {
        case .decode(let fault, _):
            switch fault {
            case .damaged: .damaged
            case .truncated: .truncated
            case .empty: .empty
            case .unsupported: .unsupported
            case .tooLarge: .tooLarge
            case .tooManyFrames: .tooManyFrames
            case .tooMuchMemory: .tooMuchMemory
            case .refused: .refused
            }
        case .process: .step
        case .color: .color
        case .library: .library
        case .shortage: .shortage
        case .encode(let fault, _, _):
            switch fault {
            case .failed: .encoder
            case .unsupported: .formatUnsupported
            case .overBudget: .overBudget
            case .broken: .broken
            }
        case .noFormat: .noFormat
        case .lost(let step, _):
            switch step {
            case .open, .decode: .lostDecoding
            case .process, .placeholders, .identity: .lostProcessing
            case .encode: .lostEncoding
            }
        }
    }

    /// Whether the picture has nothing to do with it.
    package var isOfSystem: Bool {
        switch self {
        case .library, .shortage: true
        default: false
        }
    }

    /// The phase that failed: `decode`, `process` or `encode`.
    public var phase: ErrorPhase { kind.phase }

    /// `decode.truncated`, for instance.
    public var code: String { kind.rawValue }
}

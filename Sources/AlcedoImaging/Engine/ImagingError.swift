/// Why a picture could not be made, by the phase in which it failed.
public enum ImagingError: Error, Hashable, Sendable, Codable {
    /// The bytes cannot be decoded, or the picture exceeds the limits.
    case decode(reason: String)
    /// A step between decoding and encoding failed.
    case process(step: String, reason: String)
    /// The picture could not be written in this format.
    case encode(format: OutputFormat, reason: String)
    /// No requested format can hold the picture.
    case noFormat(reason: String)
    /// The image library itself is missing or broken.
    case library(reason: String)
    /// The process working on the picture crashed, hung, or was ended, and so did the retry.
    case lost(during: ImageJob.Step, reason: String)
}

extension ImagingError: CustomStringConvertible {
    /// The reason, with the step or format it concerns.
    public var description: String {
        switch self {
        case .decode(let reason), .noFormat(let reason), .library(let reason), .lost(_, let reason): reason
        case .process(let step, let reason): "\(step): \(reason)"
        case .encode(let format, let reason): "cannot write \(format.name): \(reason)"
        }
    }
}

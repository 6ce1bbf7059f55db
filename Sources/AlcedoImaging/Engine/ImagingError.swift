/// Why a picture could not be made, by the phase in which it failed.
public enum ImagingError: Error, Hashable, Sendable {
    /// The bytes are not a picture that can be decoded, or one beyond the limits.
    case decode(reason: String)
    /// A step between decoding and encoding failed.
    case process(step: String, reason: String)
    /// The picture could not be written in this format.
    case encode(format: OutputFormat, reason: String)
    /// No format that was asked for can hold the picture.
    case noFormat(reason: String)
}

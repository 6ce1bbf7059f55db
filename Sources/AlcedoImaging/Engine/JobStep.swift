/// A part of the work on one source, each with a deadline of its own.
public enum JobStep: Hashable, Sendable, Codable {
    /// Reading the header.
    case open
    /// Decoding all pixels, to the largest size that is needed.
    case decode
    /// Making the pixels of one picture.
    case process
    /// Writing one file.
    case encode(OutputFormat)
    /// Computing placeholders.
    case placeholders
    /// Finding out what decides the bytes besides the job.
    case identity

    /// `reading its header`, as messages name what was going on.
    var gerund: String {
        switch self {
        case .open: "reading its header"
        case .decode: "decoding it"
        case .process: "processing it"
        case .encode(let format): "writing it as \(format.rawValue)"
        case .placeholders: "computing its placeholders"
        case .identity: "starting libvips"
        }
    }
}

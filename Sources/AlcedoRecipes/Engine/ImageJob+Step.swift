extension ImageJob {
    /// A step of the work on one source. Each step has its own deadline.
    public enum Step: Hashable, Sendable, Codable {
        /// Reading the header.
        case open
        /// Decoding all pixels, at the largest size needed.
        case decode
        /// Making the pixels of one picture.
        case process
        /// Writing one file.
        case encode(OutputFormat)
        /// Computing placeholders.
        case placeholders
        /// Computing the identity of the engine.
        case identity

        /// The step as messages describe it, such as `reading its header`.
        package var gerund: String {
            switch self {
            case .open: "reading its header"
            case .decode: "decoding it"
            case .process: "processing it"
            case .encode(let format): "writing it as \(format.name)"
            case .placeholders: "computing its placeholders"
            case .identity: "starting libvips"
            }
        }
    }
}

extension SourceEntry {
    /// A part of a file that is a picture by itself.
    public enum Part: Hashable, Sendable {
        /// A frame of an animation, or a page of a document, counted from 1.
        case page(Int)
        /// The frame of a video that is shown at a time in seconds.
        case moment(Double)

        /// The part in words, for keys.
        package var words: String {
            switch self {
            case .page(let number): "page \(number)"
            case .moment(let seconds): "moment \(seconds)"
            }
        }

        /// The key and the value as a file has them.
        var written: (String, WrittenValue?) {
            switch self {
            case .page(let number): ("page", .int(number))
            case .moment(let seconds): ("video", .mapping([("at", .number(seconds))]))
            }
        }
    }
}

extension SourceEntry {
    /// A part of a file that is a picture by itself.
    public enum Part: Hashable, Sendable {
        /// A frame of an animation, or a page of a document, counted from 1.
        case page(Int)

        /// The part in words, for keys.
        package var words: String {
            switch self {
            case .page(let number): "page \(number)"
            }
        }

        /// The part as a file has it.
        var written: WrittenValue {
            switch self {
            case .page(let number): .int(number)
            }
        }
    }
}

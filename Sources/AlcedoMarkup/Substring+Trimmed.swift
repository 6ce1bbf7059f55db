extension Substring {
    /// The text without the spaces around it.
    package var trimmed: Substring {
        var text = drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}

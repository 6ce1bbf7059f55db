extension String {
    /// Returns a text of CSS with other text in place of each comment.
    ///
    /// - Parameter other: Returns the text in place of a comment with a number of characters.
    package func replacingCSSComments(_ other: (Int) -> String) -> String {
        guard utf8.contains(UInt8(ascii: "*")) else { return self }
        return replacing(#//\*(?s:.*?)(?:\*/|$)/#) { other($0.output.count) }
    }
}

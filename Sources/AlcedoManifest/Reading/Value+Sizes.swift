import AlcedoMarkup

extension Value {
    /// Reads the `sizes` of pages, and reports mistakes, which browsers ignore without a word.
    func sizes() -> String? {
        guard let text = nonEmptyText() else { return nil }
        let shown = text.trimmingSpace()
        for fault in SizesSyntax.faults(in: shown) {
            problems.error(
                "\(name) \(fault.reason)", at: node.location(ofCharacter: fault.offset, of: shown))
        }
        return text
    }
}

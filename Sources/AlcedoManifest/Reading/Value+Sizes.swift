import AlcedoPages

extension Value {
    /// Reads the `sizes` of pages. Browsers ignore what is none.
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

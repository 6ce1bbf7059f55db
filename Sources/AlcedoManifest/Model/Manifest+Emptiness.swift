package import AlcedoBase

extension Manifest {
    /// A warning if there are sources but nothing is made from them, so that only the index would describe them.
    package func emptiness(isFile: Bool = true) -> Diagnostic? {
        guard variants.isEmpty, placeholders.isEmpty, !sources.isEmpty else { return nil }
        return Diagnostic(
            .warning,
            "there are no 'variants', so no file would be made; add one, such as "
                + "'variants: { photo: { widths: [640, 1280] } }'",
            at: isFile ? Diagnostic.Location(file: path, line: 1, column: 1) : nil)
    }
}

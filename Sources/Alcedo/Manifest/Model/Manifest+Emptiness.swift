import AlcedoBase

extension Manifest {
    /// A warning where sources are named and nothing is made of them: the index alone would say what they are.
    var emptiness: Diagnostic? {
        guard variants.isEmpty, placeholders.isEmpty, !sources.isEmpty else { return nil }
        return Diagnostic(
            .warning,
            "there are no 'variants', so no file is made of any source; name one, such as "
                + "'variants: { photo: { widths: [640, 1280] } }'",
            at: SourceLocation(file: path, line: 1, column: 1))
    }
}

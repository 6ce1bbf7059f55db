import AlcedoContainers
import AlcedoRecipes

extension ImagePlaceholders {
    /// Computes placeholders of the given kinds.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when pixels cannot be computed.
    init(_ kinds: Set<PlaceholderKind>, of picture: PlaceholderInput) throws {
        self.init()
        for kind in PlaceholderKind.allCases where kinds.contains(kind) {
            self[kind] = try kind.value(of: picture)
        }
    }
}

package import AlcedoRecipes

/// The processors that a `process` chain may name, with their parameters.
///
/// A single table drives parsing, validation and construction.
package enum ProcessorRegistry {
    /// Every processor.
    package static let all = ProcessorSpecification.builtIn

    /// Returns the processor with this name or alias.
    package static func specification(named name: String) -> ProcessorSpecification? {
        all.first { $0.name == name || $0.aliases.contains(name) }
    }

    static let names = all.flatMap { [$0.name] + $0.aliases }
}

package import AlcedoImaging

/// The processors that a `process` chain may name, with their parameters.
///
/// A single table drives parsing, validation and construction.
public enum ProcessorRegistry {
    /// The type of a parameter's value, with its bounds.
    public enum Kind: Sendable {
        /// A number within bounds.
        case number(ClosedRange<Double>)
        /// A whole number within bounds.
        case integer(ClosedRange<Int>)
        /// `true` or `false`.
        case flag
        /// One of the listed words.
        case choice([String])
        /// A CSS color.
        case color
        /// CSS pixels, or percent of the shorter side.
        case length
        /// CSS pixels, or percent of the side in question.
        case side
        /// A compass point, or two percentages from the top left.
        case point
        /// A list of corners.
        case corners
        /// The path of another picture, relative to the manifest.
        case image
    }

    /// One parameter.
    public struct Parameter: Sendable {
        /// Its key.
        public var name: String
        /// The type of its value.
        public var kind: Kind
        /// Whether it is required.
        public var isRequired: Bool

        init(_ name: String, _ kind: Kind, required: Bool = false) {
            self.name = name
            self.kind = kind
            self.isRequired = required
        }
    }

    /// One processor.
    public struct Specification: Sendable {
        /// Its name, as in ``ProcessStep/name``.
        public var name: String
        /// Alternative names.
        public var aliases: [String]
        /// Its parameters. The first has a short form: `blur: 2`.
        public var parameters: [Parameter]
        /// Returns why individually valid parameters conflict, or `nil` if they do not.
        let contradiction: @Sendable (ProcessStep) -> String?
        /// Makes the processor for a step whose parameters have been read.
        package let make: @Sendable (ProcessStep) -> (any ImageProcessor)?

        init(
            _ name: String, aliases: [String] = [], _ parameters: [Parameter] = [],
            contradiction: @escaping @Sendable (ProcessStep) -> String? = { _ in nil },
            make: @escaping @Sendable (ProcessStep) -> (any ImageProcessor)?
        ) {
            self.name = name
            self.aliases = aliases
            self.parameters = parameters
            self.contradiction = contradiction
            self.make = make
        }
    }

    /// Every processor.
    public static let all: [Specification] = geometry + colors + shapes + effects

    /// Returns the processor with this name or alias.
    public static func specification(named name: String) -> Specification? {
        all.first { $0.name == name || $0.aliases.contains(name) }
    }

    static let names = all.flatMap { [$0.name] + $0.aliases }
}

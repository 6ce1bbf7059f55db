import AlcedoImaging

/// The processors that a `process` chain may name, with their parameters.
///
/// One table decides what parses, what a parameter may be, and what is made of it.
public enum ProcessorRegistry {
    /// What a parameter may hold.
    public enum Kind: Sendable {
        /// A number within bounds.
        case number(ClosedRange<Double>)
        /// A whole number within bounds.
        case integer(ClosedRange<Int>)
        /// `true` or `false`.
        case flag
        /// One of some words.
        case choice([String])
        /// A CSS colour.
        case color
        /// CSS pixels, or per cent of the shorter side.
        case length
        /// CSS pixels, or per cent of the side in question.
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
        /// What it may hold.
        public var kind: Kind
        /// Whether it must be given.
        public var isRequired: Bool

        init(_ name: String, _ kind: Kind, required: Bool = false) {
            self.name = name
            self.kind = kind
            self.isRequired = required
        }
    }

    /// One processor.
    public struct Specification: Sendable {
        /// Its name, which ``ProcessStep/name`` carries.
        public var name: String
        /// Other names it answers to.
        public var aliases: [String]
        /// Its parameters. The first one may be written in short: `blur: 2`.
        public var parameters: [Parameter]
        /// Why parameters that are right one by one are wrong together; `nil` when they are not.
        let contradiction: @Sendable (ProcessStep) -> String?
        /// The processor for a step whose parameters are read.
        let make: @Sendable (ProcessStep) -> (any ImageProcessor)?

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

    /// The processor of this name.
    public static func specification(named name: String) -> Specification? {
        all.first { $0.name == name || $0.aliases.contains(name) }
    }

    static let names = all.flatMap { [$0.name] + $0.aliases }
}

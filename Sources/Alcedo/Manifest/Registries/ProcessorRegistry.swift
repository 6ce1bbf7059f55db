/// The processors that a `process` chain may name, with their parameters.
///
/// One table decides what parses, what a parameter may be, and what this version can do. A processor that is not
/// available yet is read and checked like the others; then the manifest is refused with its name.
public enum ProcessorRegistry {
    /// What a parameter may hold.
    public enum Kind: Sendable {
        /// A number within bounds.
        case number(ClosedRange<Double>)
        /// A CSS colour.
        case color
        /// CSS pixels or per cent.
        case length
        /// A list of corners.
        case corners
    }

    /// One parameter.
    public struct Parameter: Sendable {
        /// Its key.
        public var name: String
        /// What it may hold.
        public var kind: Kind
        /// Whether it must be given.
        public var isRequired: Bool
        /// What it is when it is not given.
        public var standard: ProcessParameter?

        init(_ name: String, _ kind: Kind, required: Bool = false, standard: ProcessParameter? = nil) {
            self.name = name
            self.kind = kind
            self.isRequired = required
            self.standard = standard
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
        /// Whether this version has it.
        public var isAvailable: Bool

        init(_ name: String, aliases: [String] = [], _ parameters: [Parameter] = [], isAvailable: Bool) {
            self.name = name
            self.aliases = aliases
            self.parameters = parameters
            self.isAvailable = isAvailable
        }
    }

    /// Every processor.
    public static let all: [Specification] = [
        Specification("blur", [Parameter("sigma", .number(0...250), required: true)], isAvailable: true),
        Specification(
            "round-corner",
            [
                Parameter("radius", .length, required: true),
                Parameter("corners", .corners, standard: .corners(Set(ManifestCorner.allCases))),
                Parameter("background", .color),
            ], isAvailable: true),
        Specification(
            "background", aliases: ["flatten"], [Parameter("color", .color, required: true)],
            isAvailable: true),
        Specification("black-white", isAvailable: false),
        Specification("tint", [Parameter("color", .color, required: true)], isAvailable: false),
        Specification(
            "border",
            [
                Parameter("width", .number(0...10_000), required: true),
                Parameter("color", .color, required: true),
            ],
            isAvailable: false),
    ]

    /// The processor of this name.
    public static func specification(named name: String) -> Specification? {
        all.first { $0.name == name || $0.aliases.contains(name) }
    }

    static let names = all.flatMap { [$0.name] + $0.aliases }
}

extension PlaceholderKind {
    /// The placeholders that this version makes. The others are read, and refused by name.
    public static let available: Set<PlaceholderKind> = [.dominantColor]
}

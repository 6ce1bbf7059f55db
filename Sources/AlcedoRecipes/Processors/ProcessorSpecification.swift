package import AlcedoBase

/// A processor as a manifest names it: its parameters, and how it is made from their values.
package struct ProcessorSpecification: Sendable {
    /// The type of a parameter's value, with its bounds.
    package enum Kind: Sendable {
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
        /// The path of another picture, relative to the manifest; a template.
        case image
        /// A text with placeholders.
        case template
        /// Families of installed fonts, and paths of files relative to the manifest.
        case fonts
        /// CSS pixels or percent of the side in question, in either direction.
        case shift
        /// A language (BCP 47).
        case language
        /// Parameters of a part of it.
        case settings([Parameter])
    }

    /// One parameter.
    package struct Parameter: Sendable {
        /// Its key.
        package var name: String
        /// The type of its value.
        package var kind: Kind
        /// Whether it is required.
        package var isRequired: Bool

        /// Describes a parameter.
        package init(_ name: String, _ kind: Kind, required: Bool = false) {
            self.name = name
            self.kind = kind
            self.isRequired = required
        }
    }

    /// Its name.
    package var name: String
    /// Alternative names.
    package var aliases: [String]
    /// Its parameters. The first has a short form: `blur: 2`.
    package var parameters: [Parameter]
    /// Returns why individually valid parameters conflict, or `nil` if they do not.
    package var contradiction: @Sendable (ProcessorValues) -> String?
    /// Makes the processor from the parameters that are given; `nil` if a required one is not.
    package var make: @Sendable (ProcessorValues) -> (any ProcessorRecipe)?

    /// Describes a processor.
    package init(
        _ name: String, aliases: [String] = [], _ parameters: [Parameter] = [],
        contradiction: @escaping @Sendable (ProcessorValues) -> String? = { _ in nil },
        make: @escaping @Sendable (ProcessorValues) -> (any ProcessorRecipe)?
    ) {
        self.name = name
        self.aliases = aliases
        self.parameters = parameters
        self.contradiction = contradiction
        self.make = make
    }

    /// Every built-in processor.
    package static let builtIn = ImageProcessors.builtIn.flatMap { $0.specifications }

    @Sendable static func needsASide(_ values: ProcessorValues) -> String? {
        values["width"] == nil && values["height"] == nil ? "needs 'width' or 'height'" : nil
    }
}

/// A processor of ``ImageProcessors/builtIn``: it can be named in a manifest and sent to a worker.
protocol BuiltInProcessor: ProcessorRecipe, Codable {
    /// The names under which a manifest makes it.
    static var specifications: [ProcessorSpecification] { get }
}

/// The value of a processor's parameter.
package enum ProcessorValue: Hashable, Sendable, Encodable {
    case number(Double)
    case color(SRGBColor)
    case length(ImageLength)
    case corners(ImageCorners)
    case flag(Bool)
    case text(String)
    case point(FocalPoint)
    case image(ProcessorImage)
    case template(ProcessorText)
    case fonts([ProcessorFont])
    case settings([String: ProcessorValue])
}

/// The given parameters of a processor, by key.
package typealias ProcessorValues = [String: ProcessorValue]

/// An additional picture for a step, such as a watermark.
package struct ProcessorImage: Hashable, Sendable, Encodable {
    /// The path as written.
    package var written: String
    /// The position in the manifest.
    package var location: Diagnostic.Location
    /// The bytes, once they have been read.
    package var data: Data?
    /// The path, if it depends on the source; empty where a source has no such picture.
    package var path: TextContent?

    /// Creates a reference to a picture.
    package init(
        written: String, location: Diagnostic.Location, data: Data? = nil, path: TextContent? = nil
    ) {
        self.written = written
        self.location = location
        self.data = data
        self.path = path
    }
}

/// The words of a step.
package struct ProcessorText: Hashable, Sendable, Encodable {
    /// The text as written.
    package var written: String
    /// The position in the manifest.
    package var location: Diagnostic.Location
    /// Its parts.
    package var content: TextContent

    /// Creates a text.
    package init(written: String, location: Diagnostic.Location, content: TextContent) {
        self.written = written
        self.location = location
        self.content = content
    }
}

/// A font of a step.
package struct ProcessorFont: Hashable, Sendable, Encodable {
    /// The family or the path as written.
    package var written: String
    /// The position in the manifest.
    package var location: Diagnostic.Location
    /// Its faces, once they have been found: the one that is asked for first, then those that markup asks for.
    package var faces: [ImageProcessors.Text.Font] = []

    /// Creates a reference to a font.
    package init(written: String, location: Diagnostic.Location) {
        self.written = written
        self.location = location
    }
}

extension ProcessorValues {
    /// Returns a numeric parameter.
    package func number(_ key: String) -> Double? {
        if case .number(let value) = self[key] { value } else { nil }
    }

    /// Returns a whole-number parameter.
    package func integer(_ key: String) -> Int? {
        number(key).flatMap { Int(exactly: $0) }
    }

    /// Returns a color parameter.
    package func color(_ key: String) -> SRGBColor? {
        if case .color(let value) = self[key] { value } else { nil }
    }

    /// Returns a length parameter.
    package func length(_ key: String) -> ImageLength? {
        if case .length(let value) = self[key] { value } else { nil }
    }

    /// Returns the corners that a parameter holds.
    package func corners(_ key: String) -> ImageCorners? {
        if case .corners(let value) = self[key] { value } else { nil }
    }

    /// Returns a Boolean parameter.
    package func flag(_ key: String) -> Bool? {
        if case .flag(let value) = self[key] { value } else { nil }
    }

    /// Returns a text parameter.
    package func text(_ key: String) -> String? {
        if case .text(let value) = self[key] { value } else { nil }
    }

    /// Returns a point parameter.
    package func point(_ key: String) -> FocalPoint? {
        if case .point(let value) = self[key] { value } else { nil }
    }

    /// Returns the picture that a parameter names.
    package func image(_ key: String) -> ProcessorImage? {
        if case .image(let value) = self[key] { value } else { nil }
    }

    /// Returns a template.
    package func template(_ key: String) -> ProcessorText? {
        if case .template(let value) = self[key] { value } else { nil }
    }

    /// Returns the fonts that a parameter names.
    package func fonts(_ key: String) -> [ProcessorFont]? {
        if case .fonts(let value) = self[key] { value } else { nil }
    }

    /// Returns the parameters of a part.
    package func settings(_ key: String) -> ProcessorValues? {
        if case .settings(let value) = self[key] { value } else { nil }
    }
}

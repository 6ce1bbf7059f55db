import AlcedoBase

/// A step of any type. It can be encoded, for another process, where it is built in or composed of such.
struct AnyImageProcessor: Sendable, Codable {
    let processor: any ProcessorRecipe

    init(_ processor: any ProcessorRecipe) {
        self.processor = processor
    }

    // A step is named by the place of its type here.
    private static var types: [any BuiltInProcessor.Type] { ImageProcessors.builtIn }

    /// The number of a step's type; `nil` for one that is not built in.
    private static func tag(of step: any ProcessorRecipe) -> Int? {
        let type = type(of: step) as Any.Type
        return types.firstIndex { $0 == type }
    }

    /// Whether it can be encoded.
    var isBuiltIn: Bool { Self.parts(of: processor).allSatisfy { Self.tag(of: $0) != nil } }

    /// The fonts that it draws with.
    var fonts: Set<ContentDigest> {
        Set(
            Self.parts(of: processor).flatMap { part in
                (part as? ImageProcessors.Text)?.style.fonts.map(\.digest) ?? []
            })
    }

    /// The steps that it is composed of, in order; itself if it is not composed.
    private static func parts(of step: any ProcessorRecipe) -> [any ProcessorRecipe] {
        guard let composed = step as? ComposedProcessor else { return [step] }
        return parts(of: composed.first) + parts(of: composed.second)
    }

    /// Writes the parts one after the other: nested as they are, damaged bytes could nest them without end.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for part in Self.parts(of: processor) {
            guard let tag = Self.tag(of: part), let part = part as? any Encodable else {
                throw EncodingError.invalidValue(
                    part, .init(codingPath: encoder.codingPath, debugDescription: "not built in"))
            }
            try container.encode(tag)
            try container.encode(part)
        }
    }

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var processor: (any ProcessorRecipe)?
        while !container.isAtEnd {
            let tag = try container.decode(Int.self)
            guard Self.types.indices.contains(tag) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "no built-in step has the number \(tag)")
            }
            let part: any ProcessorRecipe = try container.decode(Self.types[tag])
            processor = processor.map { $0 |> part } ?? part
        }
        guard let processor else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no step")
        }
        self.processor = processor
    }
}

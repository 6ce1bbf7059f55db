import AlcedoBase
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// Every stored property of what is asked for decides the identity: one that is forgotten publishes stale pictures.
@Suite struct IdentityTests {
    private static let base: ImageRequest = {
        let encoding = ImageEncoding(
            format: .format(.webp), quality: [.webp: .lossy(70)], effort: [.webp: 2],
            options: [.webp: EncoderOptions()], budget: ByteBudget(bytes: 9000, minQuality: 20),
            metadata: .all)
        return ImageRequest(
            geometry: ResizeGeometry(width: 640, height: 300), processors: [.blur(sigma: 1)],
            background: SRGBColor(red: 1, green: 2, blue: 3), encodings: [encoding])
    }()

    /// Each changes the one property that its name leads to.
    private static let changes: [(String, @Sendable (inout ImageRequest) -> Void)] = [
        ("geometry.width", { $0.geometry.width = 500 }), ("geometry.height", { $0.geometry.height = 200 }),
        ("geometry.fit", { $0.geometry.fit = .contain }),
        ("geometry.position", { $0.geometry.position = .south }),
        ("geometry.focus", { $0.geometry.focus = FocalPoint(x: 0.1, y: 0.2) }),
        ("geometry.enlarge", { $0.geometry.enlarge = true }), ("density", { $0.density = 2 }),
        ("steps", { $0.processors = [.blur(sigma: 1.000_000_1)] }),
        ("background.red", { $0.background?.red = 9 }), ("background.green", { $0.background?.green = 9 }),
        ("background.blue", { $0.background?.blue = 9 }), ("background.alpha", { $0.background?.alpha = 9 }),
        ("animation.rawValue", { $0.animation = .first }), ("color", { $0.color = .keep }),
        ("encodings.format", { $0.encodings[0].format = .source }),
        ("encodings.quality", { $0.encodings[0].quality[.webp] = .lossy(71) }),
        ("encodings.effort", { $0.encodings[0].effort[.webp] = 3 }),
        ("encodings.options.progressive", { $0.encodings[0].options[.webp]?.progressive = true }),
        ("encodings.options.chroma", { $0.encodings[0].options[.webp]?.chroma = .full }),
        ("encodings.options.colors", { $0.encodings[0].options[.webp]?.colors = 4 }),
        ("encodings.options.dither", { $0.encodings[0].options[.webp]?.dither = 0.5 }),
        ("encodings.options.nearLossless", { $0.encodings[0].options[.webp]?.nearLossless = true }),
        ("encodings.budget.bytes", { $0.encodings[0].budget?.bytes = 8000 }),
        ("encodings.budget.minQuality", { $0.encodings[0].budget?.minQuality = 21 }),
        ("encodings.metadata", { $0.encodings[0].metadata = .copyright }),
        ("encodings.keepsPosition", { $0.encodings[0].keepsPosition = true }),
        ("encodings.minimal", { $0.encodings[0].minimal = true }),
    ]

    /// The paths of all stored properties, through optionals, lists and the values of dictionaries; a step, a quality
    /// and what is no structure are taken as they are.
    private func properties(of value: Any, _ path: String = "") -> Set<String> {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional, .collection:
            guard let first = mirror.children.first?.value, !(value is [AnyImageProcessor]) else {
                return [path]
            }
            return properties(of: first, path)
        case .dictionary:
            let options = (value as? [OutputFormat: EncoderOptions])?.values.first
            return options.map { properties(of: $0, path) } ?? [path]
        case .struct where !mirror.children.isEmpty:
            return mirror.children.reduce(into: []) { found, child in
                found.formUnion(
                    properties(of: child.value, (path.isEmpty ? "" : path + ".") + (child.label ?? "")))
            }
        default: return [path]
        }
    }

    @Test func everyPropertyIsChangedHere() {
        #expect(properties(of: Self.base) == Set(Self.changes.map(\.0)))
    }

    @Test func everyPropertyChangesTheFingerprint() {
        var seen = [Self.base.fingerprint: "nothing"]
        for (name, change) in Self.changes {
            var request = Self.base
            change(&request)
            let before = seen.updateValue(name, forKey: request.fingerprint)
            #expect(before == nil, "\(name) gives the fingerprint of \(before ?? "")")
        }
    }

    /// The source is animated, and large enough for a crop but not for the size, so that everything matters.
    @Test func everyPropertyChangesTheRecipe() throws {
        let facts = ImageFacts(type: .gif, width: 600, height: 400, frames: 2)
        var seen = [try ImagePlanTests.recipes([Self.base], facts): "nothing"]
        for (name, change) in Self.changes {
            var request = Self.base
            change(&request)
            let before = seen.updateValue(name, forKey: try ImagePlanTests.recipes([request], facts))
            #expect(before == nil, "\(name) gives the recipe of \(before ?? "")")
        }
    }

    /// The recipe contains an encoder's settings unchanged, so every setting is part of the identity.
    @Test func aFileIsNamedByWhatItsEncoderIsGiven() {
        let serializer = FormatSerializer(format: .webp, encoding: Self.base.encodings[0])
        let given = Set(Mirror(reflecting: serializer).children.compactMap(\.label))
        let asked = Set(Mirror(reflecting: Self.base.encodings[0]).children.compactMap(\.label))
        #expect(given == asked)
    }

    /// Sets and dictionaries with equal content may differ in order.
    @Test func theOrderOfADictionaryDecidesNothing() {
        var one = Self.base
        one.encodings[0].effort = [:]
        var other = one
        for (index, format) in OutputFormat.allCases.enumerated() {
            one.encodings[0].effort[format] = index
        }
        other.encodings[0].effort.reserveCapacity(500)
        for (index, format) in OutputFormat.allCases.enumerated().reversed() {
            other.encodings[0].effort[format] = index
        }
        #expect(one.fingerprint == other.fingerprint)
    }
}

import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct PlanFingerprintTests {
    func variant(_ text: String = "{ width: 100, height: 80, radius: 4, corners: [top-left] }") throws
        -> Variant
    {
        try #require(try manifest("sources: []\nvariants:\n  v: \(text)\n").variants.first)
    }

    static let changes: [(String, @Sendable (inout Variant) -> Void)] = [
        ("name", { $0.name = "w" }), ("width", { $0.width = 101 }), ("no width", { $0.width = nil }),
        ("height", { $0.height = 81 }), ("widths", { $0.widths = [100] }),
        ("densities", { $0.densities = [2] }),
        ("aspect", { $0.aspect = PixelSize(width: 5, height: 4) }),
        ("fit", { $0.fit = .contain }), ("position", { $0.position = .north }),
        ("a position that is written", { $0.positionIsExplicit.toggle() }),
        ("enlarge", { $0.enlarge = true }),
        ("process", { $0.process = [step(sigma: 1)] }),
        ("process' parameter", { $0.process = [step(sigma: 3)] }),
        ("process twice", { $0.process = [step(sigma: 1), step(sigma: 1)] }), ("blur", { $0.blur = 2 }),
        ("radius", { $0.radius = .pixels(5) }), ("radius' unit", { $0.radius = .fraction(4) }),
        ("corners", { $0.corners = [.topRight] }),
        ("background", { $0.background = SRGBColor(red: 1, green: 2, blue: 3, alpha: 255) }),
        ("background's alpha", { $0.background = SRGBColor(red: 1, green: 2, blue: 3, alpha: 254) }),
        ("formats", { $0.formats = [.format(.png)] }), ("formats' order", { $0.formats.reverse() }),
        ("the source's format", { $0.formats = [.source] }), ("drop-larger", { $0.dropsLarger.toggle() }),
        ("quality", { $0.quality[.webp] = .lossy(12) }), ("lossless", { $0.quality[.webp] = .lossless }),
        ("effort", { $0.effort[.webp] = 1 }),
        ("options", { $0.options[.webp, default: EncoderOptions()].nearLossless = true }),
        ("budget", { $0.budget = ByteBudget(bytes: 9) }), ("metadata", { $0.metadata = .all }),
        ("gps", { $0.gps = .keep }),
        ("color", { $0.color = .keep }), ("animated", { $0.animated = .first }),
        ("inline", { $0.isInline = true }), ("video", { $0.videos = [.mp4] }),
    ]

    /// Properties that do not affect bytes: see `Variant.PixelIdentity`.
    static let excluded: [(String, @Sendable (inout Variant) throws -> Void)] = [
        ("location", { $0.location.line += 1 }), ("sizes", { $0.sizes = "50vw" }),
        ("media", { $0.media = [.init(condition: "(x)", variant: "w")] }),
        ("fallback", { $0.fallback = .initials }),
        ("fallbackLocation", { $0.fallbackLocation = Diagnostic.Location(file: "m", line: 1, column: 1) }),
        ("nameTemplate", { $0.nameTemplate = try NameTemplate("{name}.{ext}") }),
    ]

    static func step(sigma: Double) -> ProcessStep {
        ProcessStep(
            name: "blur", parameters: ["sigma": .number(sigma)],
            location: Diagnostic.Location(file: "images.yml", line: 1, column: 1))
    }

    @Test func everythingThatDecidesBytesTakesPart() throws {
        let original = try variant()
        var seen = [VariantPlan(variants: [original], focus: nil).fingerprint: "nothing"]
        for (name, change) in Self.changes {
            var changed = original
            change(&changed)
            let fingerprint = VariantPlan(variants: [changed], focus: nil).fingerprint
            #expect(seen[fingerprint] == nil, "\(name) gives the fingerprint of \(seen[fingerprint] ?? "")")
            seen[fingerprint] = name
        }
        for focus in [FocalPoint(x: 0.5, y: 0.5), FocalPoint(x: 0.5, y: 0.25), FocalPoint(x: 0.25, y: 0.5)] {
            #expect(
                seen.updateValue("focus", forKey: VariantPlan(variants: [original], focus: focus).fingerprint)
                    == nil)
        }
        var other = original
        other.name = "w"
        for variants in [[], [original, other], [other, original], [original, original]] {
            let fingerprint = VariantPlan(variants: variants, focus: nil).fingerprint
            #expect(seen.updateValue("several", forKey: fingerprint) == nil)
        }
    }

    /// A new property that is missing above would otherwise publish stale pictures.
    @Test func everyPropertyIsChangedHereAndTakesPartUnlessItIsExcluded() throws {
        let original = try variant()
        let fingerprint = VariantPlan(variants: [original], focus: nil).fingerprint
        func properties(_ variant: Variant) -> [String: String] {
            let children = Mirror(reflecting: variant).children
            return Dictionary(uniqueKeysWithValues: children.map { ($0.label ?? "", "\($0.value)") })
        }
        let before = properties(original)
        /// The properties affected by a change of the list.
        func changed(_ change: (inout Variant) throws -> Void, takesPart: Bool) throws -> [String] {
            var variant = original
            try change(&variant)
            #expect((VariantPlan(variants: [variant], focus: nil).fingerprint != fingerprint) == takesPart)
            let after = properties(variant)
            return before.keys.filter { before[$0] != after[$0] }
        }
        var tried: Set<String> = []
        for (name, change) in Self.changes {
            let names = try changed(change, takesPart: true)
            #expect(names.count == 1, "\(name) changes \(names)")
            tried.formUnion(names)
        }
        for (name, change) in Self.excluded {
            #expect(try changed(change, takesPart: false) == [name])
            tried.insert(name)
        }
        #expect(Set(before.keys).subtracting(tried) == [])
    }

    @Test func whatOnlyTheIndexShowsTakesNoPart() throws {
        let original = try variant()
        let shown = try variant(
            "{ width: 100, height: 80, radius: 4, corners: [top-left], sizes: 50vw, name: \"{name}-{hash}.{ext}\" }"
        )
        #expect(shown.sizes == "50vw")
        #expect(
            VariantPlan(variants: [original], focus: nil).fingerprint
                == VariantPlan(variants: [shown], focus: nil).fingerprint)
        func presentation(_ variant: Variant) -> ContentDigest {
            var writer = FieldWriter()
            variant.writePresentation(to: &writer)
            return writer.digest
        }
        var sizesOnly = original
        sizesOnly.sizes = "50vw"
        var nameOnly = original
        nameOnly.nameTemplate = shown.nameTemplate
        #expect(Set([original, sizesOnly, nameOnly, shown].map(presentation)).count == 4)
    }
}

import AlcedoImaging
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// A page of the catalog of `AlcedoRecipes`, with its manifest.
struct EffectPage {
    static let catalog = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources/AlcedoRecipes/AlcedoRecipes.docc")

    /// The variants of all its examples, in their order.
    let variants: [Variant]

    /// - Parameters:
    ///   - name: The page's path in the catalog, without its extension.
    ///   - folder: The folder with the files of its examples.
    init(_ name: String, folder: String = "/site") throws {
        let text = try Self.text(name)
        let examples = text.components(separatedBy: "```yaml\nvariants:\n").dropFirst()
        let lines = examples.compactMap { $0.components(separatedBy: "\n```").first }
        try #require(!lines.isEmpty)
        variants = try manifest(
            "sources: []\nvariants:\n" + lines.joined(separator: "\n"), directory: folder
        ).variants
    }

    /// The rows of its tables: the first cell, and what follows it.
    static func rows(_ name: String) throws -> [(name: String, rest: String)] {
        try text(name).split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            let cells = line.dropFirst(2).split(separator: "|", maxSplits: 1).map(String.init)
            return (cells[0], cells.last ?? "")
        }
    }

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: catalog.appendingPathComponent(name + ".md"), encoding: .utf8)
    }
}

/// The `request` of the pages, which records all changes.
struct SaidRequest {
    var geometry = ResizeGeometry(width: 320) { didSet { geometries.append(geometry) } }
    var processors: [any ProcessorRecipe] = [] { didSet { chains.append(processors) } }
    var encodings: [ImageEncoding] = [] { didSet { lists.append(encodings) } }

    private(set) var geometries: [ResizeGeometry] = []
    private(set) var chains: [[any ProcessorRecipe]] = []
    private(set) var lists: [[ImageEncoding]] = []

    /// Whether the manifest says the same in the same order.
    func isSaid(by page: EffectPage, _ location: SourceLocation = #_sourceLocation) {
        #expect(!geometries.isEmpty || !chains.isEmpty || !lists.isEmpty, sourceLocation: location)
        #expect(
            chains.map { $0.map(\.identifier) }
                == page.variants.map(\.processors).filter { !$0.isEmpty }.map { $0.map(\.identifier) },
            sourceLocation: location)
        let boxes = page.variants.filter { $0.width != nil && $0.height != nil }
        #expect(
            geometries.filter { $0.width != nil && $0.height != nil }
                == boxes.map {
                    ResizeGeometry(width: $0.width, height: $0.height, fit: $0.fit, position: $0.position)
                },
            sourceLocation: location)
        if lists.isEmpty { return }
        #expect(
            lists.map { $0.map(serializer) }
                == page.variants.map { variant in
                    variant.formats.map {
                        serializer(
                            ImageEncoding(
                                format: $0, quality: variant.quality, effort: variant.effort,
                                options: variant.options, budget: variant.budget))
                    }
                }, sourceLocation: location)
    }

    private func serializer(_ encoding: ImageEncoding) -> String {
        switch encoding.format {
        case .auto: "auto"
        case .source: "source"
        case .original: "original"
        case .verbatim: "verbatim"
        case .serializer(let own): own.serializer.identifier
        case .format(let format): FormatSerializer(format: format, encoding: encoding).identifier
        }
    }
}

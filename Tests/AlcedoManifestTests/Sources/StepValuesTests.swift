import AlcedoBase
import AlcedoRecipes
import Foundation
import Testing

@testable import AlcedoManifest

/// What texts and blended pictures take from each source.
@Suite struct StepValuesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", to: "people/ada.svg")
        try folder.write(
            "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>", to: "people/ben.svg")
        try folder.write(
            "<svg xmlns='http://www.w3.org/2000/svg' width='7' height='7'/>", to: "birds/heron.svg")
    }

    private func resolve(_ steps: String, _ sources: String) throws -> SourceResolution {
        let text = "variants: { card: { process: [\(steps)] }, plain: { width: 9 } }\nsources:\n"
        return SourceResolver(try manifest(text + sources, directory: folder.path)).resolve()
    }

    /// The parts of the first text, and the pictures, in the variant of a source.
    private func filled(_ resolution: SourceResolution, _ id: String, _ steps: String) throws -> [ProcessStep]
    {
        let text = "variants: { card: { process: [\(steps)] } }\nsources: []"
        let variant = try manifest(text, directory: folder.path).variants[0]
        let source = try #require(resolution.sources.first { $0.id == id })
        return variant.filled(by: source).process
    }

    private static let canvas = "canvas: { width: 9, height: 9, color: navy }"

    @Test func rowsGiveTheirColumns() throws {
        let csv = "id,title,author.name,portrait\na,\"One, <two>\",Ada,ada.svg\nb,,Ben,\n"
        try folder.write(csv, to: "list.csv")
        let steps =
            "text: { text: \"{title} {site} {author.name} {meta.title} {id} {{x}}\" }, blend: { image: \"people/{portrait}\" }"
        let found = try resolve(
            steps,
            "  - { list: list.csv, variants: card, \(Self.canvas), values: { site: Notes, title: none } }")
        #expect(found.diagnostics == [] && found.failures == [])
        #expect(found.sources.map(\.id) == ["a", "b"])
        let first = try filled(found, "a", steps)
        #expect(
            first[0].parameters.template("text")?.content.parts == [
                .value("One, <two>"), .literal(" "), .value("Notes"), .literal(" "), .value("Ada"),
                .literal(" "),
                .field("title"), .literal(" "), .value("a"), .literal(" {x}"),
            ])
        #expect(
            first[1].parameters.image("image")?.data
                == (try Data(contentsOf: URL(fileURLWithPath: folder.path + "/people/ada.svg"))))
        // An empty cell is empty text, and no picture.
        let second = try filled(found, "b", steps)
        #expect(second.count == 1)
        #expect(second[0].parameters.template("text")?.content.parts.first == .value(""))
    }

    @Test func otherSourcesHaveValuesAndTheirNames() throws {
        let steps = "text: { text: \"{name} {dir} {alt} {place}\" }"
        let found = try resolve(
            steps,
            "  - { path: \"birds/*.svg\", alt: \"A {meta.title}\", values: { place: \"{meta.city}!\" } }")
        #expect(found.diagnostics == [])
        #expect(
            try filled(found, "birds/heron.svg", steps)[0].parameters.template("text")?.content.parts == [
                .value("heron"), .literal(" "), .value("birds"), .literal(" "), .value("A "), .field("title"),
                .literal(" "), .field("city"), .value("!"),
            ])
    }

    /// As in the names of files: after a dot there may be a part of the name.
    @Test func onlyExtensionsOfPicturesAreTakenOff() throws {
        let steps = "text: { text: \"{name}\" }"
        let found = try resolve(steps, "  - { canvas: { width: 9, height: 9, color: red }, id: a/sku.1001 }")
        #expect(
            try filled(found, "a/sku.1001", steps)[0].parameters.template("text")?.content.parts
                == [.value("sku.1001")])
    }

    @Test func aNameWithoutAValueIsAMistakeOnce() throws {
        let found = try resolve(
            "text: \"{titel}\"",
            "  - path: \"people/*.svg\"\n  - { path: birds/heron.svg, variants: plain }\n")
        #expect(
            found.diagnostics.map(\.description) == [
                "images.yml:5:5: error: variant 'card' needs '{titel}', which this source has no value for; add 'values: { titel: … }'"
            ])
    }

    @Test func aColumnThatNoRowHasIsAMistakeOnce() throws {
        try folder.write("[{\"id\":\"a\",\"title\":\"x\"},{\"id\":\"b\"}]", to: "list.json")
        let found = try resolve(
            "text: \"{titel}\", text: \"{titel} {title}\"",
            "  - { list: list.json, variants: card, \(Self.canvas) }")
        #expect(found.diagnostics.count == 1)
        #expect(
            found.diagnostics.first?.message
                == "no row of 'list.json' has a value for '{titel}'; did you mean '{title}'?")
        // Where the template is.
        #expect(found.diagnostics.first?.location?.line == 3)
    }

    @Test func aPictureThatIsNotThereFailsItsRow() throws {
        try folder.write("id,p\na,ada.svg\nb,adda.svg\nc,../birds/heron.svg\nd,/etc/passwd\n", to: "list.csv")
        let found = try resolve(
            "blend: { image: \"people/{p}\" }", "  - { list: list.csv, variants: card, \(Self.canvas) }")
        #expect(found.diagnostics == [])
        #expect(found.sources.map(\.id) == ["a"])
        #expect(found.failures.map(\.id) == ["b", "c", "d"])
        #expect(found.failures.map { $0.row?.line } == [3, 4, 5])
        #expect(
            found.failures[0].reason
                == "the picture to blend in: there is no file 'people/adda.svg'; did you mean 'people/ada.svg'?"
        )
        #expect(found.failures[1].reason.contains("without '..'"))
    }

    @Test func equalIdsWithOtherWordsAreAConflict() throws {
        try folder.write("id,title\na,One\na,One\nb,Two\nb,Three\n", to: "list.csv")
        let found = try resolve(
            "text: \"{title}\"", "  - { list: list.csv, variants: card, \(Self.canvas) }")
        #expect(found.sources.map(\.id) == ["a"])
        #expect(found.failures.first?.reason.contains("different values for 'title'") == true)
    }

    @Test func aRowWithoutAPictureNeedsAnIDAndACanvas() throws {
        try folder.write("title\nOne\n", to: "list.csv")
        let found = try resolve("text: \"{title}\"", "  - { list: list.csv, variants: card, \(Self.canvas) }")
        #expect(found.failures.map(\.reason) == ["a row without a picture needs an id"])
        let bare = try resolve("text: \"{title}\"", "  - { list: list.csv, variants: card }")
        #expect(bare.failures.first?.reason.contains("expected one of 'path', 'url' or 'data'") == true)
    }

    @Test func bracesOfAFileAreNoPlaceholder() throws {
        try folder.write("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", to: "logo{1}.svg")
        let text = "variants: { a: { process: [blend: { image: \"logo{1}.svg\" }] } }\nsources: []"
        let image = try manifest(text, directory: folder.path).variants[0].process[0].parameters.image(
            "image")
        #expect(image?.path == nil && image?.data != nil)
    }
}

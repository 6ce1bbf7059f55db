import AlcedoBase
import AlcedoLoading
import AlcedoRecipes
import Foundation
import Testing

@testable import AlcedoManifest

/// The schema for editors has the same keys as the reader. `Tests/Integration/16-schemas` compares values.
@Suite struct ManifestSchemaTests {
    let schema: [String: Any]

    init() throws {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appending(path: "Schemas/images.schema.json"))
        schema = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// The value at a place in the schema.
    func value(_ path: [String]) throws -> Any {
        try path.reduce(schema as Any) { place, part in
            if let number = Int(part) { return try #require((place as? [Any])?[number]) }
            return try #require((place as? [String: Any])?[part], "\(path)")
        }
    }

    func keys(_ path: String...) throws -> Set<String> {
        Set(try #require(value(path + ["properties"]) as? [String: Any]).keys)
    }

    @Test func theKeysAtTheTopAreTheReaders() throws {
        #expect(try keys() == Set(ManifestFile.keys))
    }

    @Test func theKeysOfTheGalleryAreTheReaders() throws {
        #expect(try keys("properties", "gallery") == Set(GallerySettings.keys))
        #expect(try keys("properties", "gallery", "properties", "words") == Set(GallerySettings.wordKeys))
    }

    @Test func theKeysOfTheFaviconAreTheReaders() throws {
        #expect(try keys("properties", "favicon", "anyOf", "1") == Set(Manifest.Favicon.keys))
    }

    @Test func theKeysOfVariantsAreTheReaders() throws {
        #expect(try keys("properties", "defaults") == Set(VariantFile.sharedKeys))
        #expect(
            try keys("definitions", "variant", "anyOf", "1")
                == Set(VariantFile.sizeKeys + VariantFile.sharedKeys))
    }

    @Test func theKindsOfSourcesAreTheReaders() throws {
        let forms = try #require(value(["definitions", "source", "oneOf"]) as? [[String: Any]])
        #expect(forms.map { ($0["required"] as? [String])?.first } == SourceEntryReader.origins)
    }

    @Test(arguments: SourceEntryReader.origins.indices) func theKeysOfSourcesAreTheReaders(_ number: Int)
        throws
    {
        let origin = SourceEntryReader.origins[number]
        let special = try #require(SourceEntryReader.special[origin])
        #expect(
            try keys("definitions", "source", "oneOf", String(number))
                == Set([origin] + special + SourceEntryReader.common))
    }

    @Test func theKeysOfRowsAreTheReaders() throws {
        let path = ["definitions", "source", "oneOf", "3", "properties", "keys"]
        let keys = try #require(value(path + ["properties"]) as? [String: Any]).keys
        #expect(Set(keys) == Set(ListRow.keys))
    }

    @Test func theStepsAreTheRegistrys() throws {
        let steps = try #require(
            value(["definitions", "step", "anyOf", "1", "properties"]) as? [String: [String: Any]])
        #expect(Set(steps.keys) == Set(ProcessorRegistry.names))
        for specification in ProcessorRegistry.all {
            for name in [specification.name] + specification.aliases {
                let step = try #require(steps[name])
                let forms = [step] + (step["anyOf"] as? [[String: Any]] ?? [])
                let body = forms.first { $0["properties"] != nil }
                let parameters = (body?["properties"] as? [String: Any])?.keys.sorted() ?? []
                #expect(parameters == specification.parameters.map(\.name).sorted(), "\(name)")
                #expect(
                    Set(body?["required"] as? [String] ?? [])
                        == Set(specification.parameters.filter(\.isRequired).map(\.name)), "\(name)")
            }
        }
    }

    @Test func theWordsAreTheReaders() throws {
        func words(_ path: String...) throws -> [String] {
            try #require(value(path + ["enum"]) as? [String])
        }
        #expect(
            try words("definitions", "format") == OutputFormat.allCases.map(\.rawValue) + [
                "auto", "source", "original",
            ])
        #expect(try words("definitions", "settings", "fit") == ImageFit.allCases.map(\.rawValue))
        #expect(
            try Set(words("definitions", "settings", "position"))
                == Set(CropPosition.allCases.map(\.rawValue)))
        #expect(
            try words("properties", "gallery", "properties", "order")
                == GallerySettings.Order.allCases.map(\.rawValue)
        )
        #expect(try words("definitions", "onError") == Manifest.FailurePolicy.allCases.map(\.rawValue))
        #expect(try words("definitions", "settings", "gps") == Variant.GPSPolicy.allCases.map(\.rawValue))
    }
}

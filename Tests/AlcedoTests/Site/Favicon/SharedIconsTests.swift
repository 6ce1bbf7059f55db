import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Two manifests whose icons are the same files, because their logos are the same.
@Suite(.timeLimit(.minutes(15))) struct SharedIconsTests {
    private static func manifest(_ name: String, hasIcons: Bool = true) -> String {
        """
        version: 1
        output: public/\(name)
        base-url: /\(name)
        \(hasIcons ? "favicon: logo.png" : "")
        variants: { t: { width: 20 } }
        sources: [{ path: photos/\(name).png }]
        """
    }

    @Test(arguments: [true, false]) func iconsStayAsLongAsTheOtherManifestHasThem(_ cleans: Bool) async throws
    {
        let site = try TestSite(Self.manifest("a"), pictures: ["a", "b"])
        try site.picture("logo.png", 3, width: 512, height: 512)
        try site.folder.write(Self.manifest("b"), to: "b.yml")
        let other = site.path("b.yml")
        try await site.build()
        try await site.build { $0.manifest = other }
        let icons = try site.files("public").keys.filter { !$0.contains("/") }.sorted()
        #expect(icons.contains("favicon.ico"))
        if cleans {
            _ = try await site.builder().clean()
        } else {
            try site.write(Self.manifest("a", hasIcons: false))
            try await site.build()
        }
        #expect(try site.files("public").keys.filter { !$0.contains("/") }.sorted() == icons)
        // Nobody else has them now.
        _ = try await site.builder { $0.manifest = other }.clean()
        #expect(try !site.exists("public/favicon.ico"))
    }
}

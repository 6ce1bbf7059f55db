import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct SourceFormatTests {
    @Test func filesKeepTheEndingOfTheirSources() async throws {
        let site = try TestSite(
            """
            version: 1
            output: out
            defaults: { formats: [webp, source], drop-larger: false, name: "{dir}/{name}.{ext}" }
            variants: { v: { width: 20 } }
            sources: [{ path: "photos/*" }]
            """, pictures: [])
        // The last one is a PNG under a wrong name.
        for name in ["a.PNG", "b.png", "c.jpeg"] { try site.picture("photos/" + name, 1) }
        let expected: Set<String> = [
            "photos/a.PNG", "photos/a.webp", "photos/b.png", "photos/b.webp", "photos/c.png", "photos/c.webp",
        ]
        let planned = try await site.builder().plan().outputs.compactMap(\.file)
        #expect(Set(planned) == expected)
        try await site.build()
        #expect(Set(try site.files().keys.filter { $0.hasPrefix("photos/") }) == expected)
        #expect(!(try await site.builder().plan().hasWork))
    }

    @Test func filesKeepTheSpacesOfTheirSources() async throws {
        let site = try TestSite(
            """
            version: 1
            output: out
            variants:
              kept: { width: 20, formats: [source], name: "{dir}/{name}.{ext}" }
              safe: { width: 20, formats: [webp], name: "{dir}/{name}-safe.{ext}" }
            sources: [{ path: "photos/**/*", root: photos }]
            """, pictures: [])
        // Windows drops a space at the end of a folder's name, and takes the last one for a device.
        for name in ["my trip/a  b.png", "end /c#d.png", "con .png"] { try site.picture("photos/" + name, 1) }
        try await site.build()
        let files = try site.files().keys.filter { $0.hasSuffix(".png") || $0.hasSuffix(".webp") }
        #expect(
            Set(files) == [
                "my trip/a  b.png", "my-trip/a--b-safe.webp", "end/c-d.png", "end-/c-d-safe.webp",
                "_con .png",
                "con--safe.webp",
            ])
        let kept = try site.index().images["my trip/a  b.png"]?.variants["kept"]?.formats[0].files[0]
        #expect(kept?.url == "/out/my%20trip/a%20%20b.png")
    }
}

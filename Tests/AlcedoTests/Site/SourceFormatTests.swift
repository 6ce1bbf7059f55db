import Testing

@testable import Alcedo

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
}

import Testing

@testable import Alcedo
@testable import AlcedoManifest
@testable import AlcedoTools

struct NameHashTests {
    // Published for FNV-1a of 64 bits, by its authors: of nothing, of "a" and of "foobar".
    @Test(
        arguments: [
            ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
        ] as [(String, UInt64)])
    func hashesAreThePublishedOnes(_ name: String, _ hash: UInt64) {
        #expect(NameHash.of(name) == hash)
    }

    @Test func ofFewNamesEachIsFoundAndNoOther() {
        let names = (0..<200).map { "photos/\($0).webp" }
        let few = NameHashes(names.prefix(3)).union(["photos"])
        for name in names { #expect(few.contains(NameHash.of(name)) == names.prefix(3).contains(name)) }
        #expect(few.contains(NameHash.of("photos")))
        #expect(!NameHashes([]).contains(NameHash.of("photos")))
    }
}

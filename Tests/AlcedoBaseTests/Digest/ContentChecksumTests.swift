import Testing

@testable import AlcedoBase

/// The numbers are those of the reference implementation, xxHash 0.8, as PyPI's `xxhash` gives them.
@Suite struct ContentChecksumTests {
    // As many bytes as fill no stripe, one, some, and each kind of rest.
    static let vectors: [(count: Int, value: UInt64)] = [
        (0, 0xef46_db37_51d8_e999), (1, 0xe934_a84a_db05_2768), (4, 0xae5a_cdc0_0a55_ac41),
        (7, 0xd734_a6b2_6f3d_a63e), (8, 0x8711_6b33_65b9_24eb), (12, 0x14b8_433b_9a14_e611),
        (31, 0x0f18_7c62_b1e7_22b7), (32, 0x91b0_cb09_31a8_c629), (33, 0x931b_043c_f8d6_5b94),
        (63, 0x5751_86c1_2dce_bcfd), (64, 0xab64_977b_5af9_d022), (100, 0xb7fe_1d84_b2f2_3a05),
        (1000, 0x023f_d2ed_1ff9_57d5),
    ]

    private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 * 7 % 251) } }

    @Test(arguments: vectors) func numbersAreThoseOfTheReference(_ vector: (count: Int, value: UInt64)) {
        #expect(ContentChecksum(of: bytes(vector.count)).value == vector.value)
    }

    @Test func publishedExample() {
        #expect(ContentChecksum(of: Array("abc".utf8)).value == 0x44bc_2cf5_ad77_0999)
    }

    @Test(arguments: [1, 5, 8, 31, 32, 33, 64, 999]) func piecesMakeNoDifference(_ length: Int) {
        let bytes = bytes(1000)
        let pieces = stride(from: 0, to: 1000, by: length).map { bytes[$0..<min($0 + length, 1000)] }
        #expect(ContentChecksum(of: pieces + [[]]).value == 0x023f_d2ed_1ff9_57d5)
    }

    @Test func oneBitMakesADifference() {
        let whole = bytes(100)
        let before = ContentChecksum(of: whole)
        for place in whole.indices {
            var changed = whole
            changed[place] ^= 1 << UInt8(place % 8)
            #expect(ContentChecksum(of: changed) != before)
        }
    }
}

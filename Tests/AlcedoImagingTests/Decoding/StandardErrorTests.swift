import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Complaints of decoders belong in the result, not on the terminal.
@Suite(.serialized) struct StandardErrorTests {
    @Test func damagedPicturesPrintNothing() async throws {
        var generator = SeededGenerator(seed: 99)
        let printed = try await standardError {
            for (_, file) in BadBytesTests.files {
                for _ in 0..<10 {
                    var bytes = file
                    bytes[Int.random(in: 20..<bytes.count, using: &generator)] ^= 0x55
                    _ = try await refusal(of: bytes, truncation: .allow)
                }
            }
            for size in ["0", "-5", "1e10", "nan", "99999999999999999999"] {
                _ = try await refusal(of: LimitTests.svg(size, size))
            }
        }
        for mark in ["WARNING **", "CRITICAL **", "GLib-", "VIPS-"] {
            #expect(!printed.contains(mark), "\(printed)")
        }
    }
}

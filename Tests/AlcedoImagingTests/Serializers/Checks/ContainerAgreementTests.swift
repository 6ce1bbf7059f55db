import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes

/// Whatever reads a container says the same of the same cut and odd files, as the table in CONTRIBUTING.md has it.
@Suite struct ContainerAgreementTests {
    private static let formats: [OutputFormat] = [.jpeg, .png, .gif, .webp, .avif]

    private static func file(_ format: OutputFormat) throws -> Data {
        try Raster.photo(40, 24).image.encoded(as: format)
    }

    private static func cleaned(_ data: Data, _ format: OutputFormat) throws -> Data {
        try ContainerCleaner.clean(data, format: format, keeping: [])
    }

    @Test(arguments: formats) func aFileThatEndsTooEarlyIsCutForAll(format: OutputFormat) throws {
        let whole = try Self.file(format)
        #expect(!ImageFacts.isEndMissing(in: whole))
        #expect(try !Self.cleaned(whole, format).isEmpty)
        for share in 1...19 {
            let cut = Data(whole.prefix(whole.count * share / 20))
            guard cut.count > 16 else { continue }
            #expect(ImageFacts.isEndMissing(in: cut), "\(cut.count) of \(whole.count) bytes")
            #expect(throws: ContainerError.self) { try Self.cleaned(cut, format) }
        }
    }

    @Test(arguments: formats) func whatFollowsTheEndIsHarmless(format: OutputFormat) throws {
        let whole = try Self.file(format)
        let longer = whole + Data(count: 9)
        #expect(!ImageFacts.isEndMissing(in: longer))
        #expect(try Self.cleaned(longer, format) == Self.cleaned(whole, format))
        let size = longer.withUnsafeBytes { EncodedHeader(bytes: $0).sizes(format) }
        #expect(size?.contains(PixelSize(width: 40, height: 24)) == true)
    }

    @Test func aGIFNeedsNoTrailer() throws {
        let cut = Data(try Self.file(.gif).dropLast())
        #expect(!ImageFacts.isEndMissing(in: cut))
        #expect(cut.withUnsafeBytes { GIFListing($0).frames.count } == 1)
    }

    @Test func strayBytesBetweenTheSegmentsOfAJPEGAreSkipped() throws {
        let whole = try Self.file(.jpeg)
        let odd = whole.prefix(2) + [0x12, 0x34] + whole.dropFirst(2)
        #expect(!ImageFacts.isEndMissing(in: odd))
        #expect(odd.withUnsafeBytes { JPEGFrame($0)?.width } == 40)
        // It is not published as it is.
        #expect(throws: ContainerError.self) { try Self.cleaned(odd, .jpeg) }
    }
}

import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct EncodedCheckTests {
    private static let size = PixelSize(width: 12, height: 8)

    private func file(_ format: OutputFormat) async throws -> Data {
        try await make(.one(format), from: PNGFile(.photo(12, 8)).data).data
    }

    @Test(arguments: OutputFormat.allCases) func aGoodFilePasses(_ format: OutputFormat) async throws {
        try EncodedCheck(format: format, size: Self.size, frames: 1).check(try await file(format))
    }

    @Test(arguments: OutputFormat.allCases) func anotherSizeDoesNot(_ format: OutputFormat) async throws {
        let data = try await file(format)
        let error = #expect(throws: ImagingError.self) {
            try EncodedCheck(format: format, size: PixelSize(width: 8, height: 12), frames: 1).check(data)
        }
        #expect(error?.description.contains("12x8 pixels instead of 8x12") == true)
    }

    @Test(arguments: [OutputFormat.jpeg, .png, .gif, .webp, .avif])
    func aPartDoesNot(_ format: OutputFormat) async throws {
        let data = try await file(format)
        // Without its very last byte a GIF is whole to every viewer.
        for count in [0, 1, 20, data.count / 2, data.count - (format == .gif ? 2 : 1)] {
            #expect(throws: ImagingError.self, "\(count)") {
                try EncodedCheck(format: format, size: Self.size, frames: 1).check(data.prefix(count))
            }
        }
    }

    @Test func anotherFormatDoesNot() async throws {
        let data = try await file(.png)
        #expect(throws: ImagingError.self) {
            try EncodedCheck(format: .webp, size: Self.size, frames: 1).check(data)
        }
    }

    @Test func framesThatAreMissingAreNoticed() async throws {
        let data = try await file(.png)
        #expect(throws: ImagingError.self) {
            try EncodedCheck(format: .png, size: Self.size, frames: 2).check(data)
        }
        let gif = try await file(.gif)
        // Equal frames become one.
        try EncodedCheck(format: .gif, size: Self.size, frames: 2).check(gif)
    }
}

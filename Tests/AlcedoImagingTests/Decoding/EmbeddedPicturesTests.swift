import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct EmbeddedPicturesTests {
    private func drawing(_ pictures: [Data], _ between: String = "") -> Data {
        let images = pictures.map { data in
            var text = data.base64EncodedString()
            if !between.isEmpty {
                text.insert(contentsOf: between, at: text.index(text.startIndex, offsetBy: 20))
            }
            return "<image width='8' height='8' xlink:href='data:image/png;base64,\(text)'/>"
        }
        return Data(
            """
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="8" height="8">
            \(images.joined())</svg>
            """.utf8)
    }

    /// A PNG that says of itself that it is so large.
    private func claiming(_ width: Int, _ height: Int) -> Data {
        PNGFile(width: width, height: height, colorType: 2, rows: [[0, 0, 0]]).data
    }

    @Test(arguments: ["", "\n", " \t\r\n"]) func oneThatIsTooLargeIsRefused(_ between: String) async throws {
        let small = PNGFile(.plain(8, 8, 200, 0, 0)).data
        let reason = try await refusal(of: drawing([small, claiming(60_000, 60_000)], between))
        let text = try #require(reason)
        #expect(text.contains("a picture in it") && text.contains("60000x60000 pixels"), "\(text)")
        #expect(
            try await refusal(of: drawing([claiming(101, 100)]), limits: ImageLimits(pixels: 10_000)) != nil)
    }

    @Test func onesThatAreSmallEnoughAreDrawn() async throws {
        let small = PNGFile(.plain(8, 8, 200, 0, 0)).data
        let raster = try await pixels(.one(), from: drawing([small]))
        #expect(raster[4, 4] == [200, 0, 0] || raster[4, 4] == [200, 0, 0, 255])
    }

    @Test func embeddedDataThatIsNotAPictureIsIgnored() async throws {
        for data in [Data("no picture".utf8), Data(), PNGFile(.plain(8, 8, 1, 2, 3)).data.prefix(20)] {
            #expect(try await refusal(of: drawing([Data(data)])) == nil)
        }
    }

    @Test func aDrawingFarLargerThanRequestedIsDrawn() async throws {
        // libvips draws nothing at less than a thousandth of its size.
        let file = Data(
            "<svg xmlns='http://www.w3.org/2000/svg' width='33000' height='33000'><rect width='33000' height='33000' fill='#c80000'/></svg>"
                .utf8)
        let job = ImageJob(
            data: file, requests: [.one(.png, width: 20)], limits: ImageLimits(pixels: 20_000_000_000))
        let result = try await InProcessEngine(threads: 1).run(job)
        let data = try #require(result.outputs.values.first?.data, "\(result.failures)")
        let raster = try Raster(decoding: data)
        #expect((raster.width, raster.height) == (20, 20))
        #expect(Array(raster[10, 10].prefix(3)) == [200, 0, 0])
    }
}

import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Where a GIF draws nothing, it is transparent, as in browsers.
@Suite struct GIFTransparencyTests {
    static let palette: [[UInt8]] = [
        [255, 0, 0], [0, 200, 0], [0, 0, 255], [255, 255, 0], [10, 20, 30], [200, 100, 50],
    ]

    static func movie(_ frames: [GIFMovie.Frame]) -> GIFMovie {
        GIFMovie(width: 24, height: 16, palette: palette, frames: frames)
    }

    static func frame(
        _ left: Int, _ top: Int, _ width: Int, _ height: Int, _ colour: UInt8, disposal: Int = 0,
        transparent: UInt8? = nil
    ) -> GIFMovie.Frame {
        GIFMovie.Frame(
            left: left, top: top, width: width, height: height, pixels: [colour], disposal: disposal,
            transparentIndex: transparent)
    }

    static func full(_ colour: UInt8, disposal: Int = 0, transparent: UInt8? = nil) -> GIFMovie.Frame {
        frame(0, 0, 24, 16, colour, disposal: disposal, transparent: transparent)
    }

    /// Compares every pixel of every frame; the colour of what is not seen does not matter.
    static func expectShown(
        _ movie: GIFMovie, _ comment: Comment? = nil, location: SourceLocation = #_sourceLocation
    ) throws {
        let image = try PixelImage(decoding: movie.data)
        let shown = movie.shown
        try #require(image.frames == shown.count, comment, sourceLocation: location)
        let bands = image.bands
        for (index, want) in shown.enumerated() {
            let frame = try image.frame(index)
            try #require(
                frame.size.width == want.width && frame.size.height == want.height, comment,
                sourceLocation: location)
            let pixels = [UInt8](try frame.pixels())
            var wrong = 0
            for place in 0..<want.width * want.height {
                var pixel = Array(pixels[place * bands..<(place + 1) * bands])
                if bands < 3 { pixel = [pixel[0], pixel[0]] + pixel }
                if pixel.count == 3 { pixel.append(255) }
                let wanted = Array(want.bytes[place * 4..<place * 4 + 4])
                if wanted[3] == 0 ? pixel[3] != 0 : pixel != wanted { wrong += 1 }
            }
            #expect(wrong == 0, "frame \(index): \(wrong) pixels", sourceLocation: location)
        }
    }

    @Test(arguments: [0, 1, 2, 3], [nil, 5] as [UInt8?])
    func framesAreDisposedOfAsInABrowser(disposal: Int, transparent: UInt8?) throws {
        try Self.expectShown(
            Self.movie([
                Self.full(0, disposal: disposal, transparent: transparent),
                Self.frame(4, 3, 8, 6, 1, disposal: disposal, transparent: transparent),
                Self.frame(10, 5, 8, 8, 2, disposal: disposal, transparent: transparent),
                Self.frame(1, 1, 4, 4, 3, disposal: disposal, transparent: transparent),
            ]))
    }

    @Test func disposalsFollowOneAnother() throws {
        try Self.expectShown(
            Self.movie([
                Self.full(0, disposal: 1), Self.frame(4, 3, 8, 6, 1, disposal: 3),
                Self.frame(10, 5, 8, 8, 2, disposal: 2), Self.frame(0, 0, 3, 3, 3, disposal: 3),
                Self.frame(20, 0, 3, 3, 1),
            ]))
        try Self.expectShown(
            Self.movie([
                Self.full(0, disposal: 2), Self.frame(4, 3, 8, 6, 1, disposal: 2, transparent: 1),
                Self.frame(10, 5, 8, 8, 2, disposal: 2), Self.full(3, disposal: 3),
            ]))
    }

    @Test func whatNoFrameCoversIsTransparent() throws {
        let small = Self.frame(4, 3, 8, 6, 1)
        try Self.expectShown(Self.movie([small]), "a still picture")
        try Self.expectShown(Self.movie([small, Self.frame(10, 5, 8, 8, 2)]), "two frames")
        try Self.expectShown(Self.movie([small, Self.full(2)]), "covered later")
        var bare = small
        bare.hasControl = false
        try Self.expectShown(Self.movie([bare, bare]), "without control blocks")
    }

    @Test func framesBeyondTheScreenAreCutAndTheFirstMakesItLarger() throws {
        try Self.expectShown(
            Self.movie([Self.full(0), Self.frame(20, 12, 10, 10, 1), Self.frame(30, 30, 4, 4, 2)]))
        try Self.expectShown(
            Self.movie([Self.frame(4, 4, 24, 16, 0), Self.frame(20, 12, 10, 10, 1, disposal: 2)]))
        var screenless = Self.movie([Self.full(0), Self.frame(4, 3, 8, 6, 1)])
        (screenless.width, screenless.height) = (0, 0)
        try Self.expectShown(screenless, "a screen of 0x0")
    }

    @Test func interlacedFramesAndPalettesOfTheirOwn() throws {
        var rows = Self.frame(3, 2, 9, 11, 0, disposal: 2)
        rows.pixels = (0..<99).map { (index: Int) in UInt8((index / 9 + index % 9) % 6) }
        rows.isInterlaced = true
        var own = Self.frame(10, 5, 8, 8, 1)
        own.ownPalette = [[1, 2, 3], [90, 80, 70]]
        try Self.expectShown(Self.movie([rows, own, Self.frame(0, 0, 3, 3, 2)]))
    }

    /// None of 256 colours is free for transparency: two equal colours are merged, or else the two closest.
    @Test(arguments: [true, false])
    func aFrameThatUsesAllColoursIsShownInThem(hasEqualColours: Bool) throws {
        var palette = (0..<256).map { (index: Int) -> [UInt8] in
            [UInt8(index), UInt8(255 - index), UInt8(index * 7 % 256)]
        }
        // Nearest: 1 + 1 + 1, where all others are 1 + 1 + 49 apart at least.
        palette[100] = hasEqualColours ? palette[40] : palette[40].map { $0 + 1 }
        var picture = GIFMovie.Frame(width: 16, height: 16, pixels: (0..<256).map { UInt8($0) })
        picture.left = 2
        let movie = GIFMovie(width: 24, height: 16, palette: palette, frames: [picture], bits: 8)
        if hasEqualColours { return try Self.expectShown(movie) }
        let raster = try Raster(decoding: movie.data)
        #expect(raster.bands == 4 && raster[0, 0][3] == 0 && raster[23, 15][3] == 0)
        for index in 0..<256 where index != 40 && index != 100 {
            #expect(raster[2 + index % 16, index / 16] == palette[index] + [255])
        }
        for index in [40, 100] {
            let pixel = raster[2 + index % 16, index / 16]
            #expect(zip(pixel, palette[index]).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        }
    }

    @Test func aMovieThatCoversItsScreenStaysOpaque() async throws {
        let movie = Self.movie([
            Self.full(0), Self.frame(4, 3, 8, 6, 1), Self.full(2, disposal: 2), Self.full(3),
        ])
        try Self.expectShown(movie)
        #expect(try PixelImage(decoding: movie.data).hasAlpha == false)
        // A picture with transparent surroundings does not become JPEG with `auto`.
        let still = try await make(.one(nil), from: Self.movie([Self.frame(4, 3, 8, 6, 1)]).data)
        #expect(still.format == .png)
    }

    @Test(arguments: [OutputFormat.gif, .webp])
    func transparentPixelsStayTransparentInOutputs(format: OutputFormat) async throws {
        let movie = Self.movie([
            Self.full(0, disposal: 2), Self.frame(4, 3, 8, 6, 1, disposal: 2), Self.frame(10, 5, 8, 8, 2),
        ])
        let raster = try await pixels(
            .one(format, quality: format == .webp ? .lossless : nil), from: movie.data)
        try #require(raster.bands == 4 && raster.height == 48)
        for (index, want) in movie.shown.enumerated() {
            for y in 0..<16 {
                for x in 0..<24 {
                    #expect(raster[x, index * 16 + y][3] == want[x, y][3], "\(index): \(x), \(y)")
                }
            }
        }
    }

    @Test func aWebPIsAsTransparentAsItsFrames() throws {
        let movie = Self.movie([Self.full(0, disposal: 2), Self.frame(4, 3, 8, 6, 1, disposal: 2)])
        let image = try PixelImage(decoding: movie.data)
        for quality in [ImageQuality.lossless, .lossy(90)] {
            var file = try image.encoded(as: .webp, quality: quality)
            try #require(file[12..<16].elementsEqual("VP8X".utf8) && file[20] & 0x12 == 0x12)
            // The flag in the header that says so (RFC 9649, section 2.7).
            file[20] &= ~0x10
            let raster = try Raster(decoding: file)
            try #require(raster.bands == 4)
            #expect(raster[0, 16][3] == 0 && raster[6, 16 + 5][3] == 255)
        }
    }

    /// GIF counts what follows the first showing, WebP all of them; 65,536 showings are one more than a WebP can count.
    @Test(arguments: [(0, 0, 0), (1, 1, 2), (2, 2, 3), (65_534, 65_534, 65_535), (65_535, 65_535, 65_535)])
    func aNumberOfShowingsNeverBecomesEndless(loop: Int, inGIF: Int, inWebP: Int) async throws {
        var movie = Self.movie([Self.full(0), Self.full(1)])
        movie.loop = loop
        let gif = try await make(.one(.gif), from: movie.data).data
        let block = try #require(gif.firstRange(of: Data("NETSCAPE2.0".utf8)))
        #expect(Int(gif[block.upperBound + 2]) | Int(gif[block.upperBound + 3]) << 8 == inGIF)
        let webp = try await make(.one(.webp), from: movie.data).data
        let chunk = try #require(ContainerListing.webP(webp).content("ANIM"))
        #expect(Int(chunk[4]) | Int(chunk[5]) << 8 == inWebP)
        let back = try await make(.one(.gif), from: webp).data
        let again = try #require(back.firstRange(of: Data("NETSCAPE2.0".utf8)))
        #expect(Int(back[again.upperBound + 2]) | Int(back[again.upperBound + 3]) << 8 == max(0, inWebP - 1))
    }
}

import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Blending, against what ImageMagick makes of the same pixels.
@Suite struct BlendTests {
    static let fronts: [[UInt8]] = [
        [200, 100, 50, 255], [200, 100, 50, 128], [30, 220, 140, 64], [0, 0, 0, 255], [255, 255, 255, 200],
        [120, 130, 140, 0],
    ]
    static let backs: [[UInt8]] = [
        [20, 180, 240, 255], [90, 60, 30, 255], [250, 128, 10, 128], [128, 128, 128, 77], [10, 200, 100, 0],
    ]

    /// `convert rgba:back rgba:front -compose MODE -composite` of ImageMagick 6.9.11: for each back every front.
    /// (libvips 8.14 differs from Porter and Duff where the back is translucent, and from the W3C where the front is.)
    static let wanted: [(mode: String, pixels: String)] = [
        (
            "source",
            "c86432ffc86432801edc8c40000000ffffffffc878828c00"
                + "c86432ffc86432801edc8c40000000ffffffffc878828c00"
                + "c86432ffc86432801edc8c40000000ffffffffc878828c00"
                + "c86432ffc86432801edc8c40000000ffffffffc878828c00"
                + "c86432ffc86432801edc8c40000000ffffffffc878828c00"
        ),
        (
            "over",
            "c86432ff6e8b90ff16bed6ff000000ffcceefbff14b4f0ff"
                + "c86432ff915028ff4a6439ff000000ffdbd4ceff5a3c1eff"
                + "c86432ffd86d24c0a1a43ea0000000fffeefe1e4fa800a80"
                + "c86432ffb76a43a74cb0867a000000fff5f5f5d98080804d"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
        ),
        (
            "in",
            "c86432ffc86432801edc8c40000000ffffffffc800000000"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
                + "c8643280c86432411edc8c2100000080ffffff6500000000"
                + "c864324dc86432271edc8c140000004dffffff3d00000000"
                + "000000000000000000000000000000000000000000000000"
        ),
        (
            "out",
            "000000000000000000000000000000000000000000000000"
                + "000000000000000000000000000000000000000000000000"
                + "c864327fc86432401edc8c200000007fffffff6400000000"
                + "c86432b2c864325a1edc8c2d000000b2ffffff8c00000000"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
        ),
        (
            "atop",
            "c86432ff6e8b90ff16bed6ff000000ffcceefbff14b4f0ff"
                + "c86432ff915028ff4a6439ff000000ffdbd4ceff5a3c1eff"
                + "c8643280e0711e80c2972a8000000080fde3ca80fa800a80"
                + "c864324da471584d6797834d0000004de3e3e34d8080804d"
                + "c864320069954a000fcd6e0000000000caf3dd000ac86400"
        ),
        (
            "dest",
            "14b4f0ff14b4f0ff14b4f0ff14b4f0ff14b4f0ff14b4f0ff"
                + "5a3c1eff5a3c1eff5a3c1eff5a3c1eff5a3c1eff5a3c1eff"
                + "fa800a80fa800a80fa800a80fa800a80fa800a80fa800a80"
                + "8080804d8080804d8080804d8080804d8080804d8080804d"
                + "0ac864000ac864000ac864000ac864000ac864000ac86400"
        ),
        (
            "dest-over",
            "14b4f0ff14b4f0ff14b4f0ff14b4f0ff14b4f0ff14b4f0ff"
                + "5a3c1eff5a3c1eff5a3c1eff5a3c1eff5a3c1eff5a3c1eff"
                + "e1721dffe97617c0ce9223a07d4005fffcb775e4fa800a80"
                + "b26c49ffa67056a75ca1847a262626ffd1d1d1d98080804d"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
        ),
        (
            "dest-in",
            "14b4f0ff14b4f08014b4f04014b4f0ff14b4f0c800000000"
                + "5a3c1eff5a3c1e805a3c1e405a3c1eff5a3c1ec800000000"
                + "fa800a80fa800a41fa800a21fa800a80fa800a6500000000"
                + "8080804d80808027808080148080804d8080803d00000000"
                + "000000000000000000000000000000000000000000000000"
        ),
        (
            "dest-out",
            "0000000014b4f07f14b4f0bf0000000014b4f03714b4f0ff"
                + "000000005a3c1e7f5a3c1ebf000000005a3c1e375a3c1eff"
                + "00000000fa800a40fa800a6000000000fa800a1cfa800a80"
                + "00000000808080278080803a00000000808080118080804d"
                + "000000000000000000000000000000000000000000000000"
        ),
        (
            "dest-atop",
            "14b4f0ff14b4f08014b4f04014b4f0ff14b4f0c814b4f000"
                + "5a3c1eff5a3c1e805a3c1e405a3c1eff5a3c1ec85a3c1e00"
                + "e1721dffe1721d808cad4a407d4005fffcbf84c8b9804a00"
                + "b26c49ffb26c49803bc08840262626ffd8d8d8c87a818800"
                + "c86432ffc86432801edc8c40000000ffffffffc878828c00"
        ),
        (
            "xor",
            "0000000014b4f07f14b4f0bf0000000014b4f03714b4f0ff"
                + "000000005a3c1e7f5a3c1ebf000000005a3c1e375a3c1eff"
                + "c864327fe1721e80c3962a800000007ffde3c980fa800a80"
                + "c86432b2b26c498055a88567000000b2f1f1f19d8080804d"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
        ),
        (
            "add",
            "dcffffff78e6ffff1bebffff14b4f0ffdcffffff14b4f0ff"
                + "ffa050ffbe6e37ff617341ff5a3c1effffffe6ff5a3c1eff"
                + "ffa437ffe1721effb09e35c07d4005ffffffcdfffa800a80"
                + "ee8a58ffac6e4fcd53a9858d262626ffeeeeeeff8080804d"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
        ),
        (
            "multiply",
            "0f462fff117d8fff0fadd4ff000000ff14b4f0ff14b4f0ff"
                + "461705ff502911ff46391aff000000ff5a3c1eff5a3c1eff"
                + "c64b19ffd75c14c0a18e23a0000000fffcb775e4fa800a80"
                + "a9542affa05e3ea74a9e7b7a000000ffd1d1d1d98080804d"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
        ),
        (
            "screen",
            "ccd1f2ff70c2f1ff1ac4f2ff14b4f0ffcceefbff14b4f0ff"
                + "db884aff9a6234ff5e663dff5a3c1effdbd4ceff5a3c1eff"
                + "e38b36ffea8727c0cea83ea07d4005fffeefe1e4fa800a80"
                + "d07b51ffbd7c5ba75eb38f7a262626fff5f5f5d98080804d"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
        ),
        (
            "overlay",
            "1fa3e6ff19abebff10c1f0ff0069e1ff23eefbff14b4f0ff"
                + "8d2f0bff733514ff48461eff000000ffa06b35ff5a3c1eff"
                + "e2641affea6d15c0cda424a07a0000fffeef79e4fa800a80"
                + "c86432ffb76a44a74cb0867a000000fff5f5f5d98080804d"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
        ),
        (
            "darken",
            "146432ff148b90ff14b4d6ff000000ff14b4f0ff14b4f0ff"
                + "5a3c1eff5a3c1eff4a3c1eff000000ff5a3c1eff5a3c1eff"
                + "c8641dffd86d17c0a19223a0000000fffcb775e4fa800a80"
                + "b26432ffa66a43a74ca1847a000000ffd1d1d1d98080804d"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
        ),
        (
            "lighten",
            "c8b4f0ff6eb4f0ff16bef0ff14b4f0ffcceefbff14b4f0ff"
                + "c86432ff915028ff5a6439ff5a3c1effdbd4ceff5a3c1eff"
                + "e17232ffe97624c0cea43ea07d4005fffeefe1e4fa800a80"
                + "c86c49ffb77056a75cb0867a262626fff5f5f5d98080804d"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
        ),
        (
            "colour-dodge",
            "5cffffff38d9f7ff14c6f3ff14b4f0ffcceefbff14b4f0ff"
                + "ff6225ffac4f21ff5d6c27ff5a3c1effdbd4ceff5a3c1eff"
                + "e39b1fffeb9218c0cfab26a07d4005fffeefe1e4fa800a80"
                + "d88552ffc4845da75eb5987a262626fff5f5f5d98080804d"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
        ),
        (
            "colour-burn",
            "003fb2ff0979d1ff0eb1ecff000000ff14b4f0ff14b4f0ff"
                + "2c0000ff431d0eff433416ff000000ff5a3c1eff5a3c1eff"
                + "e03118ffe84b13c0c68e21a0000000fffcb775e4fa800a80"
                + "a74522ff9e5338a7479e737a000000ffd1d1d1d98080804d"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
        ),
        (
            "hard-light",
            "998d5eff57a0a6ff10c1f0ff000000ffcceefbff14b4f0ff"
                + "b72f0bff893514ff485f23ff000000ffdbd4ceff5a3c1eff"
                + "e2641affea6d15c0a7a428a0000000fffeefe1e4fa800a80"
                + "c86432ffb76a44a74cb0867a000000fff5f5f5d98080804d"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
        ),
        (
            "soft-light",
            "2ca8e7ff20aeebff10baf0ff017fe1ff35cef5ff14b4f0ff"
                + "7c320dff6b3715ff4e471fff1f0e03ff8a6d48ff5a3c1eff"
                + "e16b1affe97215c0cd9a24a07b2000fffdce80e4fa800a80"
                + "bb683dffad6d4da754a7857a131313ffe0e0e0d98080804d"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
        ),
        (
            "difference",
            "b450beff6481d6ff1190ccff14b4f0ffbc613fff14b4f0ff"
                + "6e2814ff643118ff525532ff5a3c1eff94a5b6ff5a3c1eff"
                + "7c3f2cffa65521c0c88b3ca07d4005ff90b7dce4fa800a80"
                + "a14e3aff99594aa7579c717a262626ffd1d1d1d98080804d"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
        ),
        (
            "exclusion",
            "bc8ac3ff689fd9ff1a9dd0ff14b4f0ffbc613fff14b4f0ff"
                + "947044ff775631ff5c5938ff5a3c1eff94a5b6ff5a3c1eff"
                + "807135ffa87626c0c8923da07d4005ff90b7dce4fa800a80"
                + "b26c49ffa67056a75ca1847a262626ffd1d1d1d98080804d"
                + "c86432ffc86432801edc8c40000000ffffffffc800000000"
        ),
    ]

    static func blend(_ mode: ImageProcessors.BlendMode, _ front: [UInt8], _ back: [UInt8]) async throws
        -> [UInt8]
    {
        // Eight pixels, of which one is half transparent, so that alpha is kept.
        let source = Raster(8, 1, bands: 4) { x, _ in x == 7 ? [1, 2, 3, 4] : back }
        let overlay = Raster(8, 1, bands: 4) { x, _ in x == 7 ? [0, 0, 0, 0] : front }
        let raster = try await pixels(
            .one(processors: [.blend(PNGFile(overlay).data, mode: mode)]), from: PNGFile(source).data)
        return raster.bands == 4 ? raster[3, 0] : raster[3, 0] + [255]
    }

    @Test(arguments: wanted)
    func everyModeGivesWhatImageMagickGives(mode: String, pixels: String) async throws {
        let mode = try #require(ImageProcessors.BlendMode(rawValue: mode))
        let wanted = stride(from: 0, to: pixels.utf8.count, by: 2).compactMap {
            UInt8(pixels.dropFirst($0).prefix(2), radix: 16)
        }
        for (row, back) in Self.backs.enumerated() {
            for (column, front) in Self.fronts.enumerated() {
                let start = 4 * (row * Self.fronts.count + column)
                let want = Array(wanted[start..<start + 4])
                let have = try await Self.blend(mode, front, back)
                #expect(
                    abs(Int(have[3]) - Int(want[3])) <= 1, "\(mode) \(front) \(back): \(have), not \(want)")
                // Where nothing is to be seen the colour does not matter, and where little is, rounding is coarse.
                guard want[3] > 0 else { continue }
                let tolerance = want[3] < 128 ? 6 : 2
                for (a, b) in zip(have, want).prefix(3) {
                    #expect(
                        abs(Int(a) - Int(b)) <= tolerance,
                        "\(mode) \(front) \(back): \(have), not \(want)")
                }
            }
        }
    }

    @Test func clearLeavesNothingAndSaturateFillsTheRoomThatIsLeft() async throws {
        #expect(try await Self.blend(.clear, Self.fronts[0], Self.backs[0])[3] == 0)
        // A half-transparent backdrop leaves half of the source: the mean of the two colours.
        let full = try await Self.blend(.saturate, [200, 100, 50, 255], [250, 128, 10, 128])
        #expect(zip(full, [225, 114, 30, 255]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(full)")
        #expect(
            try await Self.blend(.saturate, [200, 100, 50, 255], [20, 180, 240, 255]) == [20, 180, 240, 255])
    }

    @Test func everyModeOfLibvipsIsAvailable() {
        #expect(ImageProcessors.BlendMode.allCases.count == 25)
        #expect(
            Set(Self.wanted.map(\.mode)).union(["clear", "saturate"])
                == Set(ImageProcessors.BlendMode.allCases.map(\.rawValue)))
    }

    static let mark = PNGFile(.plain(4, 2, 255, 0, 0)).data
    static let field = PNGFile(.plain(20, 10, 0, 0, 255)).data

    static func marked(
        _ placement: ImageProcessors.Blend.Placement, density: Double = 1
    ) async throws -> [String] {
        let raster = try await pixels(
            .one(density: density, processors: [.blend(mark, at: placement)]), from: field)
        #expect(raster.bands == 3)
        return (0..<10).map { y in
            (0..<20).map { raster[$0, y] == [255, 0, 0] ? "#" : raster[$0, y] == [0, 0, 255] ? "." : "?" }
                .joined()
        }
    }

    @Test func aPictureGoesWhereItsAnchorAndMarginSay() async throws {
        let bottomRight = try await Self.marked(.init(anchor: FocalPoint(x: 1, y: 1), margin: 1))
        #expect(bottomRight[7] == "...............####.")
        #expect(bottomRight[8] == bottomRight[7] && bottomRight[9] == "....................")
        #expect(bottomRight.joined().count { $0 == "#" } == 8)
        let middle = try await Self.marked(.init())
        #expect(middle[4] == "........####........" && middle[5] == middle[4])
        #expect(middle.joined().count { $0 == "#" } == 8)
    }

    @Test func itsSizeAndMarginAreInCSSPixels() async throws {
        let doubled = try await Self.marked(.init(anchor: FocalPoint(x: 0, y: 0), margin: 1), density: 2)
        #expect(doubled.prefix(2).allSatisfy { !$0.contains("#") })
        #expect(doubled[2] == "..########.........." && doubled[5] == doubled[2])
        let half = try await Self.marked(.init(width: .fraction(0.5)))
        #expect(half.joined().count { $0 == "#" } == 50)
    }

    /// Of 20 × 10 pixels 4 × 2 leave margins of at most 8 and 4.
    @Test(arguments: [(9.0, 0.0), (5000, 1), (65_535, 0.5)])
    func aMarginWithoutRoomPushesNothingOut(margin: Double, anchor: Double) async throws {
        let rows = try await Self.marked(.init(anchor: FocalPoint(x: anchor, y: anchor), margin: margin))
        #expect(rows[4] == "........####........" && rows[5] == rows[4])
        #expect(rows.joined().count { $0 == "#" } == 8)
        // Up and down there is room for 4 only, to the sides for more.
        let wide = try await Self.marked(.init(anchor: FocalPoint(x: 1, y: 0), margin: 5))
        #expect(wide[4] == "...........####....." && wide.joined().count { $0 == "#" } == 8)
    }

    @Test func tilesCoverEverything() async throws {
        let checks = PNGFile(
            Raster(2, 2, bands: 3) { x, y in (x + y) % 2 == 0 ? [255, 0, 0] : [0, 0, 255] })
        let raster = try await pixels(
            .one(processors: [.blend(checks.data, at: .init(anchor: FocalPoint(x: 0, y: 0), tiles: true))]),
            from: Self.field)
        for y in 0..<10 {
            for x in 0..<20 { #expect(raster[x, y] == ((x + y) % 2 == 0 ? [255, 0, 0] : [0, 0, 255])) }
        }
    }

    @Test func aPictureThatIsLargerIsCutOff() async throws {
        let raster = try await pixels(
            .one(processors: [.blend(PNGFile(.plain(50, 50, 9, 8, 7)).data)]), from: Self.field)
        #expect((raster.width, raster.height) == (20, 10))
        #expect(raster[0, 0] == [9, 8, 7] && raster[19, 9] == [9, 8, 7])
    }

    @Test func aVectorMarkIsDrawnInItsSize() async throws {
        let svg = Data(
            #"<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"><rect width="2" height="1" fill="red"/></svg>"#
                .utf8)
        let raster = try await pixels(
            .one(processors: [.blend(svg, at: .init(width: .fraction(1)))]), from: Self.field)
        #expect(raster[0, 0] == [255, 0, 0] && raster[19, 9] == [255, 0, 0])
    }

    @Test func dataThatIsNotAPictureIsAClearError() async throws {
        let error = await #expect(throws: ImagingError.self) {
            try await pixels(.one(processors: [.blend(Data("no".utf8))]), from: Self.field)
        }
        guard case .process("blend", let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("the overlay picture"))
    }

    @Test func theIdentifierCarriesEverySetting() {
        let steps: [any ImageProcessor] = [
            .blend(Self.mark), .blend(Self.field), .blend(Self.mark, mode: .screen),
            .blend(Self.mark, opacity: 0.5), .blend(Self.mark, at: .init(anchor: FocalPoint(x: 0, y: 0.5))),
            .blend(Self.mark, at: .init(margin: 1)), .blend(Self.mark, at: .init(width: .pixels(3))),
            .blend(Self.mark, at: .init(width: .fraction(3))), .blend(Self.mark, at: .init(tiles: true)),
            .blend(SRGBColor(red: 1, green: 2, blue: 3)),
            .blend(SRGBColor(red: 1, green: 2, blue: 3), mode: .multiply),
        ]
        #expect(Set(steps.map(\.identifier)).count == steps.count)
    }

    @Test func animationsAreMarkedInEachFrame() async throws {
        let frames = try (0..<3).map { try Raster.plain(6, 4, UInt8($0 * 100), 0, 0).image }
        let animation = try PixelImage.animation(frames: frames, delays: [50, 60, 70])
        let marked = try ImageProcessors.Blend(
            .image(Self.mark, .init(anchor: FocalPoint(x: 1, y: 1)))
        ).process(animation, context: ImageProcessingContext(source: Self.facts))
        #expect(marked.frames == 3)
        let data = try marked.pixels()
        for frame in 0..<3 {
            let corner = 3 * ((frame * 4 + 3) * 6 + 5)
            #expect(Array(data[corner..<corner + 3]) == [255, 0, 0])
            let first = 3 * (frame * 4 * 6)
            #expect(Array(data[first..<first + 3]) == [UInt8(frame * 100), 0, 0])
        }
    }

    static let facts = ImageFacts(
        type: .png, width: 6, height: 4, frames: 3, orientation: 1, hasAlpha: false)
}

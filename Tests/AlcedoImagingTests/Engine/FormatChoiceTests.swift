import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Testing

@Suite struct FormatChoiceTests {
    static let white = SRGBColor(red: 255, green: 255, blue: 255)

    enum Kind: CaseIterable { case opaque, transparent, animated }

    static func facts(_ kind: Kind) -> ImageFacts {
        switch kind {
        case .opaque: ImageFacts(type: .jpeg, width: 60, height: 40)
        case .transparent: ImageFacts(type: .png, width: 60, height: 40, hasAlpha: true, isOpaque: false)
        case .animated:
            ImageFacts(type: .gif, width: 60, height: 40, frames: 3, hasAlpha: true, isOpaque: false)
        }
    }

    static func formats(
        _ kind: Kind, _ formats: [OutputFormat?], _ change: (inout ImageRequest) -> Void = { _ in }
    ) throws -> [OutputFormat] {
        var request = ImageRequest.one(nil, width: 30)
        request.encodings = formats.map { ImageEncoding(format: $0.map { .format($0) } ?? .auto) }
        change(&request)
        let plan = try #require(ImagePlan(facts: Self.facts(kind), requests: [request]))
        if let failure = plan.failures[0] { throw failure }
        return plan.outputs.map(\.id.format)
    }

    @Test func autoIsTheClassicFormatThatHoldsThePicture() throws {
        #expect(try Self.formats(.opaque, [nil]) == [.jpeg])
        #expect(try Self.formats(.transparent, [nil]) == [.png])
        #expect(try Self.formats(.animated, [nil]) == [.gif])
    }

    private func formats(of type: ImageType, _ change: (inout ImageFacts) -> Void = { _ in }) throws
        -> [OutputFormat]
    {
        var facts = ImageFacts(type: type, width: 60, height: 40)
        change(&facts)
        var request = ImageRequest.one(nil, width: 30)
        request.encodings = [ImageEncoding(format: .source)]
        let plan = try #require(ImagePlan(facts: facts, requests: [request]))
        if let failure = plan.failures[0] { throw failure }
        return plan.outputs.map(\.id.format)
    }

    @Test func sourceIsTheFormatOfTheSource() throws {
        let same: [(ImageType, OutputFormat)] = [
            (.jpeg, .jpeg), (.png, .png), (.gif, .gif), (.webp, .webp), (.avif, .avif), (.jxl, .jxl),
        ]
        for (type, format) in same { #expect(try formats(of: type) == [format]) }
    }

    @Test(arguments: [ImageType.svg, .heic, .tiff])
    func ofATypeThatIsNotWrittenItIsTheClassicFormat(type: ImageType) throws {
        #expect(try formats(of: type) == [.jpeg])
        #expect(
            try formats(of: type) {
                $0.hasAlpha = true
                $0.isOpaque = false
            } == [.png])
    }

    @Test func theSourcesFormatStandsOnceBesideItsOwnName() throws {
        var request = ImageRequest.one(nil, width: 30)
        request.encodings = [.format(.webp), .source, .auto].map { ImageEncoding(format: $0) }
        let plan = try #require(
            ImagePlan(facts: ImageFacts(type: .webp, width: 60, height: 40), requests: [request]))
        #expect(plan.outputs.map(\.id.format) == [.webp, .jpeg])
    }

    @Test func aSourceWhoseFormatCannotHoldThePictureSaysSo() {
        var request = ImageRequest.one(nil, processors: [ImageProcessors.Circle()])
        request.encodings = [ImageEncoding(format: .source)]
        let plan = ImagePlan(facts: ImageFacts(type: .jpeg, width: 60, height: 40), requests: [request])
        guard case .noFormat(let reason) = plan?.failures[0] else {
            Issue.record("it is made")
            return
        }
        #expect(reason.contains("JPEG cannot hold the transparency"))
    }

    @Test func aFormatThatCannotHoldThePictureIsLeftOutWhileAnotherRemains() throws {
        #expect(try Self.formats(.transparent, [.jpeg, .webp]) == [.webp])
        #expect(try Self.formats(.animated, [.avif, .png, .jpeg, .webp, nil]) == [.webp, .gif])
        #expect(try Self.formats(.transparent, [.avif, .jpeg, nil]) == [.avif, .png])
    }

    @Test func formatsKeepTheManifestsOrderAndAreWrittenOnce() throws {
        #expect(try Self.formats(.opaque, [.webp, nil, .avif, .jpeg]) == [.webp, .jpeg, .avif])
    }

    @Test func aBackgroundKeepsJPEGInAndMakesAutoJPEG() throws {
        #expect(try Self.formats(.transparent, [.jpeg]) { $0.background = Self.white } == [.jpeg])
        #expect(try Self.formats(.transparent, [nil]) { $0.background = Self.white } == [.jpeg])
        #expect(try Self.formats(.transparent, [nil]) { $0.background = SRGBColor.transparent } == [.png])
    }

    @Test func theFirstFrameIsAStillPicture() throws {
        #expect(try Self.formats(.animated, [nil, .avif]) { $0.animation = .first } == [.png, .avif])
        let both = try Self.formats(.animated, [nil]) {
            $0.animation = .first
            $0.background = Self.white
        }
        #expect(both == [.jpeg])
    }

    @Test func anOpaqueColourBehindEverythingKeepsJPEGIn() throws {
        let fills: [any ImageProcessor] =
            [.rotate(angle: 10, background: Self.white)]
            + [.over, .source, .destinationOver, .destinationAtop, .add, .saturate, .multiply].map {
                ImageProcessors.Blend(.color(Self.white), mode: $0)
            }
        for fill in fills {
            #expect(try Self.formats(.transparent, [.jpeg]) { $0.processors = [fill] } == [.jpeg])
        }
        let leaves: [any ImageProcessor] =
            [
                .rotate(angle: 90, background: Self.white), .blend(Self.white, opacity: 0.9),
                .blend(SRGBColor(red: 255, green: 255, blue: 255, alpha: 254)),
            ]
            + [.clear, .in, .out, .atop, .destination, .destinationIn, .destinationOut, .xor].map {
                ImageProcessors.Blend(.color(Self.white), mode: $0)
            }
        for step in leaves {
            #expect(try Self.formats(.transparent, [nil]) { $0.processors = [step] } == [.png])
        }
    }

    @Test func cornersThatAreNotRoundAddNoTransparency() throws {
        let steps: [any ImageProcessor] = [
            .roundCorner(radius: .pixels(0)), .roundCorner(radius: .fraction(0)),
            .roundCorner(radius: .pixels(9), corners: []),
        ]
        for step in steps {
            #expect(try Self.formats(.opaque, [nil]) { $0.processors = [step] } == [.jpeg])
        }
    }

    @Test func picturesPredictedToBeOpaqueHaveNoAlpha() async throws {
        let file = PNGFile(AlphaTests.halves).data
        let over = try await pixels(
            .one(processors: [.blend(Self.white, mode: .destinationOver)]), from: file)
        #expect(over == Raster(64, 32, bands: 3) { x, _ in x < 32 ? [255, 255, 255] : [0, 0, 255] })
        let turned = try await pixels(
            .one(.jpeg, processors: [.rotate(angle: 10, background: Self.white)]), from: file)
        #expect(turned.bands == 3 && turned[0, 0].allSatisfy { $0 > 250 })
        let opaque = PNGFile(.plain(9, 9, 1, 2, 3)).data
        let square = try await pixels(.one(processors: [.roundCorner(radius: .pixels(0))]), from: opaque)
        #expect(square == .plain(9, 9, 1, 2, 3))
    }

    @Test func jpegEndsWhereLibjpegDoes() throws {
        // JPEG_MAX_DIMENSION in libjpeg's jmorecfg.h.
        for (width, format) in [(65_500, OutputFormat.jpeg), (65_501, .png)] {
            let formats = try Self.formats(.opaque, [.jpeg, .png]) {
                $0.geometry = ResizeGeometry(width: width, height: 2, fit: .fill, enlarge: true)
            }
            #expect(formats.first == format)
        }
    }

    @Test func processorsSayWhatTheyDoToTransparency() throws {
        #expect(
            try Self.formats(.opaque, [nil]) { $0.processors = [.roundCorner(radius: .pixels(4))] } == [.png])
        #expect(try Self.formats(.transparent, [nil]) { $0.processors = [.flatten(Self.white)] } == [.jpeg])
        let later = try Self.formats(.transparent, [nil]) {
            $0.processors = [.flatten(Self.white), .roundCorner(radius: .pixels(4))]
        }
        #expect(later == [.png])
        let filled = try Self.formats(.opaque, [nil]) {
            $0.processors = [.roundCorner(radius: .pixels(4), background: Self.white)]
        }
        #expect(filled == [.jpeg])
    }

    @Test func aPaddedPictureIsTransparentUnlessTheBackgroundIsOpaque() throws {
        func contain(_ background: SRGBColor?) throws -> [OutputFormat] {
            try Self.formats(.opaque, [nil]) {
                $0.geometry = ResizeGeometry(width: 30, height: 30, fit: .contain)
                $0.background = background
            }
        }
        #expect(try contain(nil) == [.png])
        #expect(try contain(Self.white) == [.jpeg])
    }

    @Test(arguments: [
        (Kind.transparent, OutputFormat.jpeg, "background"), (.animated, .png, "animated: first"),
        (.animated, .avif, "animated: first"),
    ])
    func whenNoFormatRemainsTheReasonSaysWhatToDo(kind: Kind, format: OutputFormat, advice: String) throws {
        let plan = try #require(ImagePlan(facts: Self.facts(kind), requests: [.one(format, width: 30)]))
        #expect(plan.outputs.isEmpty)
        guard case .noFormat(let reason) = plan.failures[0] else {
            Issue.record("no failure")
            return
        }
        #expect(reason.contains(format.name) && reason.contains(advice) && !reason.contains("\n"))
    }

    /// libjpeg refuses more than its `JPEG_MAX_DIMENSION`, although the format itself counts to 65,535.
    @Test(arguments: [
        (65_500, [OutputFormat.jpeg, .png, .gif]), (65_501, [.png, .gif]), (65_535, [.png, .gif]),
        (65_536, [.png]),
    ])
    func theLongestSideIsTheEncodersLimit(side: Int, formats: [OutputFormat]) throws {
        var request = ImageRequest.one(.jpeg)
        request.encodings += [.png, .gif].map { ImageEncoding(format: .format($0)) }
        let facts = ImageFacts(type: .png, width: side, height: 2)
        let plan = try #require(ImagePlan(facts: facts, requests: [request]))
        #expect(plan.outputs.map(\.id.format) == formats)
    }

    @Test func aSideLongerThanTheFormatHoldsLeavesItOut() throws {
        // WebP holds 14 bits a side.
        let facts = ImageFacts(type: .png, width: 16_384, height: 10)
        var request = ImageRequest.one(.webp)
        request.encodings.append(ImageEncoding(format: .auto))
        let plan = try #require(ImagePlan(facts: facts, requests: [request, .one(.webp)]))
        #expect(plan.outputs.map(\.id) == [ImageJob.OutputID(request: 0, format: .jpeg)])
        #expect(plan.failures.keys.sorted() == [1])
    }
}

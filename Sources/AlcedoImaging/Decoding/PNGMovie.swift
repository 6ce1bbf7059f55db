import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

/// The animation in a PNG (W3C PNG, third edition, 4.9 and 11.3.4), which libvips leaves out.
struct PNGMovie {
    /// What happens to a frame's part of the canvas before the next one.
    enum Disposal: UInt8 { case none, background, previous }

    /// One frame, and where its data is.
    struct Frame {
        var part: CropRectangle
        /// In milliseconds.
        var delay: Int
        var disposal: Disposal
        /// Whether it is drawn over the canvas; otherwise it replaces that part.
        var isOver: Bool
        /// Compressed data, without chunk headers and sequence numbers.
        var data: [Range<Int>] = []
    }

    let frames: [Frame]
    /// How often it is shown; 0 for endless.
    let plays: Int
    /// Whether the still picture is not a frame, but meant for programs that do not know of frames.
    let hidesStill: Bool
    private let canvas: PixelSize
    // Depth, color type, and three methods: the rest of the header after the size.
    private let form: [UInt8]
    // The palette and its transparency, as whole chunks.
    private let shared: [Range<Int>]

    /// - Returns: `nil` if the still picture is all there is to show: without two frames that have all of their parts, or one
    ///   beside a still picture that is none.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard PNGChunks.isAnimated(bytes) else { return nil }
        var chunks = PNGChunks(bytes)
        guard let header = chunks.next(), header.name == "IHDR", header.content.count == 13 else {
            return nil
        }
        func number(_ at: Int, _ count: Int) -> Int { bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
        let first = header.content.lowerBound
        canvas = PixelSize(width: number(first, 4), height: number(first + 4, 4))
        form = Array(bytes[first + 8..<first + 13])
        var plays: Int?
        var frames: [Frame] = []
        var shared: [Range<Int>] = []
        var (hasPixels, hidesStill) = (false, false)
        while let chunk = chunks.next(), chunk.name != "IEND" {
            let at = chunk.content.lowerBound
            switch chunk.name {
            case "acTL" where chunk.content.count == 8 && !hasPixels: plays = number(at + 4, 4)
            case "PLTE", "tRNS": if !hasPixels { shared.append(chunk.range) }
            case "fcTL" where chunk.content.count == 26:
                guard plays != nil, let frame = Self.frame(bytes, at, number, within: canvas) else {
                    return nil
                }
                frames.append(frame)
            case "IDAT":
                // Without a control chunk before it, this picture is not a frame.
                if !hasPixels { hidesStill = frames.isEmpty }
                hasPixels = true
                if frames.count == 1 { frames[0].data.append(chunk.content) }
            case "fdAT" where chunk.content.count > 4:
                guard !frames.isEmpty else { return nil }
                frames[frames.count - 1].data.append(at + 4..<chunk.content.upperBound)
            default: continue
            }
        }
        self.frames = frames.filter { !$0.data.isEmpty }
        guard let plays, hasPixels, self.frames.count > (hidesStill ? 0 : 1) else { return nil }
        (self.plays, self.shared, self.hidesStill) = (plays, shared, hidesStill)
    }

    /// What is wrong with an animation of which not all frames are shown: `cut`, or `damaged`; `whole` otherwise, and for a
    /// still picture.
    static func wholeness(_ bytes: UnsafeRawBufferPointer) -> Wholeness {
        var chunks = PNGChunks(bytes)
        var (announced, found) = (0, 0)
        var (hasPixels, hasData) = (false, true)
        while let chunk = chunks.next(), chunk.name != "IEND" {
            switch chunk.name {
            case "acTL" where chunk.content.count == 8 && !hasPixels:
                announced = bytes[chunk.content.prefix(4)].reduce(0) { $0 << 8 | Int($1) }
            case "fcTL": hasData = false
            case "IDAT", "fdAT":
                hasPixels = true
                // One frame has its data in several chunks.
                if !hasData { found += 1 }
                hasData = true
            default: continue
            }
        }
        if announced > found, FileEnd.isMissing(.png, bytes) {
            return .cut("\(announced - found) of \(announced) frames are missing")
        }
        guard announced > 1, PNGMovie(bytes) == nil else { return .whole }
        return .damaged("a frame of its animation is invalid or missing; only its still picture is shown")
    }

    private static func frame(
        _ bytes: UnsafeRawBufferPointer, _ at: Int, _ number: (Int, Int) -> Int, within canvas: PixelSize
    ) -> Frame? {
        let size = PixelSize(width: number(at + 4, 4), height: number(at + 8, 4))
        let origin = PixelPoint(x: number(at + 12, 4), y: number(at + 16, 4))
        let (time, unit) = (number(at + 20, 2), number(at + 22, 2))
        guard size.width > 0, size.height > 0, origin.x + size.width <= canvas.width,
            origin.y + size.height <= canvas.height, let disposal = Disposal(rawValue: bytes[at + 24])
        else { return nil }
        // A unit of 0 means hundredths of a second. A WebP holds no longer delay than that of 24 bits.
        let delay = min(Double(time) * 1000 / Double(unit == 0 ? 100 : unit), 0xFF_FFFF)
        return Frame(
            part: CropRectangle(origin: origin, size: size), delay: Int(delay.rounded()), disposal: disposal,
            isOver: bytes[at + 25] == 1)
    }

    /// Returns frames as they are shown, in 8 bits with alpha.
    ///
    /// - Parameters:
    ///   - most: How many of them, from the first on.
    ///   - like: The opened file, whose profile they get.
    ///   - load: Opens the bytes of a PNG, which are only needed during the call.
    /// - Throws: What `load` throws, and ``/AlcedoRecipes/ImagingError``.
    func image(
        _ bytes: UnsafeRawBufferPointer, most: Int, like header: PixelImage,
        load: (UnsafeRawBufferPointer) throws -> PixelImage
    ) throws -> PixelImage {
        let pixel = try PixelImage(
            pixels: Data(count: 4), size: PixelSize(width: 1, height: 1), layout: .rgba8)
        if !header.isGray, let profile = header.blob("icc-profile-data") {
            profile.withUnsafeBytes { alcedo_image_give_profile(pixel.handle, $0.baseAddress, $0.count) }
        }
        let frames = frames.prefix(most)
        var memory: UnsafeMutableRawPointer?
        let handle = try PixelImage.step("animation") { out in
            alcedo_image_blank(
                pixel.handle, Int32(canvas.width), Int32(canvas.height * frames.count), &memory, out)
        }
        let image = PixelImage(
            owning: handle, frameHeight: canvas.height, delays: frames.map(\.delay), loop: plays)
        guard let memory else { return image }
        let length = canvas.width * canvas.height * 4
        var shown = [UInt8](repeating: 0, count: length)
        for (number, frame) in frames.enumerated() {
            let before = frame.disposal == .previous ? shown : []
            // The pixels are read before the file is gone.
            let (pixels, bands) = try still(frame, bytes).withUnsafeBytes { file in
                do {
                    let picture = try load(file).toEightBit()
                    return (try picture.pixels(), picture.bands)
                } catch ImagingError.process(_, let text) {
                    throw DecodeReason.failure(type: .png, bytes: bytes, text: text)
                }
            }
            draw(pixels, bands: bands, frame, onto: &shown)
            UnsafeMutableRawBufferPointer(start: memory + number * length, count: length).copyBytes(
                from: shown)
            switch frame.disposal {
            case .none: break
            // There is nothing before the first frame.
            case .previous where number > 0: shown = before
            case .background, .previous: clear(frame.part, of: &shown)
            }
        }
        return image
    }

    /// A PNG of one frame alone.
    private func still(_ frame: Frame, _ bytes: UnsafeRawBufferPointer) -> Data {
        var header = Data()
        header.appendBigEndian(frame.part.size.width, bytes: 4)
        header.appendBigEndian(frame.part.size.height, bytes: 4)
        return ContainerPNG.file(
            header: header + form, shared: shared.map { Data(bytes[$0]) },
            pixels: frame.data.reduce(into: Data()) { $0.append(contentsOf: bytes[$1]) })
    }

    private func draw(_ pixels: Data, bands: Int, _ frame: Frame, onto shown: inout [UInt8]) {
        let part = frame.part
        let hasAlpha = bands == 2 || bands == 4
        pixels.withUnsafeBytes { source in
            shown.withUnsafeMutableBufferPointer { target in
                for y in 0..<part.size.height {
                    var from = y * part.size.width * bands
                    var to = ((part.origin.y + y) * canvas.width + part.origin.x) * 4
                    for _ in 0..<part.size.width {
                        let (red, green, blue) =
                            bands < 3
                            ? (source[from], source[from], source[from])
                            : (source[from], source[from + 1], source[from + 2])
                        let alpha = hasAlpha ? source[from + bands - 1] : 255
                        if !frame.isOver || alpha == 255 {
                            (target[to], target[to + 1], target[to + 2], target[to + 3]) = (
                                red, green, blue, alpha
                            )
                        } else if alpha > 0 {
                            Self.blend((red, green, blue), Int(alpha), onto: target, at: to)
                        }
                        from += bands
                        to += 4
                    }
                }
            }
        }
    }

    /// Puts a pixel over another one (Porter and Duff's "over" for colors that are not multiplied by their alpha).
    private static func blend(
        _ color: (UInt8, UInt8, UInt8), _ alpha: Int, onto below: UnsafeMutableBufferPointer<UInt8>, at: Int
    ) {
        let rest = (255 - alpha) * Int(below[at + 3])
        let whole = alpha * 255 + rest
        func mixed(_ upper: UInt8, _ lower: UInt8) -> UInt8 {
            UInt8((Int(upper) * alpha * 255 + Int(lower) * rest + whole / 2) / whole)
        }
        below[at] = mixed(color.0, below[at])
        below[at + 1] = mixed(color.1, below[at + 1])
        below[at + 2] = mixed(color.2, below[at + 2])
        below[at + 3] = UInt8((whole + 127) / 255)
    }

    private func clear(_ part: CropRectangle, of shown: inout [UInt8]) {
        for y in 0..<part.size.height {
            let start = ((part.origin.y + y) * canvas.width + part.origin.x) * 4
            for at in start..<start + part.size.width * 4 { shown[at] = 0 }
        }
    }
}

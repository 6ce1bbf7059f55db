import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CText

/// Puts one text on one picture.
struct TextPainter {
    let step: ImageProcessors.Text
    let text: String
    /// Of one frame.
    let size: PixelSize
    /// Device pixels per CSS pixel.
    let density: Double

    private func fault(_ reason: String) -> ImagingError { .process(step: "text", reason: reason) }

    /// Returns the picture with the text on each frame.
    func painted(on image: PixelImage) throws -> PixelImage {
        let length = text.unicodeScalars.count
        guard length <= TextContent.maxLength else {
            throw fault("the text has \(length) characters, and may have \(TextContent.maxLength)")
        }
        let layers = try TextFonts.with(step.style.fonts) { fonts in
            let room = room()
            let layout = try TextLayout(text, step, fonts: fonts, width: room.size.width)
            try fit(layout, in: room.size, fonts)
            return try self.layers(of: layout, in: room)
        }
        return try layers.reduce(image) { image, layer in
            try image.blended(
                with: layer.image, at: layer.origin, mode: .over, opacity: layer.opacity)
        }
    }

    // MARK: Placing

    /// The box in which the text has to be, in pixels of the picture.
    private func room() -> CropRectangle {
        let box = step.box
        let margin = box.margin.devicePixels(width: size.width, height: size.height, density: density)
        func side(
            _ own: ImageLength?, _ shift: ImageLength, _ whole: Int, _ anchor: Double
        ) -> (start: Int, length: Int) {
            let shift = shift.shift(of: whole, density: density)
            let free = max(1, Double(whole) - 2 * margin - abs(shift))
            let length = own.map { Double($0.devicePixels(of: whole, density: density)) } ?? free
            let start = margin + (Double(whole) - 2 * margin - length) * min(max(anchor, 0), 1) + shift
            return (Int((start + 0.5).rounded(.down)), max(1, Int(length)))
        }
        let across = side(box.width, box.x, size.width, box.anchor.x)
        let down = side(box.height, box.y, size.height, box.anchor.y)
        return CropRectangle(
            origin: PixelPoint(x: across.start, y: down.start),
            size: PixelSize(width: across.length, height: down.length))
    }

    private func fit(_ layout: TextLayout, in room: PixelSize, _ fonts: OpaquePointer) throws {
        let largest = pixels(step.style.size)
        let smallest = min(step.style.minSize.map(pixels) ?? largest, largest)
        let fits = layout.fit(smallest...largest, in: room, lines: step.box.lines)
        let measures = layout.measures
        guard measures.missing == 0 else { throw fault(try missing(fonts)) }
        // The lines of some fonts are much taller than their letters.
        let isTooLarge = measures.ink.height > room.height || measures.box.width > room.width
        guard isTooLarge || !fits && step.box.overflow == .error else { return }
        let place = "\(room.width)x\(room.height) pixels at a size of \(figure(smallest))"
        throw fault(
            "the text does not fit into \(place)\(step.box.lines.map { " and \($0) lines" } ?? ""): "
                + "make it shorter, its box larger, or 'min-size' smaller"
                + (isTooLarge ? "" : "; 'overflow: ellipsis' would cut it"))
    }

    private func figure(_ value: Double) -> String {
        let rounded = (value * 10).rounded() / 10
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }

    /// Letters of a size above this would not be seen as such, and below it not at all.
    private func pixels(_ length: ImageLength) -> Double {
        let value = length.shift(of: size.height, density: density)
        return min(max(value, 1), Double(max(size.height, size.width)))
    }

    /// The characters that no font has, with a font that has the first one.
    private func missing(_ fonts: OpaquePointer) throws -> String {
        var known: Set<Unicode.Scalar> = []
        var lacking: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars where known.insert(scalar).inserted && lacking.count < 5 {
            let alone = ImageProcessors.Text(String(scalar), style: step.style)
            let layout = try TextLayout(String(scalar), alone, fonts: fonts, width: size.width)
            _ = layout.fit(16...16, in: PixelSize(width: 100, height: 100), lines: nil)
            if layout.measures.missing > 0 { lacking.append(scalar) }
        }
        let list = lacking.map { scalar in
            let code = String(scalar.value, radix: 16, uppercase: true)
            return "'\(scalar)' (U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code))"
        }
        var names: [String] = []
        for name in try TextLayout.families(of: step, fonts).map({ "'\($0)'" }) where !names.contains(name) {
            names.append(name)
        }
        let other = lacking.first.flatMap(InstalledFonts.family)
        return
            "\(names.joined(separator: ", ")) has no letter for \(list.joined(separator: ", ")); add a font that has one to 'font'"
            + (other.map { ", such as '\($0)'" } ?? "")
    }

    // MARK: Drawing

    private struct Layer {
        var image: PixelImage
        var origin: PixelPoint
        var opacity = 1.0
    }

    /// The shadow, if there is one, and the text.
    private func layers(of layout: TextLayout, in room: CropRectangle) throws -> [Layer] {
        let (box, ink) = (layout.measures.box, layout.measures.ink)
        let rest = Double(room.size.height - Int(box.height)) * min(max(step.box.anchor.y, 0), 1)
        let corner = PixelPoint(
            x: room.origin.x + shift(of: box, in: room.size.width),
            y: room.origin.y - Int(box.top) + Int((rest + 0.5).rounded(.down)))
        // Nothing is left of a shadow that is wider, and it would take memory.
        let blur = min((step.shadow?.blur ?? 0) * density, Double(max(size.width, size.height)) / 4)
        let around = Int(((step.outline?.width ?? 0) * density).rounded(.up)) + 1
        // A Gaussian is cut off at three standard deviations.
        let reach = around + Int((3 * blur).rounded(.up))
        let far = max(abs(step.shadow?.x ?? 0), abs(step.shadow?.y ?? 0)) * density
        let beyond = reach + Int(far.rounded(.up))
        // What lies outside of the picture is not drawn.
        let left = max(corner.x + Int(ink.left) - reach, -beyond)
        let top = max(corner.y + Int(ink.top) - reach, -beyond)
        let right = min(corner.x + Int(ink.left + ink.width) + reach, size.width + beyond)
        let bottom = min(corner.y + Int(ink.top + ink.height) + reach, size.height + beyond)
        guard right > left, bottom > top else { return [] }
        let area = PixelSize(width: right - left, height: bottom - top)
        let opacity = commonOpacity
        let pixels = try layout.drawn(
            at: PixelPoint(x: corner.x - left, y: corner.y - top), on: area, step, density: density,
            isOpaque: opacity != nil)
        var letters = Layer(
            image: try PixelImage(pixels: pixels, size: area, layout: .rgba8),
            origin: PixelPoint(x: left, y: top))
        letters.opacity = opacity ?? 1
        guard let shadow = step.shadow else { return [letters] }
        let dark = try PixelImage(pixels: Self.shade(pixels, shadow.color), size: area, layout: .rgba8)
        func moved(_ start: Int, by distance: Double) -> Int {
            start + Int((distance * density + 0.5).rounded(.down))
        }
        return [
            Layer(
                image: try dark.blurred(sigma: blur).rendered(),
                origin: PixelPoint(x: moved(left, by: shadow.x), y: moved(top, by: shadow.y))), letters,
        ]
    }

    /// How far lines are moved to the right, which Pango aligns at the sides and in the middle only.
    private func shift(of box: alcedo_rectangle, in width: Int) -> Int {
        let place = min(max(step.box.anchor.x, 0), 1)
        guard step.box.align == nil, ![0, 0.5, 1].contains(place) else { return 0 }
        return Int((Double(width - Int(box.width)) * place + 0.5).rounded(.down)) - Int(box.left)
    }

    /// The opacity of all that is drawn, if it is the same. Applied once at the end, it leaves the colors exact, which
    /// Cairo's premultiplied samples of 8 bits do not.
    private var commonOpacity: Double? {
        let alpha = step.style.color.alpha
        guard !step.usesMarkup, step.outline.map({ $0.color.alpha == alpha }) ?? true else { return nil }
        return Double(alpha) / 255
    }

    /// Returns one color with the alpha of these pixels.
    private static func shade(_ pixels: Data, _ color: SRGBColor) -> Data {
        var shade = Data(capacity: pixels.count)
        for place in stride(from: pixels.startIndex + 3, to: pixels.endIndex, by: 4) {
            let alpha = (Int(pixels[place]) * Int(color.alpha) + 127) / 255
            shade.append(contentsOf: [color.red, color.green, color.blue, UInt8(alpha)])
        }
        return shade
    }
}

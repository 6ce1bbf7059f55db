import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CText

/// A text that is laid out in a box of pixels.
final class TextLayout {
    private let handle: OpaquePointer
    private(set) var measures = alcedo_measures()
    /// Pixels of the letters.
    private(set) var size = 0.0

    /// - Parameters:
    ///   - fonts: Open fonts.
    ///   - width: The pixels at which lines end.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` if the markup is not valid.
    init(_ text: String, _ step: ImageProcessors.Text, fonts: OpaquePointer, width: Int) throws {
        var reason: UnsafeMutablePointer<CChar>?
        let families = try Self.families(of: step, fonts).joined(separator: ",")
        let handle = text.withCString { text in
            families.withCString { families in
                (step.style.language ?? "und").withCString { language in
                    var description = alcedo_text()
                    description.text = text
                    description.markup = step.usesMarkup ? 1 : 0
                    description.families = families
                    description.language = language
                    description.weight = Int32(step.style.weight)
                    description.italic = step.style.isItalic ? 1 : 0
                    description.line_height = step.style.lineHeight ?? 0
                    description.letter_spacing = step.style.letterSpacing
                    description.alignment = step.box.alignment.code
                    description.justify = step.box.isJustified ? 1 : 0
                    description.width = Int32(clamping: width)
                    return alcedo_layout_open(fonts, &description, &reason)
                }
            }
        }
        guard let handle else {
            defer { free(reason) }
            let fault =
                reason.map { ImageProcessors.Text.describe(markup: String(cString: $0)) }
                ?? "there is no memory"
            throw ImagingError.process(step: "text", reason: "its markup is not valid: \(fault)")
        }
        self.handle = handle
    }

    /// Returns the families of a step's fonts.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` if one of them cannot be read.
    static func families(of step: ImageProcessors.Text, _ fonts: OpaquePointer) throws -> [String] {
        try step.style.fonts.enumerated().map { place, font in
            guard let own = alcedo_fonts_family(fonts, Int32(place)) else {
                throw ImagingError.process(
                    step: "text",
                    reason: "its font number \(place + 1) is damaged, or of a kind that is not read")
            }
            return font.family ?? String(cString: own)
        }
    }

    deinit { alcedo_layout_close(handle) }

    private func measure(_ size: Double, breaks: Bool = false) {
        self.size = size
        measures = alcedo_layout_measure(handle, size, breaks ? 1 : 0)
    }

    /// Finds the largest size at which the text fits.
    ///
    /// - Parameters:
    ///   - sizes: The smallest and the largest size of its letters, in pixels.
    ///   - box: The room for it.
    ///   - lines: The most lines; `nil` for as many as fit.
    /// - Returns: Whether all of it fits. Otherwise the rest has become an ellipsis, or not even one line fits.
    func fit(_ sizes: ClosedRange<Double>, in box: PixelSize, lines: Int?) -> Bool {
        func fits(_ size: Double) -> Bool {
            measure(size)
            return measures.box.width <= box.width && measures.box.height <= box.height
                && Int(measures.lines) <= lines ?? .max
        }
        if fits(sizes.upperBound) { return true }
        // In steps of half a pixel, none of which shows.
        var (small, large) = (Int((sizes.lowerBound * 2).rounded(.up)), Int(sizes.upperBound * 2))
        if small <= large, fits(Double(small) / 2) {
            while large - small > 1 {
                let middle = (small + large) / 2
                if fits(Double(middle) / 2) { small = middle } else { large = middle }
            }
            return fits(Double(small) / 2)
        }
        // Words that are too long are broken before anything is left out.
        measure(sizes.lowerBound, breaks: true)
        if measures.box.height <= box.height, Int(measures.lines) <= lines ?? .max { return true }
        shorten(to: box.height, lines)
        return false
    }

    /// Replaces what does not fit by an ellipsis. At least a letter stays, and a single line is never too high.
    private func shorten(to height: Int, _ lines: Int?) {
        let text = String(cString: alcedo_layout_text(handle))
        // Where letters end that may be the last one: no space comes before an ellipsis.
        let ends = text.indices.filter { !text[$0].isWhitespace }
            .map { text.utf8.distance(from: text.startIndex, to: text.index(after: $0)) }
        let (size, most) = (self.size, lines ?? .max)
        func measure(_ count: Int, _ end: String) {
            _ = alcedo_layout_cut(handle, ends[count - 1], end)
            self.measure(size, breaks: true)
        }
        guard !ends.isEmpty, measures.lines > 1 else { return }
        measure(1, "")
        let lacking = measures.missing
        measure(1, "…")
        // Not every font has one.
        let end = measures.missing > lacking ? "..." : "…"
        var (small, large) = (1, ends.count)
        while large - small > 1 {
            let middle = (small + large) / 2
            measure(middle, end)
            let isLow = measures.lines == 1 || Int(measures.box.height) <= height
            if isLow, Int(measures.lines) <= most { small = middle } else { large = middle }
        }
        measure(small, end)
    }

    /// Draws the text with its top left corner at a point of a picture.
    ///
    /// - Parameter isOpaque: Whether its colors are drawn without their alpha.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` if there is no memory.
    func drawn(
        at origin: PixelPoint, on size: PixelSize, _ step: ImageProcessors.Text, density: Double,
        isOpaque: Bool
    ) throws -> Data {
        var pixels = Data(count: size.width * size.height * 4)
        var fill = step.style.color
        var edge = step.outline?.color ?? fill
        if isOpaque { (fill.alpha, edge.alpha) = (255, 255) }
        let result = pixels.withUnsafeMutableBytes { buffer in
            alcedo_layout_draw(
                handle, Int32(origin.x), Int32(origin.y), Int32(size.width), Int32(size.height), fill.ink,
                (step.outline?.width ?? 0) * density, edge.ink, buffer.bindMemory(to: UInt8.self).baseAddress)
        }
        guard result == 0 else {
            throw ImagingError.process(step: "text", reason: "it cannot be drawn")
        }
        return pixels
    }
}

extension SRGBColor {
    fileprivate var ink: alcedo_ink { alcedo_ink(red: red, green: green, blue: blue, alpha: alpha) }
}

extension ImageProcessors.Text.Alignment {
    fileprivate var code: Int32 {
        switch self {
        case .start: 0
        case .center: 1
        case .end: 2
        case .left: 3
        case .right: 4
        }
    }
}

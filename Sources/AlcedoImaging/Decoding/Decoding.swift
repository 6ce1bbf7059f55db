import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

/// One pass over the pixels of a source: collects its warnings and errors, checks its alpha and takes samples.
final class Decoding {
    private let reader: SourceReader
    private let log: OpaquePointer
    private let watch: OpaquePointer
    private let logBefore: OpaquePointer?
    private var wholeness = Wholeness.whole

    init(reader: SourceReader) {
        self.reader = reader
        log = alcedo_log_new()
        watch = alcedo_watch_new(log)
        // Opening a file also produces warnings, on this thread.
        logBefore = alcedo_log_use(log)
    }

    deinit {
        alcedo_log_use(logBefore)
        alcedo_watch_free(watch)
        alcedo_log_free(log)
    }

    /// Returns the image followed by an operation that inspects every pixel.
    func watched(_ image: PixelImage) throws -> PixelImage {
        let watched = try image.derived("decode") {
            alcedo_image_watch(image.handle, watch, Int32(image.frameHeight), $0)
        }
        // libvips may repeat in its own pass what it has warned about, or add to it.
        if warnings.isEmpty { watched.direct = image.direct?.watched(by: watch) }
        return watched
    }

    /// Computes the pixels of an image from the source.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)``.
    func rendered(_ image: PixelImage) throws -> PixelImage {
        try reading { try image.rendered() }
    }

    /// Runs `body`, which computes pixels of an image from the source.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)``.
    func reading<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch ImagingError.process(_, let text) {
            throw DecodeReason.failure(type: reader.type, bytes: reader.bytes, text: text, warnings: warnings)
        }
    }

    /// Compares the decoded data with the contents of the file, once all pixels have been computed.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)`` when more than a little is missing and truncation is not allowed.
    func checkWholeness() throws {
        let complained = !certainWarnings.isEmpty
        wholeness = Wholeness(
            of: reader.type, reader.bytes, page: reader.page ?? 0, complained: complained)
        if wholeness == .whole,
            let (missing, height) = try MissingRows.count(reader, complained: complained), missing > 0
        {
            wholeness = .cut("\(missing) of \(height) rows are missing")
        }
        if case .cut(let gaps) = wholeness, reader.truncation == .fail {
            throw DecodeReason.missing(gaps)
        }
    }

    /// Whether nothing is known to be missing or damaged.
    var isSound: Bool { wholeness == .whole && certainWarnings.isEmpty }

    /// Remarks on the picture, one sentence each.
    var remarks: [String] {
        let name = reader.type.name
        switch wholeness {
        case .cut(let gaps): return ["the \(name) is incomplete (\(gaps))"]
        case .damaged(let gaps): return ["the \(name) data is damaged in places (\(gaps))"]
        case .whole: return certainWarnings.map { "the \(name) data is damaged in places (\($0))" }
        }
    }

    /// Whether every pixel was opaque; `nil` if not all were seen.
    var isOpaque: Bool? {
        switch alcedo_watch_transparency(watch) {
        case 0: true
        case 1: false
        default: nil
        }
    }

    /// Samples from all over the first frame, in the source's own colors and without interpolation; `nil` if not all
    /// pixels were seen.
    func samples() -> PixelImage? {
        var handle: OpaquePointer?
        guard alcedo_watch_samples(watch, &handle) == 0 else { return nil }
        return handle.map { PixelImage(owning: $0) }
    }

    /// Decoder warnings about the picture itself, without positions in libvips.
    ///
    /// Odd EXIF fields, unknown TIFF tags, and chunks of a PNG that describe it are common and change no pixel; they are
    /// reported elsewhere, as are the colors of an AVIF (see `SourceColors`). Limitations of a profile are not errors in
    /// the data, and appear when colors are converted, which happens in the same pass.
    var warnings: [String] {
        texts.filter { !$0.hasPrefix("error in tile") && !$0.hasPrefix("read gave") }
            .filter { !$0.lowercased().contains("exif") }
            .filter { text in !Self.harmless.contains { text.contains($0) } && !isOfDescription(text) }
            .map(Self.onOneLine).filter { !$0.isEmpty }
    }

    /// Parts of warnings after which the pixels are right. That on the sum is of alpha which no field declares; `SourceColors` reads
    /// the profiles that libpng leaves out of gray pictures.
    private static let harmless = [
        "ignoring nclx profile", "profile does not support", "Unknown field with tag",
        "Sum of Photometric type-related color channels", "Ignoring invalid time value",
        "Extra compressed data", "Too much image data", "RGB color space not permitted on grayscale PNG",
    ]

    /// Whether a warning is about a chunk of a PNG from which no pixel comes: libpng names it first.
    private func isOfDescription(_ text: String) -> Bool {
        reader.type == .png && text.dropFirst(4).hasPrefix(": ") && text.prefix(4).allSatisfy(\.isLetter)
            && !["IHDR", "PLTE", "IDAT", "tRNS", "iCCP", "cICP"].contains(text.prefix(4))
    }

    /// The warnings, as far as they do not depend on concurrent decoding.
    ///
    /// libvips counts the warnings of libjpeg, but takes their text from the buffer that all pictures share.
    private var certainWarnings: [String] {
        let counts = texts.compactMap { text in
            text.hasPrefix("read gave") ? text.split(separator: " ").lazy.compactMap { Int($0) }.first : nil
        }
        guard let count = counts.max() else { return warnings }
        return [count == 1 ? "1 decoder warning" : "\(count) decoder warnings"]
    }

    private var texts: [String] {
        (0..<alcedo_log_count(log)).map { String(cString: alcedo_log_text(log, $0)) }
    }

    /// Joins the lines of a warning, which may contain several errors, some of them twice.
    private static func onOneLine(_ text: String) -> String {
        var lines: [Substring] = []
        for line in text.split(whereSeparator: \.isNewline) where !lines.contains(line) { lines.append(line) }
        return lines.joined(separator: "; ")
    }
}

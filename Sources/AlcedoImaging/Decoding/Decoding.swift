import AlcedoBase
import CVipsShims

/// One pass over the pixels of a source: attributes warnings and errors to it, looks at its alpha and takes samples.
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
        // Opening files warns too, on this thread.
        logBefore = alcedo_log_use(log)
    }

    deinit {
        alcedo_log_use(logBefore)
        alcedo_watch_free(watch)
        alcedo_log_free(log)
    }

    /// The picture with a pass in between that sees every pixel on its way.
    func watched(_ image: Image) throws -> Image {
        try image.derived("decode") { alcedo_image_watch(image.handle, watch, Int32(image.frameHeight), $0) }
    }

    /// Computes pixels that come from the source.
    ///
    /// - Throws: ``ImagingError/decode(reason:)``.
    func rendered(_ image: Image) throws -> Image {
        do {
            return try image.rendered()
        } catch ImagingError.process(_, let text) {
            throw ImagingError.decode(
                reason: DecodeReason.failure(
                    type: reader.type, bytes: reader.bytes, text: text, warnings: warnings))
        }
    }

    /// Compares what was decoded with what the file holds, once all pixels have been computed.
    ///
    /// - Throws: ``ImagingError/decode(reason:)`` when more than a little is missing and that is not allowed.
    func checkWholeness() throws {
        wholeness = Wholeness(of: reader.type, reader.bytes, complained: !certainWarnings.isEmpty)
        if wholeness == .whole, let (missing, height) = try ArithmeticJPEG.missingRows(reader), missing > 0 {
            wholeness = .cut("\(missing) of \(height) rows are missing")
        }
        if case .cut(let gaps) = wholeness, reader.truncation == .fail {
            throw ImagingError.decode(reason: DecodeReason.missing(gaps))
        }
    }

    /// Whether nothing is known to be missing or wrong.
    var isSound: Bool { wholeness == .whole && certainWarnings.isEmpty }

    /// What is to be said of the picture, one sentence each.
    var remarks: [String] {
        let name = reader.type.name
        switch wholeness {
        case .cut(let gaps): return ["the \(name) is not whole (\(gaps))"]
        case .damaged(let gaps): return ["the \(name) data is damaged in places (\(gaps))"]
        case .whole: return certainWarnings.map { "the \(name) data is damaged in places (\($0))" }
        }
    }

    /// Whether every pixel that passed was opaque; `nil` when not all were seen.
    var isOpaque: Bool? {
        switch alcedo_watch_transparency(watch) {
        case 0: true
        case 1: false
        default: nil
        }
    }

    /// Pixels from all over the first frame, in the source's own colours and none of them mixed from others; `nil`
    /// when not all were seen.
    func samples() -> Image? {
        var handle: OpaquePointer?
        guard alcedo_watch_samples(watch, &handle) == 0 else { return nil }
        return handle.map { Image(owning: $0) }
    }

    /// What the decoder complained of in the picture itself, without its places in libvips.
    ///
    /// Odd EXIF fields and unknown TIFF tags are common and change no pixel; what is made of them is said elsewhere.
    /// So is what an AVIF says of its colours: see ``SourceColors``. What a profile cannot do is no fault of the data, and
    /// shows when colours are converted, which happens meanwhile.
    var warnings: [String] {
        texts.filter { !$0.hasPrefix("error in tile") && !$0.hasPrefix("read gave") }
            .filter { !$0.lowercased().contains("exif") }
            .filter { !$0.contains("ignoring nclx profile") && !$0.contains("Unknown field with tag") }
            .filter { !$0.contains("profile does not support") }
            .map(Self.onOneLine).filter { !$0.isEmpty }
    }

    /// The same as far as it does not depend on what else is decoded meanwhile.
    ///
    /// libvips counts what libjpeg complains of, and takes the words from the text that all pictures share.
    private var certainWarnings: [String] {
        let counts = texts.compactMap { text in
            text.hasPrefix("read gave") ? text.split(separator: " ").lazy.compactMap { Int($0) }.first : nil
        }
        guard let count = counts.max() else { return warnings }
        return [count == 1 ? "1 warning of the decoder" : "\(count) warnings of the decoder"]
    }

    private var texts: [String] {
        (0..<alcedo_log_count(log)).map { String(cString: alcedo_log_text(log, $0)) }
    }

    /// A warning may hold the lines of several errors, some twice.
    private static func onOneLine(_ text: String) -> String {
        var lines: [Substring] = []
        for line in text.split(whereSeparator: \.isNewline) where !lines.contains(line) { lines.append(line) }
        return lines.joined(separator: "; ")
    }
}

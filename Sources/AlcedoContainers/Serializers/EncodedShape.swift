package import AlcedoBase
package import AlcedoRecipes

/// What the beginning of an encoded file has to say: its format, and its size in pixels.
///
/// The cheap part of `EncodedCheck`, for bytes that come from elsewhere: it starts no library and decodes nothing.
package struct EncodedShape: Hashable, Sendable {
    let format: OutputFormat
    /// `nil` if it is unknown.
    let size: PixelSize?

    /// Describes a file of a known format. A size of `nil` is not compared.
    package init(format: OutputFormat, size: PixelSize?) {
        self.format = format
        self.size = size
    }

    /// Describes a file as its record does.
    package init(_ file: EncodedImage.File) {
        self.init(format: file.format, size: PixelSize(width: file.width, height: file.height))
    }

    /// How many bytes are looked at. Profiles and metadata may stand before the size.
    static let window = 1 << 18

    /// Whether a file of this shape can begin with these bytes: all of the file, or its first 256 KiB or more.
    ///
    /// - Parameter isExact: Whether the screen of a GIF must have the size, which its first frame may enlarge otherwise.
    package func fits(_ bytes: UnsafeRawBufferPointer, isExact: Bool = false) -> Bool {
        // Only its serializer knows the bytes of a custom format.
        if case .custom = format { return !bytes.isEmpty }
        guard ImageType.sniff(Data(bytes.prefix(1024)))?.rawValue == format.rawValue else { return false }
        guard let size else { return true }
        let header = EncodedHeader(bytes: UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.window)))
        // Behind so much metadata a size is not looked for.
        guard let sizes = header.sizes(format) else { return bytes.count >= Self.window }
        // A picture that a viewer has to turn says so beside its size.
        let named = isExact && format == .gif ? Array(sizes.prefix(1)) : sizes
        if named.contains(size) || named.contains(size.transposed) { return true }
        // The first frame of a GIF may stand behind so much, too.
        return format == .gif && !isExact && sizes.count == 1 && bytes.count >= Self.window
    }

    /// Whether a whole file has this shape.
    package func fits(_ data: Data, isExact: Bool = false) -> Bool {
        data.withUnsafeBytes { fits($0, isExact: isExact) }
    }
}

/// Reads sizes in pixels from the headers of files.
package struct EncodedHeader {
    let bytes: UnsafeRawBufferPointer

    package init(bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The size, or all sizes that the file names; `nil` if these bytes contain no size.
    package func sizes(_ format: OutputFormat) -> [PixelSize]? {
        switch format {
        case .jpeg: JPEGFrame(bytes).map { [PixelSize(width: $0.width, height: $0.height)] }
        case .png: size(bigEndian(16, 4), bigEndian(20, 4)).map { [$0] }
        case .gif: gif()
        case .webp: webp().map { [$0] }
        case .avif: avif()
        case .jxl: JXLHeader(ByteView(bytes))?.size.map { [$0] }
        case .custom: nil
        }
    }

    private func bigEndian(_ at: Int, _ count: Int) -> Int? {
        guard at >= 0, at <= bytes.count - count else { return nil }
        return bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private func littleEndian(_ at: Int, _ count: Int) -> Int? {
        guard at >= 0, at <= bytes.count - count else { return nil }
        return bytes[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private func has(_ text: StaticString, _ at: Int) -> Bool {
        guard at >= 0, at <= bytes.count - text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { $0.elementsEqual(bytes[at..<at + $0.count]) }
    }

    private func size(_ width: Int?, _ height: Int?) -> PixelSize? {
        guard let width, let height else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// The screen, and the screen that the first frame enlarges, as in browsers (GIF89a, sections 18, 20 and 24).
    private func gif() -> [PixelSize]? {
        guard let screen = size(littleEndian(6, 2), littleEndian(8, 2)) else {
            return nil
        }
        let first = GIFBlocks(bytes).first { $0.label == nil }?.start
        guard let first, let left = littleEndian(first + 1, 2), let top = littleEndian(first + 3, 2),
            let frame = size(littleEndian(first + 5, 2), littleEndian(first + 7, 2))
        else { return [screen] }
        return [
            screen,
            PixelSize(
                width: max(screen.width, left + frame.width), height: max(screen.height, top + frame.height)),
        ]
    }

    /// RFC 6386, 9.1, and RFC 9649, 2.7, 3.4.
    private func webp() -> PixelSize? {
        if has("VP8X", 12) {
            guard let width = littleEndian(24, 3), let height = littleEndian(27, 3) else { return nil }
            return PixelSize(width: width + 1, height: height + 1)
        }
        if has("VP8L", 12), let bits = littleEndian(21, 4) {
            return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        }
        guard has("VP8 ", 12), let width = littleEndian(26, 2), let height = littleEndian(28, 2) else {
            return nil
        }
        return PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
    }

    /// Image spatial extents (ISO/IEC 23008-12, 6.5.3) of the picture, of its tiles and of its alpha, and what is left of them
    /// after cropping (`clap`, ISO/IEC 14496-12, 12.1.4).
    private func avif() -> [PixelSize]? {
        var sizes: [PixelSize] = []
        forEach("ispe") { at in
            if let size = size(bigEndian(at + 8, 4), bigEndian(at + 12, 4)) { sizes.append(size) }
        }
        guard !sizes.isEmpty else { return nil }
        // Each side is a fraction.
        func side(_ at: Int) -> Int? {
            guard let over = bigEndian(at, 4), let under = bigEndian(at + 4, 4), under > 0 else { return nil }
            return (over + under / 2) / under
        }
        forEach("clap") { at in
            if let size = size(side(at + 4), side(at + 12)) { sizes.append(size) }
        }
        return sizes
    }

    /// Calls `body` with each place of the name of a box.
    private func forEach(_ name: StaticString, _ body: (Int) -> Void) {
        var at = 4
        while at + 16 <= bytes.count {
            guard let base = bytes.baseAddress,
                let found = memchr(base + at, Int32(name.utf8Start.pointee), bytes.count - at)
            else { return }
            at = UnsafeRawPointer(found) - base
            if has(name, at) { body(at) }
            at += 1
        }
    }
}

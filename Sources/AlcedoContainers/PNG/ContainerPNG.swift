package import AlcedoBase
package import AlcedoRecipes

/// The chunks of a PNG file (W3C PNG, third edition).
package struct ContainerPNG {
    struct Chunk {
        var name: String
        // Length, name, content and checksum, unchanged.
        var bytes: Data
        var content: Data { bytes.dropFirst(8).dropLast(4) }
        /// Whether decoding requires the chunk: its name begins with an uppercase letter.
        var isCritical: Bool { name.utf8.first.map { $0 < 0x61 } ?? false }
    }

    // Transparency and animation frames.
    private static let pixelChunks: Set<String> = ["tRNS", "acTL", "fcTL", "fdAT"]
    static let colorChunks: Set<String> = ["iCCP", "sRGB", "gAMA", "cHRM", "cICP", "mDCV", "cLLI"]

    private(set) var chunks: [Chunk] = []

    /// Whether decoders of the specification's first edition show the file correctly: it has no animation, no color
    /// coding that only newer decoders read, and no other critical chunks than those of the picture.
    var isStill: Bool {
        chunks.allSatisfy { chunk in
            chunk.isCritical
                ? ["IHDR", "PLTE", "IDAT", "IEND"].contains(chunk.name)
                : !["acTL", "cICP"].contains(chunk.name)
        }
    }

    /// The chunks about the colors, complete.
    package var color: Data {
        chunks.filter { Self.colorChunks.contains($0.name) }.reduce(into: Data()) { $0.append($1.bytes) }
    }

    /// Whether the file has a palette of at most `colors` colors, or as few gray levels.
    func hasAtMost(colors: Int) -> Bool {
        // Width, height, bit depth, color type.
        guard let header = chunks.first?.content, header.count == 13 else { return false }
        switch header[header.startIndex + 9] {
        case 0: return 1 << Int(min(header[header.startIndex + 8], 16)) <= colors
        case 3: return chunks.contains { $0.name == "PLTE" && $0.content.count / 3 <= colors }
        default: return false
        }
    }

    package init(_ data: Data) throws(ContainerError) {
        func failure(_ reason: String) -> ContainerError { ContainerError(format: .png, reason: reason) }
        guard data.starts(with: PNGChunks.signature) else { throw failure("there is no PNG signature") }
        let isComplete = data.withUnsafeBytes { bytes in
            var found = PNGChunks(bytes)
            while let chunk = found.next() {
                let start = data.startIndex + chunk.range.lowerBound
                chunks.append(Chunk(name: chunk.name, bytes: data[start..<start + chunk.range.count]))
            }
            return found.isComplete
        }
        guard
            chunks.allSatisfy({
                $0.name.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
            })
        else { throw failure("a chunk has no proper name") }
        guard isComplete else { throw failure("the file ends too early") }
        guard chunks.first?.name == "IHDR", chunks.contains(where: { $0.name == "IDAT" }) else {
            throw failure("there is no picture")
        }
    }

    var exif: Data? { chunks.first { $0.name == "eXIf" }?.content }

    /// Replaces the block, and leaves it after the pixels if it is there.
    mutating func setEXIF(_ tiff: Data) {
        if let late = lateEXIF {
            chunks[late] = Self.chunk("eXIf", tiff)
            return
        }
        chunks.removeAll { $0.name == "eXIf" }
        insert("eXIf", tiff)
    }

    /// The only block, if it is after the pixels.
    private var lateEXIF: Int? {
        guard chunks.count(where: { $0.name == "eXIf" }) == 1,
            let place = chunks.firstIndex(where: { $0.name == "eXIf" }),
            let pixels = chunks.firstIndex(where: { $0.name == "IDAT" })
        else { return nil }
        return place > pixels ? place : nil
    }

    mutating func setXMP(_ packet: Data) {
        let keyword = Data("XML:com.adobe.xmp\0".utf8)
        chunks.removeAll { $0.name == "iTXt" && $0.content.starts(with: keyword) }
        // Uncompressed, without a language or a translated keyword.
        insert("iTXt", keyword + Data(count: 4) + packet)
    }

    /// Adds a text chunk: a keyword, a zero byte, and text in Latin-1.
    package mutating func addText(_ content: Data) { insert("tEXt", content) }

    // Before the pixels, where readers that stop early find it.
    private mutating func insert(_ name: String, _ content: Data) {
        let place = chunks.firstIndex { $0.name == "IDAT" } ?? chunks.endIndex
        chunks.insert(Self.chunk(name, content), at: place)
    }

    static func chunk(_ name: String, _ content: Data) -> Chunk {
        let body = Data(name.utf8) + content
        var bytes = Data()
        bytes.appendBigEndian(content.count, bytes: 4)
        bytes.append(body)
        bytes.appendBigEndian(Int(checksum(body)), bytes: 4)
        return Chunk(name: name, bytes: bytes)
    }

    func encoded(keeping parts: ContainerParts) -> Data {
        guard parts.contains(.quietOrientation), !parts.contains(.exif), let late = lateEXIF,
            let block = ExifFilter.orientation(ofTIFF: chunks[late].content)
        else { return encoded { Self.isKept($0, parts) } }
        var file = self
        file.chunks[late] = Self.chunk("eXIf", block)
        return file.encoded { Self.isKept($0, parts.union(.exif)) }
    }

    /// Puts a file together.
    ///
    /// - Parameter shared: Whole chunks between the header and the pixels.
    package static func file(header: Data, shared: [Data], pixels: Data) -> Data {
        shared.reduce(Data(PNGChunks.signature) + chunk("IHDR", header).bytes, +)
            + chunk("IDAT", pixels).bytes + chunk("IEND", Data()).bytes
    }

    /// Everything.
    package var whole: Data { encoded { _ in true } }

    private func encoded(_ isKept: (Chunk) -> Bool) -> Data {
        var data = Data(PNGChunks.signature)
        for chunk in chunks where isKept(chunk) { data.append(chunk.bytes) }
        return data
    }

    private static func isKept(_ chunk: Chunk, _ parts: ContainerParts) -> Bool {
        if chunk.isCritical || pixelChunks.contains(chunk.name) { return true }
        if colorChunks.contains(chunk.name) { return parts.contains(.colorProfile) }
        switch chunk.name {
        case "eXIf": return parts.contains(.exif)
        case "iTXt": return parts.contains(.xmp) && chunk.content.starts(with: "XML:com.adobe.xmp\0".utf8)
        default: return false
        }
    }

    /// CRC-32 of ISO 3309, as used by PNG (annex D).
    package static func checksum(_ data: Data) -> UInt32 {
        checksums.withUnsafeBufferPointer { checksums in
            data.withUnsafeBytes { bytes in
                ~bytes.reduce(0xFFFF_FFFF) { crc, byte in
                    crc >> 8 ^ checksums[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
                }
            }
        }
    }

    /// The checksum of each byte alone.
    private static let checksums: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(byte) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
}

extension ContainerPNG: EncodedContainer {
    package static func exif(in data: Data) throws(ContainerError) -> Data? { try ContainerPNG(data).exif }

    package static func cleaned(_ data: Data, keeping parts: ContainerParts) throws(ContainerError) -> Data {
        try ContainerPNG(data).encoded(keeping: parts)
    }

    package static func inserting(tiff: Data?, xmp: Data?, into data: Data) throws(ContainerError) -> Data {
        var file = try ContainerPNG(data)
        if let tiff { file.setEXIF(tiff) }
        if let xmp { file.setXMP(xmp) }
        return file.encoded(keeping: .all)
    }

    package static func original(
        _ data: Data, keeping parts: ContainerParts, _ options: EncoderOptions
    ) throws(ContainerError) -> Data? {
        let file = try ContainerPNG(data)
        guard file.isStill, options.colors.map(file.hasAtMost) ?? true else { return nil }
        return file.encoded(keeping: parts)
    }
}

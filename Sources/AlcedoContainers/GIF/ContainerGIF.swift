import AlcedoBase
import AlcedoRecipes

/// The blocks of a GIF file (GIF89a specification).
enum ContainerGIF {
    static func cleaned(_ data: Data, keeping parts: ContainerParts) throws(ContainerError) -> Data {
        var reader = ContainerReader(data, format: .gif)
        try reader.expect("GIF8".utf8, "there is no GIF header")
        let version = try reader.take(2)
        guard version.elementsEqual("9a".utf8) || version.elementsEqual("7a".utf8) else {
            throw reader.failure("there is no GIF header")
        }
        let screen = try reader.take(7)
        try skipColorTable(&reader, flags: screen[screen.startIndex + 4])
        var output = reader.bytes(since: 0)
        var pictures = 0
        // Ranges of the loop counts in the output.
        var loops: [Range<Int>] = []
        while true {
            let start = reader.offset
            let isKept: Bool
            var loop: Data?
            switch try reader.takeByte() {
            case 0x2C:
                let image = try reader.take(9)
                try skipColorTable(&reader, flags: image[image.startIndex + 8])
                // The code size of the compressed pixels, then the pixels.
                _ = try reader.takeByte()
                _ = try skipSubBlocks(&reader)
                pictures += 1
                isKept = true
            case 0x21:
                let label = try reader.takeByte()
                let blocks = try skipSubBlocks(&reader)
                isKept = isExtensionKept(label, blocks.first, parts)
                if label == 0xFF, isLoopCount(blocks.first) { loop = blocks.second }
            case 0x3B:
                guard pictures > 0 else { throw reader.failure("there is no picture") }
                // The encoder writes a loop count for a still picture, too.
                if pictures == 1 {
                    for loop in loops.reversed() { output.removeSubrange(loop) }
                }
                return output + [0x3B]
            default: throw reader.failure("a block of an unknown kind")
            }
            guard isKept else { continue }
            let end = output.endIndex
            guard let loop else {
                output.append(reader.bytes(since: start))
                continue
            }
            // Only the count itself: an identifier of 1 and two bytes.
            guard loop.count == 3, loop.first == 1 else { continue }
            output.append(reader.bytes(since: start).prefix(14))
            output.append(contentsOf: [3] + loop + [0])
            loops.append(end..<output.endIndex)
        }
    }

    /// Returns the file with an XMP packet before its end. The packet is not divided into sub-blocks; the bytes after
    /// it lead unaware readers from any position to a block of length 0 (XMP specification, part 3, section 1.1.2).
    static func inserting(xmp packet: Data, into data: Data) throws(ContainerError) -> Data {
        let file = try cleaned(data, keeping: [.colorProfile])
        let trailer = Data([0x01]) + Data((0...255).reversed().map { UInt8($0) }) + Data([0])
        let extended = Data([0x21, 0xFF, 11]) + Data("XMP DataXMP".utf8) + packet + trailer
        // Extensions require the newer version of the header.
        return Data("GIF89a".utf8) + file.dropFirst(6).dropLast() + extended + [0x3B]
    }

    private static func skipColorTable(_ reader: inout ContainerReader, flags: UInt8) throws(ContainerError) {
        if flags & 0x80 != 0 { _ = try reader.take(3 << (Int(flags & 7) + 1)) }
    }

    // Returns the first sub-block, which names an application, and the second.
    private static func skipSubBlocks(
        _ reader: inout ContainerReader
    ) throws(ContainerError) -> (first: Data, second: Data) {
        var blocks: [Data] = []
        while true {
            let count = Int(try reader.takeByte())
            if count == 0 {
                return (blocks.first ?? Data(), blocks.dropFirst().first ?? Data())
            }
            let block = try reader.take(count)
            if blocks.count < 2 { blocks.append(block) }
        }
    }

    /// Whether the extension is an animation's loop count, which has two names.
    private static func isLoopCount(_ name: Data) -> Bool {
        name.elementsEqual("NETSCAPE2.0".utf8) || name.elementsEqual("ANIMEXTS1.0".utf8)
    }

    private static func isExtensionKept(_ label: UInt8, _ first: Data, _ parts: ContainerParts) -> Bool {
        switch label {
        // Delay, disposal and transparency of the next picture. Text in a font of the reader (0x01) is never shown.
        case 0xF9: true
        case 0xFF:
            switch String(decoding: first, as: UTF8.self) {
            case _ where isLoopCount(first): true
            case "XMP DataXMP": parts.contains(.xmp)
            case "ICCRGBG1012": parts.contains(.colorProfile)
            default: false
            }
        default: false
        }
    }
}

extension ContainerGIF: EncodedContainer {
    static func inserting(tiff: Data?, xmp: Data?, into data: Data) throws(ContainerError) -> Data {
        guard let xmp else { return try cleaned(data, keeping: .all) }
        return try inserting(xmp: xmp, into: data)
    }

    static func original(
        _ data: Data, keeping parts: ContainerParts, _ options: EncoderOptions
    ) throws(ContainerError) -> Data? {
        // No frame has more than 256 colors.
        guard options.colors ?? 256 == 256 else { return nil }
        return try cleaned(data, keeping: parts)
    }
}

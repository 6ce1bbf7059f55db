import AlcedoBase
import AlcedoRecipes

/// The chunks of a WebP file (RIFF container, RFC 9649).
struct ContainerWebP {
    struct Chunk {
        var name: String
        var payload: Data
    }

    // Bits of the first byte of VP8X.
    enum Flag {
        static let profile: UInt8 = 0x20
        static let alpha: UInt8 = 0x10
        static let exif: UInt8 = 0x08
        static let xmp: UInt8 = 0x04
        static let animation: UInt8 = 0x02
    }

    private(set) var chunks: [Chunk] = []
    let width: Int
    let height: Int
    // The flags that describe the pixels.
    private let pixelFlags: UInt8
    /// Whether the header does not announce the EXIF block, so that no decoder reads it.
    private let isQuiet: Bool
    // Whether its header says that it has a profile.
    private let hasProfile: Bool

    init(_ data: Data) throws(ContainerError) {
        var reader = ContainerReader(data, format: .webp)
        try reader.expect("RIFF".utf8, "there is no RIFF header")
        let size = try reader.takeLittleEndian(4)
        guard size >= 4, size <= reader.remaining else { throw reader.failure("the file ends too early") }
        let end = reader.offset + size
        try reader.expect("WEBP".utf8, "this RIFF file is not a WebP")
        while end - reader.offset >= 8 {
            let name = String(decoding: try reader.take(4), as: UTF8.self)
            let count = try reader.takeLittleEndian(4)
            guard count <= end - reader.offset else { throw reader.failure("a chunk goes beyond the end") }
            let payload = try reader.take(count)
            switch name {
            case "ANMF": chunks.append(Chunk(name: name, payload: try Self.frame(payload)))
            // Background and loop count; what is after them is unknown.
            case "ANIM": chunks.append(Chunk(name: name, payload: payload.prefix(6)))
            default: chunks.append(Chunk(name: name, payload: payload))
            }
            // The padding of the last chunk is sometimes missing; readers accept this.
            if count % 2 == 1, reader.offset < end { _ = try reader.takeByte() }
        }
        guard reader.offset == end else { throw reader.failure("there is a part of a chunk at the end") }

        guard let first = chunks.first else { throw reader.failure("there is no picture") }
        if first.name == "VP8X" {
            guard first.payload.count >= 10 else { throw reader.failure("VP8X is too short") }
            let header = [UInt8](first.payload)
            pixelFlags = header[0] & (Flag.alpha | Flag.animation)
            hasProfile = header[0] & Flag.profile != 0
            isQuiet = header[0] & Flag.exif == 0 && chunks.contains { $0.name == "EXIF" }
            width = 1 + Int(header[4]) + Int(header[5]) << 8 + Int(header[6]) << 16
            height = 1 + Int(header[7]) + Int(header[8]) << 8 + Int(header[9]) << 16
        } else {
            let still = try Self.still(first, reader)
            (width, height) = (still.width, still.height)
            pixelFlags = still.hasAlpha ? Flag.alpha : 0
            isQuiet = false
            hasProfile = false
        }
        let pictures = chunks.filter { ["VP8 ", "VP8L", "ANMF"].contains($0.name) }
        guard let picture = pictures.first else { throw reader.failure("there is no picture") }
        if pixelFlags & Flag.animation == 0 {
            let still = try Self.still(picture, reader)
            guard pictures.count == 1, still.width == width, still.height == height else {
                throw reader.failure("the picture does not fill its canvas")
            }
        }
    }

    // Position, size and duration of a frame take 16 bytes; its picture and possibly unknown chunks follow.
    private static func frame(_ payload: Data) throws(ContainerError) -> Data {
        var reader = ContainerReader(Data(payload), format: .webp)
        var frame = try reader.take(16)
        // Fewer bytes than a chunk header are padding.
        while reader.remaining >= 8 {
            let start = reader.offset
            let name = String(decoding: try reader.take(4), as: UTF8.self)
            let count = try reader.takeLittleEndian(4)
            _ = try reader.take(count)
            if count % 2 == 1, reader.remaining > 0 { _ = try reader.takeByte() }
            if ["ALPH", "VP8 ", "VP8L"].contains(name) { frame.append(reader.bytes(since: start)) }
        }
        return frame
    }

    // Dimensions as in RFC 6386 (section 9.1) and RFC 9649 (section 3.4).
    private static func still(
        _ chunk: Chunk, _ reader: ContainerReader
    ) throws(ContainerError) -> (width: Int, height: Int, hasAlpha: Bool) {
        let head = [UInt8](chunk.payload.prefix(10))
        if chunk.name == "VP8 ", head.count == 10, head[3...5].elementsEqual([0x9D, 0x01, 0x2A]) {
            let width = (Int(head[6]) | Int(head[7]) << 8) & 0x3FFF
            return (width, (Int(head[8]) | Int(head[9]) << 8) & 0x3FFF, false)
        }
        if chunk.name == "VP8L", head.count >= 5, head[0] == 0x2F {
            let bits = Int(head[1]) | Int(head[2]) << 8 | Int(head[3]) << 16 | Int(head[4]) << 24
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1, bits >> 28 & 1 == 1)
        }
        throw reader.failure("there is no picture")
    }

    var exif: Data? { chunks.first { $0.name == "EXIF" }?.payload }

    mutating func setEXIF(_ tiff: Data) {
        chunks.removeAll { $0.name == "EXIF" }
        // The order of the extended format: pixels, EXIF, XMP.
        let place = chunks.firstIndex { $0.name == "XMP " } ?? chunks.endIndex
        chunks.insert(Chunk(name: "EXIF", payload: tiff), at: place)
    }

    mutating func setXMP(_ packet: Data) {
        chunks.removeAll { $0.name == "XMP " }
        chunks.append(Chunk(name: "XMP ", payload: packet))
    }

    func encoded(keeping parts: ContainerParts) -> Data {
        var flags = pixelFlags
        var kept: [Chunk] = []
        for chunk in chunks {
            switch chunk.name {
            case "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF": break
            // Readers go by the flag: a profile without it changes no color.
            case "ICCP" where parts.contains(.colorProfile) && hasProfile: flags |= Flag.profile
            case "EXIF" where parts.contains(.exif): flags |= isQuiet ? 0 : Flag.exif
            case "EXIF" where isQuiet && parts.contains(.quietOrientation):
                if let block = ExifFilter.orientation(ofTIFF: chunk.payload) {
                    kept.append(Chunk(name: "EXIF", payload: block))
                }
                continue
            case "XMP " where parts.contains(.xmp): flags |= Flag.xmp
            default: continue
            }
            kept.append(chunk)
        }
        // A single VP8 or VP8L chunk is the simple format: VP8L carries its alpha itself.
        if kept.count > 1 || pixelFlags & Flag.animation != 0 {
            var header = Data([flags, 0, 0, 0])
            header.appendLittleEndian(width - 1, bytes: 3)
            header.appendLittleEndian(height - 1, bytes: 3)
            kept.insert(Chunk(name: "VP8X", payload: header), at: 0)
        }
        var body = Data("WEBP".utf8)
        for chunk in kept {
            body.append(contentsOf: chunk.name.utf8)
            body.appendLittleEndian(chunk.payload.count, bytes: 4)
            body.append(chunk.payload)
            if chunk.payload.count % 2 == 1 { body.append(0) }
        }
        var data = Data("RIFF".utf8)
        data.appendLittleEndian(body.count, bytes: 4)
        return data + body
    }
}

extension ContainerWebP: EncodedContainer {
    static func exif(in data: Data) throws(ContainerError) -> Data? { try ContainerWebP(data).exif }

    static func cleaned(_ data: Data, keeping parts: ContainerParts) throws(ContainerError) -> Data {
        try ContainerWebP(data).encoded(keeping: parts)
    }

    static func inserting(tiff: Data?, xmp: Data?, into data: Data) throws(ContainerError) -> Data {
        var file = try ContainerWebP(data)
        if let tiff { file.setEXIF(tiff) }
        if let xmp { file.setXMP(xmp) }
        return file.encoded(keeping: .all)
    }
}

import AlcedoBase
import AlcedoRecipes

/// The segments of a JPEG file (ITU-T T.81, annex B).
struct ContainerJPEG {
    private struct Segment {
        var marker: UInt8
        // The data after the length.
        var payload: Data

        func begins(_ signature: String) -> Bool { payload.starts(with: signature.utf8) }
    }

    // Application segments and comments, wherever they were; they are written first.
    private var extras: [Segment] = []
    // Everything else between start and end of the image, byte for byte.
    private var picture = Data()
    // The marker of the frame, which identifies the coding process, and its bits per sample.
    private var process: UInt8 = 0
    private var precision: UInt8 = 0

    /// Whether browsers show the file: Huffman-coded in 8 bits; baseline, extended or progressive. libjpeg reads more.
    var isCommon: Bool { (0xC0...0xC2).contains(process) && precision == 8 }
    var isProgressive: Bool { process == 0xC2 }

    init(_ data: Data) throws(ContainerError) {
        var reader = ContainerReader(data, format: .jpeg)
        try reader.expect([0xFF, 0xD8], "there is no start of image")
        while true {
            let start = reader.offset
            guard try reader.takeByte() == 0xFF else { throw reader.failure("a marker is missing") }
            var marker = try reader.takeByte()
            // Any marker may be preceded by fill bytes.
            while marker == 0xFF { marker = try reader.takeByte() }
            if marker == 0xD9 { break }
            guard marker >= 0xC0, marker != 0xD8, !(0xD0...0xD7).contains(marker) else {
                throw reader.failure("a marker is out of place")
            }
            let length = try reader.takeBigEndian(2)
            guard length >= 2 else { throw reader.failure("a segment is shorter than its length") }
            let payload = try reader.take(length - 2)
            switch marker {
            case 0xE0...0xEF, 0xFE: extras.append(Segment(marker: marker, payload: payload))
            case 0xDA:
                try reader.skipScan()
                picture.append(reader.bytes(since: start))
            // All but the tables of Huffman and arithmetic codes are frames.
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                process = marker
                precision = payload.first ?? 0
                picture.append(reader.bytes(since: start))
            // Tables of codes and quantization.
            case 0xC4, 0xCC, 0xDB: picture.append(reader.bytes(since: start))
            // The number of lines and the restart interval, of two bytes each.
            case 0xDC, 0xDD:
                guard payload.count >= 2 else { throw reader.failure("a segment is too short") }
                picture.append(contentsOf: [0xFF, marker, 0, 4])
                picture.append(payload.prefix(2))
            // Reserved markers and those of other processes.
            default: continue
            }
        }
        guard !picture.isEmpty else { throw reader.failure("there is no picture") }
    }

    var exif: Data? { extras.first { $0.marker == 0xE1 && $0.begins("Exif\0\0") }?.payload }

    mutating func setEXIF(_ block: Data) throws(ContainerError) {
        guard block.count <= 65_533 else {
            throw ContainerError(format: .jpeg, reason: "an EXIF block of \(block.count) bytes is too long")
        }
        extras.removeAll { $0.marker == 0xE1 && $0.begins("Exif\0\0") }
        // JFIF has to be first, EXIF after it.
        let place = extras.first?.marker == 0xE0 ? 1 : 0
        extras.insert(Segment(marker: 0xE1, payload: block), at: place)
    }

    /// The profile of colors that only the Exif block names; `nil` if the file has one, or needs none.
    private var namedProfile: Segment? {
        guard !extras.contains(where: { $0.marker == 0xE2 && $0.begins("ICC_PROFILE\0") }),
            let block = exif?.dropFirst(ExifBlock.prefix.count),
            let profile = block.withUnsafeBytes({ ColorCoding(exif: $0) })?.profile
        else { return nil }
        // The first of one part (ICC.1:2022, annex B.4).
        return Segment(marker: 0xE2, payload: Data("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile)
    }

    mutating func setXMP(_ packet: Data) throws(ContainerError) {
        let payload = Data("http://ns.adobe.com/xap/1.0/\0".utf8) + packet
        guard payload.count <= 65_533 else {
            throw ContainerError(format: .jpeg, reason: "an XMP packet of \(packet.count) bytes is too long")
        }
        extras.removeAll { $0.marker == 0xE1 && $0.begins("http://ns.adobe.com/x") }
        // After JFIF and EXIF, if present.
        let place = extras.firstIndex { $0.marker != 0xE0 && !$0.begins("Exif\0\0") } ?? extras.endIndex
        extras.insert(Segment(marker: 0xE1, payload: payload), at: place)
    }

    func encoded(keeping parts: ContainerParts) -> Data {
        var data = Data([0xFF, 0xD8])
        var extras = extras
        if parts.contains(.colorProfile), !parts.contains(.exif), let profile = namedProfile {
            extras.insert(profile, at: extras.firstIndex { $0.marker != 0xE0 } ?? extras.endIndex)
        }
        for segment in extras.lazy.filter({ Self.isKept($0, parts) }).map(Self.withoutExtras) {
            data.append(contentsOf: [0xFF, segment.marker])
            data.appendBigEndian(segment.payload.count + 2, bytes: 2)
            data.append(segment.payload)
        }
        data.append(picture)
        data.append(contentsOf: [0xFF, 0xD9])
        return data
    }

    /// Removes the JFIF thumbnail, whose width and height are the last two of 14 bytes, and any data after Adobe's 12
    /// bytes, which does not concern the picture.
    private static func withoutExtras(_ segment: Segment) -> Segment {
        var segment = segment
        switch segment.marker {
        case 0xE0 where segment.payload.count >= 14: segment.payload = segment.payload.prefix(12) + [0, 0]
        case 0xEE: segment.payload = segment.payload.prefix(12)
        default: break
        }
        return segment
    }

    private static func isKept(_ segment: Segment, _ parts: ContainerParts) -> Bool {
        switch segment.marker {
        // JFIF itself; its extension JFXX is a thumbnail.
        case 0xE0: segment.begins("JFIF\0")
        case 0xE1 where segment.begins("Exif\0\0"): parts.contains(.exif)
        case 0xE1 where segment.begins("http://ns.adobe.com/x"): parts.contains(.xmp)
        case 0xE2 where segment.begins("ICC_PROFILE\0"): parts.contains(.colorProfile)
        case 0xED where segment.begins("Photoshop 3.0\0"): parts.contains(.iptc)
        // States the color transform of the samples; without it CMYK comes out wrong.
        case 0xEE: segment.begins("Adobe")
        default: false
        }
    }
}

extension ContainerJPEG: EncodedContainer {
    static func exif(in data: Data) throws(ContainerError) -> Data? { try ContainerJPEG(data).exif }

    static func cleaned(_ data: Data, keeping parts: ContainerParts) throws(ContainerError) -> Data {
        try ContainerJPEG(data).encoded(keeping: parts)
    }

    static func inserting(tiff: Data?, xmp: Data?, into data: Data) throws(ContainerError) -> Data {
        var file = try ContainerJPEG(data)
        if let tiff { try file.setEXIF(Data("Exif\0\0".utf8) + tiff) }
        if let xmp { try file.setXMP(xmp) }
        return file.encoded(keeping: .all)
    }

    static func original(
        _ data: Data, keeping parts: ContainerParts, _ options: EncoderOptions
    ) throws(ContainerError) -> Data? {
        let file = try ContainerJPEG(data)
        guard file.isCommon, file.isProgressive || !options.progressive else { return nil }
        return file.encoded(keeping: parts)
    }
}

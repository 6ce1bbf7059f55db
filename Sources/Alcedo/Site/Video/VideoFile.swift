import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

/// The header of a video that ffmpeg has written, which is read before the file is used.
struct VideoFile: Equatable {
    var size: PixelSize
    var milliseconds: Int

    /// Reads an MP4 with H.264 or a WebM with VP9.
    ///
    /// - Returns: `nil` if it is another kind of file, or if it does not end where its header says.
    init?(_ file: Data, _ format: Variant.VideoFormat) {
        let bytes = Array(file)
        let found =
            switch format {
            case .mp4: Self.mp4(bytes)
            case .webm: Self.webM(bytes)
            }
        guard let found else { return nil }
        self = found
    }

    private init(_ width: Int, _ height: Int, _ milliseconds: Double) {
        (size, self.milliseconds) = (PixelSize(width: width, height: height), Int(milliseconds.rounded()))
    }

    /// What is between two places of a file.
    private typealias Part = ArraySlice<UInt8>

    private static func number(_ part: Part, _ offset: Int, _ count: Int) -> Int? {
        guard count < 8, offset >= 0, offset + count <= part.count else { return nil }
        return part.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }

    // MARK: MP4

    /// The boxes of ISO/IEC 14496-12: `mvhd` (8.2.2), `stsd` (8.5.2) and its entry (12.1.3).
    private static func mp4(_ bytes: [UInt8]) -> VideoFile? {
        guard let file = boxes(bytes[...]), file.first?.name == "ftyp",
            file.contains(where: { $0.name == "mdat" }),
            let movie = file.first(where: { $0.name == "moov" }).flatMap({ boxes($0.content) }),
            let header = movie.first(where: { $0.name == "mvhd" })?.content, let version = header.first
        else { return nil }
        var place = movie
        for name in ["trak", "mdia", "minf", "stbl"] {
            guard let next = place.first(where: { $0.name == name }).flatMap({ boxes($0.content) }) else {
                return nil
            }
            place = next
        }
        guard let entries = place.first(where: { $0.name == "stsd" })?.content.dropFirst(8),
            let entry = boxes(entries)?.first, entry.name == "avc1",
            let width = number(entry.content, 24, 2), let height = number(entry.content, 26, 2),
            let scale = number(header, version == 1 ? 20 : 12, 4), scale > 0,
            // The upper byte of a long one is 0.
            let length = version == 1 ? number(header, 25, 7) : number(header, 16, 4), length > 0
        else { return nil }
        return VideoFile(width, height, Double(length) / Double(scale) * 1000)
    }

    private static func boxes(_ part: Part) -> [(name: String, content: Part)]? {
        var boxes: [(name: String, content: Part)] = []
        var rest = part
        while !rest.isEmpty {
            guard var length = number(rest, 0, 4), rest.count >= 8 else { return nil }
            let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            var header = 8
            if length == 1 {
                guard let long = number(rest, 9, 7) else { return nil }
                (length, header) = (long, 16)
            }
            guard length >= header, length <= rest.count else { return nil }
            boxes.append((name, rest.prefix(length).dropFirst(header)))
            rest = rest.dropFirst(length)
        }
        return boxes
    }

    // MARK: WebM

    /// Elements of RFC 8794 and RFC 9559.
    private enum Element {
        static let header = 0x1A45_DFA3
        static let kind = 0x4282
        static let segment = 0x1853_8067
        static let info = 0x1549_A966
        static let scale = 0x2AD7B1
        static let duration = 0x4489
        static let tracks = 0x1654_AE6B
        static let track = 0xAE
        static let codec = 0x86
        static let video = 0xE0
        static let width = 0xB0
        static let height = 0xBA
        static let cluster = 0x1F43_B675
    }

    private static func webM(_ bytes: [UInt8]) -> VideoFile? {
        func find(_ id: Int, in part: Part?) -> Part? {
            part.flatMap { elements($0) }?.first { $0.id == id }?.content
        }
        func number(_ part: Part?) -> Int? { part.flatMap { Self.number($0, 0, $0.count) } }
        guard let file = elements(bytes[...]), file.map(\.id) == [Element.header, Element.segment],
            find(Element.kind, in: file[0].content)?.elementsEqual("webm".utf8) == true,
            let segment = elements(file[1].content), segment.contains(where: { $0.id == Element.cluster })
        else { return nil }
        func part(_ id: Int) -> Part? { segment.first { $0.id == id }?.content }
        let track = find(Element.track, in: part(Element.tracks))
        let video = find(Element.video, in: track)
        guard find(Element.codec, in: track)?.elementsEqual("V_VP9".utf8) == true,
            let width = number(find(Element.width, in: video)),
            let height = number(find(Element.height, in: video)),
            let length = find(Element.duration, in: part(Element.info)), length.count == 8
        else { return nil }
        let units = Double(bitPattern: length.reduce(0) { $0 << 8 | UInt64($1) })
        // The scale is in nanoseconds.
        let scale = number(find(Element.scale, in: part(Element.info))) ?? 1_000_000
        let milliseconds = units * Double(scale) / 1_000_000
        guard milliseconds.isFinite, milliseconds > 0, milliseconds < 1e12 else { return nil }
        return VideoFile(width, height, milliseconds)
    }

    private static func elements(_ part: Part) -> [(id: Int, content: Part)]? {
        var elements: [(id: Int, content: Part)] = []
        var rest = part
        while let first = rest.first {
            let idLength = first.leadingZeroBitCount + 1
            guard idLength <= 4, let id = number(rest, 0, idLength),
                let second = rest.dropFirst(idLength).first
            else { return nil }
            let count = second.leadingZeroBitCount + 1
            // The upper byte of the longest has no bits of the number.
            let bits = count == 8 ? number(rest, idLength + 1, 7) : number(rest, idLength, count)
            guard count <= 8, let bits else { return nil }
            let length = count == 8 ? bits : bits & (1 << (7 * count) - 1)
            guard length <= rest.count - idLength - count else { return nil }
            elements.append((id, rest.dropFirst(idLength + count).prefix(length)))
            rest = rest.dropFirst(idLength + count + length)
        }
        return elements
    }
}

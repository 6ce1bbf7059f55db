package import AlcedoBase
import AlcedoRecipes

extension ColorCoding {
    /// Reads the code points of a profile (ICC.1:2022, 9.2.17) if they are HDR: no conversion through a profile shows
    /// such a picture as intended.
    package init?(profile: ByteView) {
        guard let count = profile.number(128, 4) else { return nil }
        for index in 0..<min(count, 256) {
            let entry = 132 + 12 * index
            guard let tag = profile.part(entry, 4), let offset = profile.number(entry + 4, 4) else {
                return nil
            }
            guard tag.begins("cicp"), profile.begins("cicp", at: offset) else { continue }
            guard let primaries = profile.number(offset + 8, 1), let transfer = profile.number(offset + 9, 1)
            else { return nil }
            let coding = ColorCoding(primaries: primaries, transfer: transfer, isCamera: false)
            guard coding.isHDR else { return nil }
            self = coding
            return
        }
        return nil
    }

    /// An equivalent profile (ICC.1:2010); `nil` for sRGB, which needs none, and for HDR, which no profile can express.
    package var profile: Data? {
        if primaries == .sRGB, transfer == .sRGB { return nil }
        let curve: [UInt8]
        switch transfer {
        case .pq, .hlg: return nil
        case .gamma(let gamma): curve = Self.curve(0, [gamma])
        case .sRGB: curve = Self.curve(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45])
        case .smpte240: curve = Self.curve(3, [1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 0.25, 0.0913])
        }
        let colorants = primaries.toD50
        let tags: [(name: String, content: [UInt8])] = [
            ("desc", Self.text("RGB")), ("cprt", Self.text("CC0")), ("wtpt", Self.xyz(Chromaticities.d50)),
            ("rXYZ", Self.xyz(colorants.column(0))), ("gXYZ", Self.xyz(colorants.column(1))),
            ("bXYZ", Self.xyz(colorants.column(2))), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var table = Data()
        var contents = Data()
        let start = 128 + 4 + 12 * tags.count
        table.appendBigEndian(tags.count, bytes: 4)
        for tag in tags {
            table.append(contentsOf: tag.name.utf8)
            table.appendBigEndian(start + contents.count, bytes: 4)
            table.appendBigEndian(tag.content.count, bytes: 4)
            contents.append(contentsOf: tag.content)
            contents.append(Data(count: (4 - contents.count % 4) % 4))
        }
        var header = Data()
        header.appendBigEndian(start + contents.count, bytes: 4)
        header.append(Data(count: 4))
        header.append(contentsOf: [4, 0x30, 0, 0])
        header.append(contentsOf: "mntrRGB XYZ ".utf8)
        header.append(Data(count: 12))
        header.append(contentsOf: "acsp".utf8)
        header.append(Data(count: 68 - header.count))
        for value in Chromaticities.d50 { header.appendBigEndian(Self.fixed(value), bytes: 4) }
        header.append(Data(count: 128 - header.count))
        return header + table + contents
    }

    private static func fixed(_ value: Double) -> Int { Int((value * 65_536).rounded()) }

    private static func curve(_ kind: Int, _ parameters: [Double]) -> [UInt8] {
        var data = Data("para".utf8) + Data(count: 4)
        data.appendBigEndian(kind, bytes: 2)
        data.appendBigEndian(0, bytes: 2)
        for parameter in parameters { data.appendBigEndian(fixed(parameter), bytes: 4) }
        return Array(data)
    }

    private static func xyz(_ values: [Double]) -> [UInt8] {
        var data = Data("XYZ ".utf8) + Data(count: 4)
        for value in values { data.appendBigEndian(fixed(value), bytes: 4) }
        return Array(data)
    }

    private static func text(_ text: String) -> [UInt8] {
        let content = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        var data = Data("mluc".utf8) + Data(count: 4)
        data.appendBigEndian(1, bytes: 4)
        data.appendBigEndian(12, bytes: 4)
        data.append(contentsOf: "enUS".utf8)
        data.appendBigEndian(content.count, bytes: 4)
        data.appendBigEndian(28, bytes: 4)
        return Array(data) + content
    }
}

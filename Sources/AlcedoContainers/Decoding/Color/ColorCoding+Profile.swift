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
        guard primaries != .sRGB || transfer != .sRGB, let curve else { return nil }
        return Self.profile("RGB ", primaries: primaries, curve: curve)
    }

    /// An equivalent profile for a picture of grays, on which primaries have no influence; `nil` as for ``profile``.
    package var grayProfile: Data? {
        transfer == .sRGB ? nil : curve.map { Self.profile("GRAY", [("kTRC", $0)]) }
    }

    /// Returns the profile for grays of a profile for colors that has the same curve for all three; `nil` for others.
    ///
    /// Programs leave the profile of a photograph in the file when they make it gray.
    package static func grayProfile(of profile: ByteView) -> Data? {
        let curves = ["rTRC", "gTRC", "bTRC"].compactMap { tag($0, of: profile).map { Data($0.bytes) } }
        guard curves.count == 3, tag("A2B0", of: profile) == nil, curves[0] == curves[1],
            curves[1] == curves[2]
        else { return nil }
        return Self.profile("GRAY", [("kTRC", Array(curves[0]))])
    }

    /// Returns the profile for colors with the curve of one for grays; `nil` if that has more than a curve.
    package static func profile(ofGray profile: ByteView) -> Data? {
        guard let curve = tag("kTRC", of: profile), tag("A2B0", of: profile) == nil else { return nil }
        return Self.profile("RGB ", primaries: .sRGB, curve: Array(curve.bytes))
    }

    private static func profile(_ space: String, primaries: Chromaticities, curve: [UInt8]) -> Data {
        let colorants = primaries.toD50
        return Self.profile(
            space,
            [
                ("rXYZ", xyz(colorants.column(0))), ("gXYZ", xyz(colorants.column(1))),
                ("bXYZ", xyz(colorants.column(2))), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
            ])
    }

    private static func tag(_ name: String, of profile: ByteView) -> ByteView? {
        let entries = (0..<min(profile.number(128, 4) ?? 0, 256)).map { 132 + 12 * $0 }
        guard let entry = entries.first(where: { profile.begins(name, at: $0) }),
            let offset = profile.number(entry + 4, 4), let count = profile.number(entry + 8, 4)
        else { return nil }
        return profile.part(offset, count)
    }

    private var curve: [UInt8]? {
        switch transfer {
        case .pq, .hlg: nil
        case .gamma(let gamma): Self.curve(0, [gamma])
        case .sRGB: Self.curve(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45])
        case .cinema: Self.curve(1, [2.6, pow(52.37 / 48, 1 / 2.6), 0])
        case .smpte240: Self.curve(3, [1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 0.25, 0.0913])
        }
    }

    /// Puts a profile of a display together.
    ///
    /// - Parameter space: `RGB ` or `GRAY`.
    private static func profile(_ space: String, _ own: [(name: String, content: [UInt8])]) -> Data {
        let tags =
            [("desc", text(space.trimming())), ("cprt", text("CC0")), ("wtpt", xyz(Chromaticities.d50))] + own
        var table = Data()
        var contents = Data()
        let start = 128 + 4 + 12 * tags.count
        table.appendBigEndian(tags.count, bytes: 4)
        for (name, content) in tags {
            table.append(contentsOf: name.utf8)
            table.appendBigEndian(start + contents.count, bytes: 4)
            table.appendBigEndian(content.count, bytes: 4)
            contents.append(contentsOf: content)
            contents.append(Data(count: (4 - contents.count % 4) % 4))
        }
        var header = Data()
        header.appendBigEndian(start + contents.count, bytes: 4)
        header.append(Data(count: 4))
        header.append(contentsOf: [4, 0x30, 0, 0])
        header.append(contentsOf: "mntr\(space)XYZ ".utf8)
        header.append(Data(count: 12))
        header.append(contentsOf: "acsp".utf8)
        header.append(Data(count: 68 - header.count))
        for value in Chromaticities.d50 { header.appendBigEndian(fixed(value), bytes: 4) }
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

    private static func text(_ text: some StringProtocol) -> [UInt8] {
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

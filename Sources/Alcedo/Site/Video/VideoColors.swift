import AlcedoBase

/// The meaning of a video's samples (ITU-T H.273), in the names of ffmpeg.
struct VideoColors: Hashable, Sendable {
    /// The pixel format of decoded frames: `yuv420p`.
    var format: String
    var codec: String
    var rows: Int
    var range: String
    var matrix: String
    var primaries: String
    var transfer: String
    /// The brightest light in cd/m², if the video says so.
    var peak: Double?

    private static let unknown = "unknown"

    /// Whether the samples are red, green and blue.
    private var isRGB: Bool {
        ["gbr", "rgb", "bgr", "argb", "abgr", "0rgb", "0bgr", "x2", "pal8", "mono"].contains {
            format.hasPrefix($0)
        }
    }

    /// Whether there may be transparent pixels.
    var hasAlpha: Bool {
        ["gbrap", "rgba", "bgra", "argb", "abgr", "ya", "yuva", "pal8"].contains { format.hasPrefix($0) }
    }

    private var isHDR: Bool { transfer == "smpte2084" || transfer == "arib-std-b67" }

    /// Why the colors would come out wrong; `nil` if ffmpeg converts them.
    var refusal: String? {
        if isRGB || Self.matrices.contains(matrix) { return nil }
        return "its colours have the matrix '\(matrix)', which ffmpeg does not convert; export it in BT.709"
    }

    private static let matrices: Set = [
        unknown, "reserved", "bt709", "fcc", "bt470bg", "smpte170m", "smpte240m", "bt2020nc", "bt2020c",
    ]

    /// A filter that states what the file leaves open: limited range, and as in Chromium, the matrix of BT.601 below 720 rows and
    /// for VP8, VP9 and AV1, and of BT.709 otherwise.
    var stated: String {
        if isRGB { return "" }
        let isFull = range == "pc" || format.hasPrefix("yuvj")
        let isOpen = matrix == Self.unknown || matrix == "reserved"
        let isSmall = rows < 720 || ["vp8", "vp9", "av1"].contains(codec)
        let guess = isHDR ? "bt2020nc" : isSmall ? "smpte170m" : "bt709"
        return "setparams=colorspace=\(isOpen ? guess : matrix):range=\(isFull ? "pc" : "tv"),"
    }

    /// The code points of primaries and transfer, if they are not those that browsers show like sRGB.
    var codePoints: (primaries: UInt8, transfer: UInt8)? {
        let code = Self.transfers[transfer] ?? Self.sRGB
        let isLike709 = ["bt709", "smpte170m", "smpte240m"].contains(primaries)
        guard let known = Self.primaries[primaries], !isLike709 else {
            return code == Self.sRGB ? nil : (isHDR && !isLike709 ? 9 : 1, code)
        }
        return (known, code)
    }

    private static let primaries: [String: UInt8] = [
        "bt470m": 4, "bt470bg": 5, "film": 8, "bt2020": 9, "smpte431": 11, "smpte432": 12, "ebu3213": 22,
        "jedec-p22": 22,
    ]
    /// The curves of television cameras count as sRGB's.
    private static let sRGB: UInt8 = 13
    private static let transfers: [String: UInt8] = [
        "bt470m": 4, "gamma22": 4, "bt470bg": 5, "gamma28": 5, "linear": 8, "smpte2084": 16,
        "arib-std-b67": 18,
    ]

    /// Returns a PNG with the code points and the peak, before its first other chunk but the header
    /// (PNG, third edition, 11.3.2.6 and 11.3.2.8).
    ///
    /// - Parameter png: A PNG without code points.
    func marking(_ png: Data) -> Data {
        guard let codePoints, png.count > 33 else { return png }
        var chunks = Self.chunk("cICP", [codePoints.primaries, codePoints.transfer, 0, 1])
        if let peak {
            let number = UInt32(min(max(peak, 0), 10_000) * 10_000)
            chunks += Self.chunk("cLLI", number.bytes + [0, 0, 0, 0])
        }
        // Behind the signature and IHDR, of 8 and 25 bytes.
        return png.prefix(33) + chunks + png.dropFirst(33)
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        var check = UInt32.max
        for byte in body {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
        }
        return UInt32(content.count).bytes + body + (~check).bytes
    }
}

extension UInt32 {
    fileprivate var bytes: [UInt8] { stride(from: 24, through: 0, by: -8).map { UInt8(self >> $0 & 0xFF) } }
}

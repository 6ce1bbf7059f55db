/// Names for files that are neither decoded nor an ``ImageType``, for use in errors.
package enum OtherFile {
    /// Returns the name of the format, with an article if it needs one; `nil` if it is unknown.
    ///
    /// Only the first bytes are examined, and the last ones for Targa, whose signature is at the end.
    package static func name(of bytes: UnsafeRawBufferPointer) -> String? {
        if let name = signatures.first(where: { $0.matches(bytes) })?.name { return name }
        if let name = netpbm(bytes) ?? bitmap(bytes) ?? media(bytes) { return name }
        if Signature("", "#define ").matches(bytes), contains("_width", bytes) { return "an X bitmap (XBM)" }
        let isTarga = bytes.count >= 44 && Array(bytes.suffix(18)) == Array("TRUEVISION-XFILE.".utf8) + [0]
        return isTarga ? "a Targa picture (TGA)" : nil
    }

    /// Returns a sentence on a file that another one was replaced by, and how to get that; `nil` for all others.
    package static func placeholder(_ bytes: UnsafeRawBufferPointer) -> String? {
        if bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) {
            return
                "it is a pointer of Git LFS, and the file itself was not fetched; run 'git lfs pull', or in GitHub "
                + "Actions write 'lfs: true' for actions/checkout"
        }
        guard let path = linkedPath(bytes) else { return nil }
        return
            "it is text with the path of another file ('\(path)'), as Git writes it in place of a symbolic link on "
            + "Windows; write this path instead, or set 'git config core.symlinks true' and check the file out again"
    }

    /// The contents of a symbolic link: one line without an end, which names a file with an extension.
    private static func linkedPath(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard 1...255 ~= bytes.count, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
            let path = String(validating: bytes, as: UTF8.self), let dot = path.lastIndex(of: ".")
        else { return nil }
        let isPath = !path.contains { "<>{}[]\"|?*".contains($0) } && !path.contains("://")
        let ending = path[dot...].dropFirst()
        let isFile =
            dot > path.startIndex && 2...5 ~= ending.count
            && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isPath && isFile ? path : nil
    }

    /// Bytes at the start and optionally at a second offset.
    private struct Signature {
        var name: String
        var bytes: [UInt8]
        var more: (at: Int, bytes: [UInt8])?

        init(_ name: String, _ bytes: [UInt8], more: (at: Int, text: String)? = nil) {
            (self.name, self.bytes) = (name, bytes)
            self.more = more.map { ($0.at, Array($0.text.utf8)) }
        }

        init(_ name: String, _ text: String, more: (at: Int, text: String)? = nil) {
            self.init(name, Array(text.utf8), more: more)
        }

        func matches(_ file: UnsafeRawBufferPointer) -> Bool {
            guard file.starts(with: bytes) else { return false }
            guard let more else { return true }
            return file.dropFirst(more.at).starts(with: more.bytes)
        }
    }

    private static let signatures = [
        Signature(
            "a PNG whose line endings were changed, as by a transfer in text mode",
            [0x89, 0x50, 0x4E, 0x47]),
        Signature("JPEG XR", [0x49, 0x49, 0xBC]),
        Signature("OpenEXR", [0x76, 0x2F, 0x31, 0x01]),
        Signature("a Radiance picture (HDR)", "#?RADIANCE"), Signature("a Radiance picture (HDR)", "#?RGBE"),
        Signature("QOI", "qoif"), Signature("FLIF", "FLIF"), Signature("BPG", [0x42, 0x50, 0x47, 0xFB]),
        Signature("a DirectDraw texture (DDS)", "DDS "),
        Signature("a Khronos texture (KTX)", [0xAB, 0x4B, 0x54, 0x58, 0x20]),
        Signature("a GIMP picture (XCF)", "gimp xcf"), Signature("an Apple icon (ICNS)", "icns"),
        Signature("MNG", [0x8A, 0x4D, 0x4E, 0x47]), Signature("JNG", [0x8B, 0x4A, 0x4E, 0x47]),
        Signature("farbfeld", "farbfeld"), Signature("FITS", "SIMPLE  ="),
        Signature("an X pixmap (XPM)", "/* XPM */"), Signature("DjVu", "AT&TFORM"),
        Signature("an Amiga picture (ILBM)", "FORM", more: (8, "ILBM")),
        Signature("PCX", [0x0A, 0x05, 0x01]), Signature("an SGI picture", [0x01, 0xDA, 0x01, 0x01]),
        Signature("an SGI picture", [0x01, 0xDA, 0x00, 0x01]),
        Signature("a Sun raster", [0x59, 0xA6, 0x6A, 0x95]),
        Signature("a Windows metafile (WMF)", [0xD7, 0xCD, 0xC6, 0x9A]),
        Signature("a Windows metafile (EMF)", [1, 0, 0, 0], more: (40, " EMF")),
        Signature("a PostScript document (EPS)", "%!PS"),
        Signature("a PostScript document (EPS)", [0xC5, 0xD0, 0xD3, 0xC6]),
        Signature("a camera raw file (Olympus ORF)", "IIRO"),
        Signature("a camera raw file (Olympus ORF)", "IIRS"),
        Signature("a camera raw file (Olympus ORF)", "MMOR"),
        Signature("a camera raw file (Panasonic RW2)", [0x49, 0x49, 0x55, 0]),
        Signature("a camera raw file (Fujifilm RAF)", "FUJIFILMCCD-RAW"),
        Signature("a camera raw file (Minolta MRW)", [0, 0x4D, 0x52, 0x4D]),
        Signature("a camera raw file (Sigma X3F)", "FOVb"),
        Signature("a camera raw file (Canon CRW)", [0x49, 0x49], more: (6, "HEAPCCDR")),
        Signature("a video (WebM or Matroska)", [0x1A, 0x45, 0xDF, 0xA3]),
        Signature("a video (AVI)", "RIFF", more: (8, "AVI ")),
        Signature("a sound (WAVE)", "RIFF", more: (8, "WAVE")),
        Signature("a video (Flash)", [0x46, 0x4C, 0x56, 1]), Signature("a video (MPEG)", [0, 0, 1, 0xBA]),
        Signature("a video or sound (Ogg)", "OggS"), Signature("a ZIP archive", [0x50, 0x4B, 3, 4]),
    ]

    /// Netpbm formats: `P` and a digit, whitespace or comments, and a number.
    private static func netpbm(_ bytes: UnsafeRawBufferPointer) -> String? {
        let names: [UInt8: String] = [
            0x31: "PBM", 0x32: "PGM", 0x33: "PPM", 0x34: "PBM", 0x35: "PGM", 0x36: "PPM", 0x37: "PAM",
            0x46: "PFM",
            0x66: "PFM",
        ]
        guard bytes.count > 3, bytes[0] == 0x50, let name = names[bytes[1]], isSpace(bytes[2]) else {
            return nil
        }
        if name == "PAM" { return bytes[2] == 0x0A ? "a Netpbm picture (PAM)" : nil }
        var at = 3
        while at < bytes.count, isSpace(bytes[at]) || bytes[at] == 0x23 {
            if bytes[at] == 0x23 { while at < bytes.count, bytes[at] != 0x0A { at += 1 } } else { at += 1 }
        }
        guard at < bytes.count, (0x30...0x39).contains(bytes[at]) else { return nil }
        return "a Netpbm picture (\(name))"
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    /// OS/2 bitmaps and icons, alone or in an array, and Windows cursors.
    private static func bitmap(_ file: UnsafeRawBufferPointer) -> String? {
        // Arrays are not nested.
        let isArray = file.count >= 32 && file.starts(with: "BA".utf8)
        let bytes = UnsafeRawBufferPointer(rebasing: file.dropFirst(isArray ? 14 : 0))
        if bytes.count > 5, bytes.starts(with: [0, 0, 2, 0]), bytes[4] != 0 || bytes[5] != 0 {
            return "a Windows cursor (CUR)"
        }
        guard bytes.count >= 18 else { return nil }
        // The sizes of OS/2 headers; Windows has others.
        guard [12, 16, 64].contains(bytes[14]), bytes[15..<18].allSatisfy({ $0 == 0 }) else { return nil }
        switch String(decoding: bytes.prefix(2), as: UTF8.self) {
        case "BM": return "an OS/2 bitmap (BMP)"
        case "IC", "CI", "PT", "CP": return "an OS/2 icon (ICO)"
        default: return nil
        }
    }

    /// Box-based files that are not still pictures: ISO media and QuickTime.
    private static func media(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count >= 12 else { return nil }
        func text(_ at: Int) -> String { String(decoding: bytes[at..<at + 4], as: UTF8.self) }
        switch text(4) {
        case "ftyp":
            switch text(8) {
            case "crx ": return "a camera raw file (Canon CR3)"
            case "avif", "avis", "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": return nil
            case "qt  ": return "a video (QuickTime)"
            case "M4A ", "M4B ": return "a sound (MPEG-4)"
            default: return "a video (MP4 or similar)"
            }
        case "moov", "mdat", "wide", "skip", "free", "pnot": return "a video (QuickTime)"
        default: return nil
        }
    }

    private static func contains(_ text: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
        String(decoding: bytes.prefix(200), as: UTF8.self).contains(text)
    }
}

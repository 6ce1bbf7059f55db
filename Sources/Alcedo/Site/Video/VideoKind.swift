import AlcedoBase
import AlcedoContainers

/// Why a file has no video that ffmpeg could read.
enum VideoKind {
    static let exportAgain = "export it again, as MP4 or WebM"

    /// Returns what a file is if its first bytes are those of no video.
    static func refusal(of path: String) throws(FFmpeg.Failure) -> String? {
        let head = try beginning(of: path, 4096)
        let text = String(decoding: head.prefix(16), as: UTF8.self)
        if ["#EXTM3U", "ffconcat", "v=0", "<MPD"].contains(where: text.hasPrefix)
            || String(decoding: head, as: UTF8.self).contains("<MPD ")
        {
            return "it is a playlist, which names other files; give one of these instead"
        }
        switch ImageType.sniff(head) {
        case .empty: return "the file is empty"
        // An animation has frames like a video, and a PNG may be one.
        case .gif?: return nil
        case .png? where try beginning(of: path, 8_000_000).withUnsafeBytes(PNGChunks.isAnimated): return nil
        case let type? where type.isSupported:
            return "it is a picture (\(type.name)), not a video; leave 'video' out of this source"
        case let type?: return "it is not a video (\(type.name)); give an MP4, WebM or another video"
        case nil: break
        }
        let name = head.withUnsafeBytes { OtherFile.name(of: $0) }
        if let name, !name.contains("video") {
            return "it is \(name), not a video; give an MP4, WebM or another video"
        }
        return nil
    }

    private static func beginning(of path: String, _ count: Int) throws(FFmpeg.Failure) -> Data {
        do throws(FileSystemError) {
            return Data(try FileSystem.readBeginning(of: path, count: count))
        } catch {
            throw FFmpeg.Failure(reason: error.description)
        }
    }

    /// Returns the reason behind what ffmpeg said before it ended.
    static func reason(_ said: String, _ code: Int) -> String {
        if said.contains("matches no streams") {
            return said.contains(": Audio:")
                ? "it is sound without a picture; give a video"
                : "it has no video; give an MP4, WebM or another video"
        }
        if said.contains("on whitelist") {
            return
                "it is not one of the kinds of videos that are read (MP4, MOV, WebM, MKV, AVI, MPEG, OGG, FLV); \(exportAgain)"
        }
        if said.contains("moov atom not found") {
            return
                "its index is missing (moov), as when only a part of it was copied; copy it again, or \(exportAgain)"
        }
        if said.contains("Invalid data found when processing input") {
            return
                "ffmpeg finds no video in it; if it is one, it is damaged: copy it again, or \(exportAgain)"
        }
        return "ffmpeg: \(line(of: said, code))"
    }

    /// The signs of a damaged file in what ffmpeg said.
    static func isDamaged(_ said: String) -> Bool {
        // Names and titles of the file are in lines that are indented, or begin with its direction.
        said.split(whereSeparator: \.isNewline).contains { line in
            !["  ", "Input #", "Output #"].contains(where: line.hasPrefix)
                && line.replacing(#/file:[^\n]*: /#, with: "").contains(
                    /corrupt|prematurely|partial file|truncat|Invalid NAL|missing picture|while decoding/
                        .ignoresCase())
        }
    }

    static func damaged(_ how: String) -> String {
        "it is damaged: \(how); use a complete copy, or write 'truncated: allow' to use what is there"
    }

    /// Returns the last line of what ffmpeg said, without addresses of its parts.
    private static func line(of said: String, _ code: Int) -> String {
        let lines = said.split(whereSeparator: \.isNewline).map { line in
            String(line).replacing(/^\[[^\]]*\] */, with: "").replacing(/^file:[^\n]*: */, with: "")
        }
        let line = lines.last { !$0.isEmpty && !$0.hasPrefix("Conversion failed") }
        return String((line ?? "it ended with code \(code)").prefix(200)).printable
    }
}

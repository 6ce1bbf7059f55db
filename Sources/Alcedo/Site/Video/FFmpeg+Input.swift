import AlcedoBase

// What is read before anything is made.
extension FFmpeg {
    /// Containers that are recognized by their content, so that no list of other files is read.
    private static let containers =
        "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,gif,apng,avi,mpeg,mpegts,ogg,flv"

    /// What all calls have in common before the input.
    func start(_ level: String = "error") -> [String] {
        [
            "-nostdin", "-hide_banner", "-nostats", "-loglevel", level, "-y",
        ]
    }

    func input(_ file: String, _ decoder: String? = nil) -> [String] {
        (decoder.map { ["-c:v", $0] } ?? []) + [
            "-protocol_whitelist", "file,pipe", "-format_whitelist", Self.containers, "-i", "file:" + file,
        ]
    }

    /// Only the picture of the first video, and no names of people and places.
    static let pictureOnly = ["-an", "-sn", "-dn", "-map_metadata", "-1"]

    /// Decodes the frames up to a time, from the key frame before it.
    ///
    /// - Parameter seeks: Whether it looks for the key frame; otherwise, it begins with the first frame, and times are relative to it.
    /// - Throws: `Failure` if the file has no video that ffmpeg decodes to colors that it converts.
    func probe(
        _ file: String, at seconds: Double = 0, seeks: Bool = false, decoder: String? = nil,
        isCancelled: () -> Bool
    ) throws(Failure) -> VideoProbe {
        if let kind = try VideoKind.refusal(of: file) { throw Failure(reason: kind) }
        let end = (seeks ? 0 : seconds) + VideoProbe.tolerance
        let (code, said) = try run(
            start("info") + (seeks ? ["-noaccurate_seek", "-ss", Self.plain(seconds)] : [])
                + input(file, decoder) + ["-map", "0:v:0"] + Self.pictureOnly
                + ["-vf", "showinfo=checksum=0,trim=end=\(end)", "-f", "null", "-"],
            isCancelled: isCancelled)
        guard code == 0 else { throw Failure(said, code) }
        let probe = VideoProbe(said)
        if let wanted = probe.decoder, decoder == nil {
            return try self.probe(
                file, at: seconds, seeks: seeks, decoder: wanted, isCancelled: isCancelled)
        }
        if probe.isPureDolbyVision {
            throw Failure(
                reason:
                    "it is Dolby Vision without a picture for other players (profile 5); export it in HLG or BT.709"
            )
        }
        if let refusal = probe.frames.first?.colors.refusal { throw Failure(reason: refusal) }
        return probe
    }

    /// Returns the frame that a player shows at a time.
    func frame(
        at seconds: Double, of file: String, isCancelled: () -> Bool
    ) throws(Failure) -> (frame: VideoProbe.Frame, decoder: String?, seeks: Bool) {
        func isBehind(_ probe: VideoProbe) -> Bool {
            probe.duration.map { seconds > $0 + 0.005 }
                // Without a duration, the last frame counts for a second.
                ?? (probe.frames.last.map { $0.time + 1 < 0 } ?? true)
        }
        if seconds > 0 {
            let near = try probe(file, at: seconds, seeks: true, isCancelled: isCancelled)
            if isBehind(near) {
                let length = near.duration.map { "it is \(Self.counted($0)) long" } ?? "it is shorter"
                let verb = seconds == 1 ? "was" : "were"
                throw Failure(reason: "\(length), and \(Self.counted(seconds)) \(verb) asked for")
            }
            if let frame = near.frame(at: 0) { return (frame, near.decoder, true) }
        }
        // Some containers have no index, and lead to a later key frame.
        let whole = try probe(file, at: seconds, isCancelled: isCancelled)
        guard let frame = whole.frame(at: seconds) ?? whole.frames.first else {
            throw Failure(reason: "ffmpeg finds no frame in it; \(VideoKind.exportAgain)")
        }
        return (frame, whole.decoder, false)
    }

    /// Returns what is wrong with a video as a whole, without decoding it: that it ends too early, or has damaged parts.
    func damage(of file: String, isCancelled: () -> Bool) throws(Failure) -> String? {
        if let known = known.withLock({ $0[file] }) { return known.damage }
        let (code, said) = try run(
            start("info") + ["-xerror"] + input(file)
                + ["-map", "0:v:0", "-map", "0:a?", "-c", "copy", "-f", "framecrc", "pipe:2"],
            isCancelled: isCancelled)
        var found: String?
        if code != 0 || VideoKind.isDamaged(said) { found = "parts of it are missing or cannot be read" }
        let end = VideoProbe.end(ofPackets: said)
        // The last frame of some containers has no length.
        if let stated = VideoProbe(said).duration, end < stated * 0.9 - (found == nil ? 1 : 0) {
            found = "it ends after \(Self.counted(end)) of \(Self.counted(stated))"
        }
        known.withLock { $0[file] = Whole(damage: found, end: end) }
        return found
    }

    static func plain(_ seconds: Double) -> String {
        Int(exactly: seconds).map(String.init) ?? String((seconds * 1000).rounded() / 1000)
    }

    private static func counted(_ seconds: Double) -> String {
        plain(seconds) + (seconds == 1 ? " second" : " seconds")
    }
}

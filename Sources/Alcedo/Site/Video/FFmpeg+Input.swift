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

    /// - Parameters:
    ///   - size: The size that the file says, which no frame may exceed; `nil` if only the limit counts.
    func input(_ file: String, _ size: PixelSize?, _ decoder: String? = nil) -> [String] {
        (decoder.map { ["-c:v", $0] } ?? []) + [
            "-max_pixels", String(maxPixels(size)), "-threads", String(FFmpegMemory.threads),
            "-protocol_whitelist", "file,pipe", "-format_whitelist", Self.containers, "-i", "file:" + file,
        ]
    }

    /// Returns the pixels that a decoder may allocate for a frame, also where their number changes within the film.
    private func maxPixels(_ size: PixelSize?) -> Int {
        // Decoders need some more around a frame.
        let allocated = size.map { ($0.width + 256) * ($0.height + 256) } ?? 0
        return min(max(limits.pixels, allocated), Int(Int32.max))
    }

    /// Returns the size of the picture, which is read from the file's header, and refuses a size above the limit.
    ///
    /// - Throws: `Failure`, with the words for a picture.
    func size(of file: String, isCancelled: () -> Bool) throws(Failure) -> PixelSize? {
        if let known = sizes.withLock({ $0[file] }) { return known }
        // Without an output, it decodes nothing but what the header leaves out.
        let (_, said) = try run(start("info") + input(file, nil), isCancelled: isCancelled)
        let size = VideoProbe.size(in: said) ?? VideoProbe.refusedSize(in: said)
        if let size { try check(size) }
        sizes.withLock { $0[file] = .some(size) }
        return size
    }

    func check(_ size: PixelSize) throws(Failure) {
        do throws(ImagingError) {
            try limits.check(size, frames: 1)
        } catch {
            throw Failure(error)
        }
    }

    /// Runs a call that decodes, and refuses a frame that is larger than the file says.
    func decode(
        _ arguments: [String], _ need: FFmpegMemory, isCancelled: () -> Bool
    ) throws(Failure) -> (code: Int, said: String) {
        let (code, said) = try run(arguments, need, isCancelled: isCancelled)
        if code != 0, let size = VideoProbe.refusedSize(in: said) { try check(size) }
        return (code, said)
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
        let size = try size(of: file, isCancelled: isCancelled)
        let end = (seeks ? 0 : seconds) + VideoProbe.tolerance
        let (code, said) = try decode(
            start("info") + (seeks ? ["-noaccurate_seek", "-ss", Self.plain(seconds)] : [])
                + input(file, size, decoder) + ["-map", "0:v:0"] + Self.pictureOnly
                + ["-vf", "showinfo=checksum=0,trim=end=\(end)", "-f", "null", "-"],
            FFmpegMemory(decoding: size), isCancelled: isCancelled)
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
            start("info") + ["-xerror"] + input(file, try size(of: file, isCancelled: isCancelled))
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

import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

extension FFmpeg {
    /// How samples are scaled and converted: not by the faster ways, which are further from the colors of BT.709.
    private static let exact = "+accurate_rnd+full_chroma_int+full_chroma_inp"

    /// Writes the frame that is shown at a time, as a PNG with the colors of the video.
    ///
    /// - Returns: The colors, which ``VideoColors/marking(_:)`` adds to the file.
    func writeFrame(
        at seconds: Double, of file: String, to output: String, isCancelled: () -> Bool
    ) throws(Failure) -> VideoColors {
        let (frame, decoder, seeks) = try frame(at: seconds, of: file, isCancelled: isCancelled)
        // Pixels that are not square are enlarged.
        try check(frame.shown)
        let size = try size(of: file, isCancelled: isCancelled)
        let colors = frame.colors
        let isPlain = colors.codePoints == nil
        let format = colors.hasAlpha ? (isPlain ? "rgba" : "rgba64be") : isPlain ? "rgb24" : "rgb48be"
        // ffmpeg drops a frame that began long before the time to which it has sought. Some versions would write the colors
        // themselves.
        let filter =
            "select='eq(n,\(frame.number))',setpts=PTS-STARTPTS,\(colors.stated)scale='max(1,trunc(iw*sar+0.5))':ih:flags=bicubic\(Self.exact),setsar=1,"
            + "format=\(format),setparams=color_primaries=unknown:color_trc=unknown"
        try make(
            start() + (seeks ? ["-noaccurate_seek", "-ss", Self.plain(seconds)] : [])
                + input(file, size, decoder)
                + ["-map", "0:v:0", "-frames:v", "1"] + Self.pictureOnly
                + ["-vf", filter, "-c:v", "png", "-f", "image2", "-update", "1", "file:" + output],
            FFmpegMemory(decoding: size, making: frame.shown), output, isCancelled)
        return colors
    }

    /// Writes a table of all colors as a PNG: the samples of a grid of 64 steps in each channel.
    func writeColorTable(to output: String, isCancelled: () -> Bool) throws(Failure) {
        try make(
            start() + [
                "-f", "lavfi", "-i", "haldclutsrc=8", "-frames:v", "1", "-vf",
                "format=rgb48be,setparams=color_primaries=unknown:color_trc=unknown", "-c:v", "png", "-f",
                "image2", "-update", "1", "file:" + output,
            ], FFmpegMemory(), output, isCancelled)
    }

    /// What is encoded.
    struct Order {
        var file: String
        /// Whether it is a GIF or an APNG, which has no constant rate.
        var isAnimation: Bool
        var format: Variant.VideoFormat
        var size: PixelSize
        /// The color behind transparent pixels.
        var background: SRGBColor
        var probe: VideoProbe
        /// A picture with the sRGB color of each color of ``FFmpeg/writeColorTable(to:isCancelled:)``.
        var table: String?
        /// Whether what can be read of a damaged video is enough.
        var allowsDamage: Bool
    }

    /// Encodes a video or an animation without its sound, in BT.709.
    func encode(_ order: Order, to output: String, isCancelled: () -> Bool) throws(Failure) -> VideoFile {
        var file = try write(order, to: output, isCancelled: isCancelled)
        guard let stated = order.probe.duration else { return file }
        // ffmpeg guesses how long the last frame is shown, from the one before it. Packets beyond the stated end are not cut off, and
        // where all of them end before it, something else is longer.
        if !order.isAnimation, isOff(file, order, by: 0.5), let end = known.withLock({ $0[order.file]?.end }),
            end < stated + 0.5, end > stated - 0.5 || file.milliseconds > Int(stated * 1000)
        {
            file = try write(order, lasting: stated, to: output, isCancelled: isCancelled)
        }
        guard !isOff(file, order, by: 1 + stated / 5) else {
            let seconds = Self.plain(Double(file.milliseconds) / 1000)
            throw broken(order, "it is \(seconds) seconds long instead of \(Self.plain(stated))")
        }
        return file
    }

    /// - Parameter seconds: The length to which the last frame is repeated, at a constant rate.
    private func write(
        _ order: Order, lasting seconds: Double? = nil, to output: String, isCancelled: () -> Bool
    ) throws(Failure) -> VideoFile {
        guard let colors = order.probe.frames.first?.colors else {
            throw Failure(reason: "ffmpeg finds no frame in it; \(VideoKind.exportAgain)")
        }
        let size = try size(of: order.file, isCancelled: isCancelled)
        let (width, height) = (order.size.width, order.size.height)
        let rate = order.isAnimation || seconds != nil ? "fps=50," : ""
        let end =
            seconds.map(Self.plain).map { "tpad=stop_mode=clone:stop_duration=\($0),trim=end=\($0)," } ?? ""
        var filter =
            "[0:v:0]\(rate)\(end)\(colors.stated)"
            + "scale=\(width):\(height):flags=lanczos\(Self.exact),setsar=1,"
        if order.table != nil {
            // The table has no transparency, and would leave none.
            if colors.hasAlpha {
                filter += "format=rgba64le,split[p][q];[q]alphaextract,format=gray[alpha];[p]"
            }
            filter +=
                "format=rgb48le[video];[1:v:0]format=rgb48le[table];[video][table]haldclut=interp=tetrahedral,"
            if colors.hasAlpha { filter += "format=rgba[opaque];[opaque][alpha]alphamerge," }
        }
        if colors.hasAlpha {
            // Both halves have the times of the frames, which a source of one color would not.
            let (red, green, blue) = (order.background.red, order.background.green, order.background.blue)
            filter +=
                "format=rgba,split[a][b];[a]lutrgb=r=\(red):g=\(green):b=\(blue):a=255[c];[c][b]overlay=format=rgb,"
        } else {
            filter += "format=gbrp,"
        }
        filter +=
            "scale=out_color_matrix=bt709:out_range=tv:flags=bicubic\(Self.exact),format=yuv420p,"
            + "setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709[v]"
        // ffmpeg leaves out how long the last frame is shown, unless the first one follows it.
        let length = order.isAnimation ? order.probe.duration : nil
        let repeated = length.map { ["-ignore_loop", "0", "-t", Self.plain($0)] } ?? []
        let table = order.table.map { ["-f", "png_pipe", "-i", "file:" + $0] } ?? []
        try make(
            start() + (order.allowsDamage ? [] : ["-xerror"]) + repeated
                + input(order.file, size, order.probe.decoder) + table
                + ["-filter_complex", filter, "-map", "[v]"] + Self.pictureOnly + [
                    "-map_chapters", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-threads", "4",
                ] + order.format.options + ["file:" + output],
            FFmpegMemory(decoding: size, encoding: order.size), output,
            isCancelled)
        return try check(output, order)
    }

    /// Opens a file that ffmpeg has written.
    private func check(_ output: String, _ order: Order) throws(Failure) -> VideoFile {
        let data: Data
        do throws(FileSystemError) {
            data = try FileSystem.read(output)
        } catch {
            throw Failure(reason: error.description)
        }
        guard let found = VideoFile(data, order.format) else {
            throw broken(order, "its parts are not those of one")
        }
        guard found.size == order.size else {
            throw broken(
                order,
                "it has \(found.size.width)x\(found.size.height) pixels instead of \(order.size.width)x\(order.size.height)"
            )
        }
        return found
    }

    /// Whether a video is longer or shorter than its source says, by more than these seconds.
    private func isOff(_ found: VideoFile, _ order: Order, by tolerance: Double) -> Bool {
        guard let stated = order.probe.duration else { return false }
        let seconds = Double(found.milliseconds) / 1000
        // Sound may be longer.
        let mayBeShort = order.allowsDamage || order.probe.hasSound
        return seconds > stated + tolerance || !mayBeShort && seconds < stated - tolerance
    }

    private func broken(_ order: Order, _ reason: String) -> Failure {
        Failure(
            reason:
                "ffmpeg wrote a broken \(order.format.rawValue) (\(reason)); the disk may be full: build again"
        )
    }

    private func make(
        _ arguments: [String], _ need: FFmpegMemory, _ output: String, _ isCancelled: () -> Bool
    ) throws(Failure) {
        let (code, said) = try decode(arguments, need, isCancelled: isCancelled)
        guard code == 0 else { throw Failure(said, code) }
        let size: Int
        do throws(FileSystemError) {
            size = try FileSystem.status(of: output)?.size ?? 0
        } catch {
            throw Failure(reason: error.description)
        }
        if size == 0 { throw Failure(reason: "ffmpeg wrote nothing") }
    }
}

import AlcedoBase
import AlcedoImaging
import AlcedoManifest
import CAlcedoSystem

/// The user's `ffmpeg`, an outside command that videos need and nothing else.
///
/// It reads files only (no network, no lists of other files), has a time limit, and is killed with the build. Its output goes to a
/// temporary file of the cache, so nothing half-written is published.
package struct FFmpeg: Sendable {
    /// Why a video could not be made.
    struct Failure: Error {
        var reason: String
    }

    let path: String
    /// The first line that `ffmpeg -version` prints up to the copyright, which is part of every key.
    let version: String

    /// The processes that run and have not been waited for.
    private let running: Locked<Set<Int32>>

    /// How to get it.
    static let advice =
        "install it ('sudo apt-get install ffmpeg', 'brew install ffmpeg'), or leave 'video' out"

    /// Containers that are recognized by their content, so that no list of other files is read.
    private static let containers =
        "mov,mp4,m4a,3gp,3g2,mj2;matroska,webm;gif;apng;avi;mpeg;mpegts;ogg;flv".replacing(";", with: ",")

    /// Seconds that one call may take.
    private static let seconds = 600.0

    /// Finds the command in the folders of `PATH`.
    ///
    /// - Throws: `Failure` if ffmpeg is not installed, or if it does not start.
    init(environment: [String: String]) throws(Failure) {
        let paths: [String] = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/ffmpeg" }
        guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
            throw Failure(reason: "videos need the command ffmpeg, which is not in PATH; \(Self.advice)")
        }
        self.path = path
        running = Locked([])
        // Its version is printed to standard output, and that of its libraries with an unknown file to standard error.
        let (_, said) = try Self.run(
            path, ["-nostdin", "-i", "/dev/null/none"], running, isCancelled: { false })
        let line = said.split(separator: "\n").first { $0.hasPrefix("ffmpeg version") }
        guard let line else {
            throw Failure(reason: "\(path) is no ffmpeg that says its version; \(Self.advice)")
        }
        version = String(line.prefix { $0 != "(" }).replacing(" Copyright ", with: "").trimmingSpace()
    }

    /// What all calls have in common before the input.
    private var start: [String] {
        [
            "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-timelimit", String(Int(Self.seconds)),
        ]
    }

    private func input(_ file: String) -> [String] {
        ["-protocol_whitelist", "file,pipe", "-format_whitelist", Self.containers, "-i", "file:" + file]
    }

    /// Writes the frame that is shown at a time, as a PNG.
    func writeFrame(
        at seconds: Double, of file: String, to output: String, isCancelled: () -> Bool
    ) throws(Failure) {
        try make(
            start + ["-ss", Self.plain(seconds)] + input(file) + [
                "-map", "0:v:0", "-frames:v", "1", "-an", "-sn", "-dn", "-map_metadata", "-1", "-vf",
                "scale='max(1,trunc(iw*sar+0.5))':ih,setsar=1", "-c:v", "png", "-pix_fmt", "rgb24", "-f",
                "image2", "-update", "1", "file:" + output,
            ], output, isCancelled)
        if try isMissing(output) {
            let length = try duration(of: file, isCancelled: isCancelled)
            let is_long = length.map { "it is \(Self.plain($0)) seconds long" } ?? "it is shorter"
            throw Failure(reason: "\(is_long), and \(Self.plain(seconds)) seconds were asked for")
        }
    }

    /// Encodes a video or an animation without its sound.
    ///
    /// - Parameters:
    ///   - isAnimation: Whether it is a GIF or an APNG, which has no constant rate.
    ///   - background: The color behind transparent pixels.
    func encode(
        _ file: String, isAnimation: Bool, as format: Variant.VideoFormat, size: PixelSize,
        background: SRGBColor,
        to output: String, isCancelled: () -> Bool
    ) throws(Failure) {
        // Both halves have the times of the frames, which a source of one color would not.
        let (red, green, blue) = (background.red, background.green, background.blue)
        let filter =
            "[0:v:0]\(isAnimation ? "fps=50," : "")scale=\(size.width):\(size.height):flags=lanczos,setsar=1,"
            + "format=rgba,split[a][b];[a]lutrgb=r=\(red):g=\(green):b=\(blue):a=255[c];"
            + "[c][b]overlay=format=rgb,format=yuv420p[v]"
        // ffmpeg leaves out how long the last frame is shown, unless the first one follows it.
        let length = isAnimation ? try duration(of: file, isCancelled: isCancelled) : nil
        let repeated = length.map { ["-ignore_loop", "0", "-t", Self.plain($0)] } ?? []
        try make(
            start + repeated + input(file) + [
                "-filter_complex", filter, "-map", "[v]", "-an", "-sn", "-dn", "-map_metadata", "-1",
                "-map_chapters", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-threads", "4",
            ] + format.options + ["file:" + output], output, isCancelled)
        if try isMissing(output) { throw Failure(reason: "ffmpeg wrote nothing") }
    }

    private func isMissing(_ output: String) throws(Failure) -> Bool {
        do throws(FileSystemError) {
            return try FileSystem.status(of: output).map { $0.size == 0 } ?? true
        } catch {
            throw Failure(reason: error.description)
        }
    }

    /// Returns how long a video is, as far as ffmpeg says so.
    private func duration(of file: String, isCancelled: () -> Bool) throws(Failure) -> Double? {
        let (_, said) = try Self.run(
            path, ["-nostdin", "-hide_banner"] + input(file), running, isCancelled: isCancelled)
        // Metadata stands further to the right.
        let line = /^  Duration: (\d{1,6}):(\d\d):(\d\d\.\d+)/.anchorsMatchLineEndings()
        guard let found = said.firstMatch(of: line),
            let hours = Double(found.1), let minutes = Double(found.2), let seconds = Double(found.3)
        else { return nil }
        return hours * 3600 + minutes * 60 + seconds
    }

    private func make(_ arguments: [String], _ output: String, _ isCancelled: () -> Bool) throws(Failure) {
        let (code, said) = try Self.run(path, arguments, running, isCancelled: isCancelled)
        guard code == 0 else { throw Failure(reason: "ffmpeg: \(Self.line(of: said, code))") }
    }

    /// Returns the last line of what ffmpeg said, without addresses of its parts.
    private static func line(of said: String, _ code: Int) -> String {
        let lines = said.split(whereSeparator: \.isNewline).map { line in
            String(line).replacing(/^\[[^\]]*\] */, with: "").replacing(/file:\/[^ ]*: */, with: "")
        }
        let line = lines.last { !$0.isEmpty && !$0.hasPrefix("Conversion failed") }
        return String((line ?? "it ended with code \(code)").prefix(200)).printable
    }

    /// Kills all that runs. The work of several sources may be shared, and outlives the one that was cancelled.
    func end() { running.withLock { for process in $0 { kill(process, SIGKILL) } } }

    static func plain(_ seconds: Double) -> String {
        Int(exactly: seconds).map(String.init) ?? String((seconds * 1000).rounded() / 1000)
    }

    /// Runs the command without input and with no output but standard error.
    ///
    /// - Parameter isCancelled: Asked ten times a second; if so, the command is killed.
    /// - Returns: Its exit code, and the beginning of what it said.
    private static func run(
        _ path: String, _ arguments: [String], _ running: Locked<Set<Int32>>, isCancelled: () -> Bool
    ) throws(Failure) -> (code: Int, said: String) {
        var (process, connection, complaints): (Int32, Int32, Int32) = (0, -1, -1)
        func copied(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
            texts.map { text in text.withCString { strdup($0) } } + [nil]
        }
        var words = copied([path] + arguments)
        // Without the user's own settings, which could change the result.
        var environment = copied(["PATH=/usr/bin:/bin", "LC_ALL=C", "AV_LOG_FORCE_NOCOLOR=1"])
        defer { for word in words + environment { free(word) } }
        let failure = alcedo_start_helper(path, &words, &environment, &process, &connection, &complaints)
        guard failure == 0 else {
            throw Failure(reason: "\(path) could not be started: \(String(cString: strerror(failure)))")
        }
        defer {
            close(connection)
            close(complaints)
        }
        running.withLock { _ = $0.insert(process) }
        // Before its end is taken note of, because its number may be used again afterwards.
        func forget() { running.withLock { _ = $0.remove(process) } }
        var said = ""
        func listen() {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(complaints, &buffer, buffer.count)
            if count > 0, said.utf8.count < 1 << 20 {
                said += String(decoding: buffer[..<count], as: UTF8.self)
            }
        }
        var end = alcedo_helper_end()
        let deadline = ContinuousClock.now + .seconds(seconds)
        while alcedo_wait_readable(connection, 100) == 0 {
            listen()
            let isLate = ContinuousClock.now > deadline
            guard isLate || isCancelled() else { continue }
            forget()
            _ = alcedo_end_helper(process, &end)
            throw Failure(reason: isLate ? "ffmpeg took longer than \(Int(seconds)) seconds" : "cancelled")
        }
        forget()
        _ = alcedo_await_helper(process, &end)
        listen()
        if end.signal != 0 {
            throw Failure(reason: "ffmpeg was ended by \(String(cString: strsignal(end.signal)))")
        }
        return (Int(end.code), said)
    }
}

import AlcedoBase
import AlcedoManifest
import AlcedoRecipes
import CAlcedoSystem

/// The user's `ffmpeg`, an outside command that videos need and nothing else.
///
/// It reads files only (no network, no lists of other files), has limits of time, memory and pixels, and is killed with the build. Its
/// output goes to a temporary file of the cache, so nothing half-written is published.
package struct FFmpeg: Sendable {
    /// Why a video could not be made.
    struct Failure: Error {
        var reason: String
        /// The error of a picture with the same fault; `nil` if there is none.
        var imaging: ImagingError?
        /// Whether the file has nothing to do with it.
        var isOfSystem = false

        init(reason: String, isOfSystem: Bool = false) {
            (self.reason, self.isOfSystem) = (reason, isOfSystem)
        }

        init(_ error: ImagingError) { (reason, imaging) = (error.description, error) }

        /// Creates the failure behind what ffmpeg said before it ended.
        init(_ said: String, _ code: Int) {
            isOfSystem = said.contains("No space left on device") || said.contains("Cannot allocate memory")
            if !isOfSystem, VideoKind.isDamaged(said) {
                reason = VideoKind.damaged("parts of it cannot be decoded")
                imaging = .decode(.truncated, reason: reason)
            } else {
                reason = VideoKind.reason(said, code)
            }
        }
    }

    let path: String
    /// The first line that `ffmpeg -version` prints up to the copyright, which is part of every key.
    let version: String

    /// The processes that run and have not been waited for.
    private let running: Locked<Set<Int32>>
    /// What is wrong with files that have been read once, if anything.
    let known = Locked<[String: Whole]>([:])
    /// The size of files, before anything of them is decoded; `nil` if ffmpeg does not say it.
    let sizes = Locked<[String: PixelSize?]>([:])

    /// What the packets of a video say.
    struct Whole: Sendable {
        /// What is wrong with it; `nil` if nothing is.
        var damage: String?
        /// The time in seconds at which the last packet ends.
        var end: Double
    }

    /// How to get it.
    static let advice =
        "install it ('sudo apt-get install ffmpeg', 'brew install ffmpeg'), or leave 'video' out"

    /// Limits of one picture.
    let limits: ImageLimits
    /// What all pictures and videos in progress may take together; `nil` if nothing is decoded.
    let memory: MemoryBudget?
    /// Seconds that one call may take: a video has many frames.
    var seconds: Double { 10 * limits.seconds }
    /// Seconds in which it says its version.
    private static let start = 20.0

    /// Finds the command in the folders of `PATH`.
    ///
    /// - Throws: `Failure` if ffmpeg is not installed, or if it does not start.
    init(
        environment: [String: String], limits: ImageLimits = ImageLimits(), memory: MemoryBudget? = nil
    ) throws(Failure) {
        let paths: [String] = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/ffmpeg" }
        guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
            throw Failure(
                reason: "videos need the command ffmpeg, which is not in PATH; \(Self.advice)",
                isOfSystem: true)
        }
        (self.path, self.limits, self.memory) = (path, limits, memory)
        running = Locked([])
        // Its version is printed to standard output, and that of its libraries with an unknown file to standard error.
        let (_, said) = try Self.run(
            path, ["-nostdin", "-i", "/dev/null/none"], running, min(10 * limits.seconds, Self.start),
            bytes: FFmpegMemory.margin, isCancelled: { false }
        )
        let line = said.split(separator: "\n").first { $0.hasPrefix("ffmpeg version") }
        guard let line else {
            throw Failure(
                reason: "\(path) is no ffmpeg that says its version; \(Self.advice)", isOfSystem: true)
        }
        version = String(line.prefix { $0 != "(" }).replacing(" Copyright ", with: "").trimmingSpace()
    }

    /// Kills all that runs. The work of several sources may be shared, and outlives the one that was cancelled.
    func end() { running.withLock { for process in $0 { kill(-process, SIGKILL) } } }

    /// Runs a command with its arguments, and ends its whole process group when the other end of the socket is closed: when the build
    /// has ended, however it did. ffmpeg itself knows nothing of the socket. The first argument is the limit of its address space in
    /// units of 1,024 bytes; a lower one of the system's stays.
    private static let guarded = """
        ulimit -v "$1" 2>/dev/null
        shift
        "$0" "$@" 3<&- &
        job=$!
        { read -r _; kill -9 0; } <&3 3<&- >/dev/null 2>&1 &
        guard=$!
        exec 3<&-
        wait "$job"
        code=$?
        kill -9 "$guard"
        wait "$guard" 2>/dev/null
        exit "$code"
        """

    /// Runs the command when there is memory for it.
    ///
    /// - Parameter need: What it takes, as far as it is known.
    func run(
        _ arguments: [String], _ need: FFmpegMemory = FFmpegMemory(), isCancelled: () -> Bool
    ) throws(Failure) -> (code: Int, said: String) {
        let limit: Int
        var room: MemoryBudget.Room?
        defer { if let room { memory?.leave(room) } }
        do throws(ImagingError) {
            limit = try need.limit(in: memory)
        } catch {
            throw Failure(error)
        }
        room = memory?.enter(need.bytes)
        return try Self.run(path, arguments, running, seconds, bytes: limit, isCancelled: isCancelled)
    }

    /// Runs the command without input and with no output but standard error.
    ///
    /// - Parameters:
    ///   - bytes: The limit of its address space.
    ///   - isCancelled: Asked many times a second; if so, the command is killed.
    /// - Returns: Its exit code, and what it said, without the middle of much.
    private static func run(
        _ path: String, _ arguments: [String], _ running: Locked<Set<Int32>>, _ seconds: Double, bytes: Int,
        isCancelled: () -> Bool
    ) throws(Failure) -> (code: Int, said: String) {
        var (process, connection, complaints): (Int32, Int32, Int32) = (0, -1, -1)
        func copied(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
            texts.map { text in text.withCString { strdup($0) } } + [nil]
        }
        var words = copied(["/bin/sh", "-c", guarded, path, String(bytes >> 10)] + arguments)
        // Without the user's own settings, which could change the result.
        var environment = copied(["PATH=/usr/bin:/bin", "LC_ALL=C", "AV_LOG_FORCE_NOCOLOR=1"])
        defer { for word in words + environment { free(word) } }
        // What it says of each frame is needed.
        let failure = alcedo_start_helper(
            "/bin/sh", &words, &environment, 1, &process, &connection, &complaints)
        guard failure == 0 else {
            throw Failure(
                reason: "\(path) could not be started: \(String(cString: strerror(failure)))",
                isOfSystem: true)
        }
        defer {
            close(connection)
            close(complaints)
        }
        running.withLock { _ = $0.insert(process) }
        // Before its end is taken note of, because its number may be used again afterwards.
        func forget() { running.withLock { _ = $0.remove(process) } }
        var said: [UInt8] = []
        let most = 1 << 20
        func listen() -> Bool {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(complaints, &buffer, buffer.count)
            if count > 0 { said += buffer[..<count] }
            if said.count > most { said.removeSubrange(most / 4..<most / 2) }
            return count > 0
        }
        var end = alcedo_helper_end()
        let deadline = ContinuousClock.now + .seconds(seconds)
        var isTalking = true
        while true {
            let state = alcedo_wait_readable(connection, isTalking ? 1 : 20)
            if state > 0 { break }
            guard state == 0 else {
                forget()
                _ = alcedo_end_helper(process, &end)
                throw Failure(
                    reason: "ffmpeg cannot be watched: \(String(cString: strerror(errno)))", isOfSystem: true)
            }
            isTalking = listen()
            let isLate = ContinuousClock.now > deadline
            guard isLate || isCancelled() else { continue }
            forget()
            _ = alcedo_end_helper(process, &end)
            throw Failure(
                reason: isLate
                    ? "ffmpeg took longer than \(Int(seconds)) seconds"
                        + (seconds == start ? "" : ", ten times 'limits: seconds'")
                    : "cancelled")
        }
        forget()
        _ = alcedo_await_helper(process, &end)
        while listen() {}
        // A shell says it by its exit code.
        let signal = end.signal != 0 ? end.signal : (129...160).contains(end.code) ? end.code - 128 : 0
        if signal != 0 {
            throw Failure(reason: "ffmpeg was ended by \(String(cString: strsignal(signal)))")
        }
        return (Int(end.code), String(decoding: said, as: UTF8.self))
    }
}

import AlcedoBase
import CAlcedoSystem
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The coordinator's side of one worker process.
///
/// One thread gives it work; any thread may end it. `@unchecked Sendable`: `process` is read and written under `lock`,
/// the other variables by the thread that has the worker, which is one at a time.
final class WorkerProcess: @unchecked Sendable {
    let channel: WorkerChannel
    /// Whether it has said its first word.
    var isReady = false
    /// How many sources it has had.
    var jobs = 0
    /// Bytes of memory that it had after the last one.
    var resident = 0

    private let complaints: Int32
    private let lock = NSLock()
    // 0 once it has been waited for: the number may be somebody else's then.
    private var process: Int32

    /// Starts one.
    ///
    /// - Throws: ``ImagingError/library(reason:)`` when the system refuses, or when it is another program.
    init(_ executable: WorkerExecutable) throws(ImagingError) {
        var process: Int32 = 0
        var connection: Int32 = -1
        var complaints: Int32 = -1
        let failure = executable.start(&process, &connection, &complaints)
        guard failure == 0 else {
            throw .library(
                reason: "a worker process could not be started (\(executable.path)): "
                    + String(cString: strerror(failure)))
        }
        self.process = process
        self.complaints = complaints
        channel = WorkerChannel(descriptor: connection)
    }

    deinit {
        // Nobody has it any more: it sees that its socket is closed and ends, or is made to.
        close(channel.descriptor)
        end()
        close(complaints)
    }

    /// Waits for its first word.
    ///
    /// - Throws: ``WorkerChannel/Failure``, or ``ImagingError/library(reason:)`` when it is another version.
    func greet() throws {
        let deadline = SuspendingClock.now + .seconds(60)
        guard case .hello(WorkerServer.version) = try channel.receive(WorkerReply.self, by: deadline) else {
            throw ImagingError.library(
                reason:
                    "the worker process is another version than this; was Alcedo installed anew meanwhile? "
                    + "Build again")
        }
    }

    /// Seconds of processor time that it has used in its life; 0 where the system does not say.
    var processorSeconds: Double { lock.withLock { process == 0 ? 0 : alcedo_processor_seconds(process) } }

    /// Whether it has something to say, or is gone, though nobody has asked it.
    var isAmiss: Bool { alcedo_wait_readable(channel.descriptor, 0) != 0 }

    /// Forgets what it complained of so far.
    func forgetComplaints() {
        while !takeComplaint().isEmpty {}
    }

    /// What it wrote to standard error since, or the beginning of that: a pipe has room for some pages.
    func takeComplaint() -> String {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(complaints, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : ""
    }

    /// Makes it end, without waiting for that: from another thread than the one that gives it work.
    func interrupt() {
        lock.withLock {
            if process != 0 { _ = kill(process, SIGKILL) }
        }
    }

    /// Ends it, and says how it ended: by itself, if it had done so already.
    @discardableResult
    func end() -> alcedo_helper_end {
        var end = alcedo_helper_end()
        let number = lock.withLock { process }
        guard number != 0 else { return end }
        // Waiting takes its time, and nothing else may wait for the same number: `interrupt` finds it gone, or a zombie.
        _ = alcedo_end_helper(number, &end)
        lock.withLock { process = 0 }
        return end
    }
}

/// The program that is started as a worker.
public struct WorkerExecutable: Hashable, Sendable {
    /// Where it is.
    public let path: String

    /// Names a program that becomes a ``WorkerServer`` when it is started with the argument `worker`.
    public init(path: String) {
        self.path = path
    }

    /// This program itself.
    public static var current: WorkerExecutable? {
        #if os(Linux)
            // Whatever has become of the file meanwhile.
            WorkerExecutable(path: "/proc/self/exe")
        #else
            Bundle.main.executablePath.map(WorkerExecutable.init)
        #endif
    }

    fileprivate func start(
        _ process: inout Int32, _ connection: inout Int32, _ complaints: inout Int32
    ) -> Int32 {
        var environment = ProcessInfo.processInfo.environment
        environment[WorkerServer.variable] = "1"
        // A crash of a worker is one line; a backtrace takes seconds.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        environment[FaultInjection.variable] = nil
        // The library that reduces colours would have threads that wait by turning round.
        environment["OMP_NUM_THREADS"] = "1"
        let name = path.hasPrefix("/proc/") ? "alcedo" : path
        var arguments: [UnsafeMutablePointer<CChar>?] = [name, "worker"].map { (text: String) in strdup(text)
        }
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { entry in
            strdup(entry.key + "=" + entry.value)
        }
        defer { for text in arguments + variables { free(text) } }
        arguments.append(nil)
        variables.append(nil)
        return alcedo_start_helper(path, arguments, variables, &process, &connection, &complaints)
    }
}

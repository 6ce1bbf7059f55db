import AlcedoBase
import AlcedoRecipes
import CAlcedoSystem

/// The coordinator's side of a worker process.
///
/// One thread uses it at a time; any thread may end it. `@unchecked Sendable`: `process` is accessed under `lock`, the
/// other variables only by the thread that uses the worker.
final class WorkerProcess: @unchecked Sendable {
    let channel: WorkerChannel
    /// Whether it has sent its greeting.
    var isReady = false
    /// The number of sources it has received.
    var jobs = 0
    /// Its resident memory after the last source, in bytes.
    var resident = 0
    /// The fonts that it has received.
    var fonts: Set<ContentDigest> = []

    private let complaints: Int32
    private let lock = Condition()
    // 0 once it has been reaped, because its number may then be reused.
    private var process: Int32

    /// Starts a worker process.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/library(reason:)`` if the program cannot be started, or ``/AlcedoRecipes/ImagingError/shortage(_:)``.
    init(_ executable: WorkerExecutable) throws(ImagingError) {
        var process: Int32 = 0
        var connection: Int32 = -1
        var complaints: Int32 = -1
        let failure = executable.start(&process, &connection, &complaints)
        guard failure == 0 else {
            if let shortage = ImagingError.Shortage(failure) { throw .shortage(shortage) }
            throw .library(
                reason: "a worker process could not be started (\(executable.path)): "
                    + String(cString: strerror(failure)))
        }
        self.process = process
        self.complaints = complaints
        channel = WorkerChannel(descriptor: connection)
    }

    deinit {
        // The worker exits when its socket is closed, or is killed.
        close(channel.descriptor)
        end()
        close(complaints)
    }

    /// Waits for its greeting, which it sends before it reads anything.
    ///
    /// - Returns: Its sandbox.
    /// - Throws: `WorkerChannel.Failure`, or ``/AlcedoRecipes/ImagingError/library(reason:)`` if it has another version.
    func greet() throws -> WorkerSandbox {
        let deadline = SuspendingClock.now + .seconds(60)
        let greeting = try channel.receive(WorkerReply.self, by: deadline) { _ in 4096 }
        guard case .hello(WorkerProtocol.version, let sandbox) = greeting else {
            throw ImagingError.library(
                reason:
                    "the worker process has another version; was Alcedo reinstalled meanwhile? "
                    + "Build again")
        }
        return sandbox
    }

    /// The processor time used in its life, in seconds; 0 if the system does not report it.
    var processorSeconds: Double { lock.withLock { process == 0 ? 0 : alcedo_processor_seconds(process) } }

    /// Whether the idle worker has sent an unrequested message or is gone.
    var isAmiss: Bool { alcedo_wait_readable(channel.descriptor, 0) != 0 }

    /// Discards its output to standard error so far.
    func clearComplaints() {
        while !takeComplaint().isEmpty {}
    }

    /// Returns its new output to standard error, or the beginning of it: a pipe holds only a few pages.
    func takeComplaint() -> String {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(complaints, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : ""
    }

    /// Kills it without waiting for its end, from any thread.
    func interrupt() {
        lock.withLock {
            if process != 0 { _ = kill(process, SIGKILL) }
        }
    }

    /// Kills it unless it has ended by itself, waits for its end, and returns how it ended.
    @discardableResult
    func end() -> alcedo_helper_end {
        var end = alcedo_helper_end()
        let number = lock.withLock { process }
        guard number != 0 else { return end }
        // Not under the lock, because it takes time. Only this reaps the process: `interrupt` finds a zombie or
        // nothing.
        _ = alcedo_end_helper(number, &end)
        lock.withLock { process = 0 }
        return end
    }
}

extension WorkerExecutable {
    fileprivate func start(
        _ process: inout Int32, _ connection: inout Int32, _ complaints: inout Int32
    ) -> Int32 {
        var environment = WorkerEnvironment.of(ProcessInfo.processInfo.environment)
        environment[FaultInjection.variable] = WorkerFault.armed
        let name = path.hasPrefix("/proc/") ? "alcedo" : path
        var arguments: [UnsafeMutablePointer<CChar>?] = [name, "worker"].map { (text: String) in strdup(text)
        }
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { entry in
            strdup(entry.key + "=" + entry.value)
        }
        defer { for text in arguments + variables { free(text) } }
        arguments.append(nil)
        variables.append(nil)
        return alcedo_start_helper(path, arguments, variables, 0, &process, &connection, &complaints)
    }
}

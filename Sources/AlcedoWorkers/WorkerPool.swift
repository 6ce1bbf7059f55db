import AlcedoBase
import AlcedoRecipes
import CAlcedoSystem

/// The idle workers, with the means to start more.
final class WorkerPool: Sendable {
    private let executable: WorkerExecutable
    private let requiresSandbox: Bool
    private let idle = Locked<[WorkerProcess]>([])
    private let maxWorkers: Int
    private let turns = WorkerTurns()
    private let checked = Locked<Result<Void, ImagingError>?>(nil)
    private let shortage = Locked<ImagingError.Shortage?>(nil)

    /// The threads of a worker that encodes AVIF.
    static let threadsOfWorker: Int32 = 9
    /// The threads that the coordinator may still start for itself.
    private static let threadsOfCoordinator: Int32 = 4
    /// The threads of a worker before its first picture. Without them it does not start.
    private static let threadsOfStart: Int32 = 6
    /// The files that may be open for each worker: its connection, those that it is sent, and as many for the rest of the program.
    private static let filesOfWorker = 16

    /// A worker whose process ends by a signal before it is ready is started again, unless this many in a row ended by the
    /// same fault of their own.
    private static let maxFaults = 5
    /// And for this long: want of memory, for which a system kills, may pass.
    private static let patience = Duration.seconds(30)
    /// The longest pause between two such starts, in microseconds. A system without memory needs time to get some.
    private static let maxPause: UInt32 = 200_000

    /// Limits after which a process is replaced, to bound leaks and fragmentation of its memory. A start costs 40 ms.
    private static let maxJobs = 2000
    private static let maxResident = 400_000_000

    /// - Parameters:
    ///   - maxWorkers: The number of workers at a time, if the system has the threads.
    ///   - requiresSandbox: Whether workers without a complete sandbox are refused.
    init(_ executable: WorkerExecutable, maxWorkers: Int, requiresSandbox: Bool) {
        self.executable = executable
        self.requiresSandbox = requiresSandbox
        self.maxWorkers = maxWorkers
    }

    /// What the system ran out of, if workers were reduced.
    var reducedBy: ImagingError.Shortage? { shortage.withLock { $0 } }

    /// Lets only one worker exist at a time from now on, because the system has run out of something.
    func runShort(of shortage: ImagingError.Shortage) {
        self.shortage.withLock { $0 = shortage }
        turns.reduce(to: 1)
        end()
    }

    /// Reduces the workers to those for which there are threads and open files. Does so once, before the first one starts.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/shortage(_:)`` if there are too few for one, which would wait for them forever.
    private func checkLimits() throws {
        try checked.withLock { checked in
            if checked == nil { reduceToFiles() }
            let result = checked ?? Result(catching: reduceToThreads)
            checked = result
            return try result.get()
        }
    }

    private func reduceToThreads() throws(ImagingError) {
        // Each worker has a thread here that waits for it.
        let waiting = Int32(clamping: min(maxWorkers, 1000))
        let wanted = Self.threadsOfCoordinator + waiting * (1 + Self.threadsOfWorker)
        let startable = alcedo_start_threads(wanted)
        guard startable < min(wanted, Int32(ALCEDO_MAX_THREADS_TRIED)) else { return }
        let room = startable - Self.threadsOfCoordinator - waiting
        guard room >= Self.threadsOfStart else { throw .shortage(.threads) }
        shortage.withLock { $0 = .threads }
        turns.reduce(to: Int(room / Self.threadsOfWorker))
    }

    /// Leaves open files to the rest of the program, because the system's thread pool crashes where it cannot open one.
    private func reduceToFiles() {
        let room = max(1, SystemLimits.openFiles / Self.filesOfWorker)
        guard room < maxWorkers else { return }
        shortage.withLock { $0 = $0 ?? .files }
        turns.reduce(to: room)
    }

    /// Calls `body` with an idle worker, or a new one, as soon as there may be one.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/library(reason:)`` or ``/AlcedoRecipes/ImagingError/shortage(_:)`` if none can be started, or what `body`
    ///   throws.
    func withTurn<Value>(_ body: () throws -> Value) throws -> Value {
        try checkLimits()
        let isAlone = turns.enter()
        defer { turns.leave() }
        // Those that were given back before `runShort` was called are gone; this one may be back since.
        if isAlone { idle.withLock { idle in while idle.count > 1 { idle.removeFirst().end() } } }
        return try body()
    }

    /// Returns an idle worker, or a new one.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/library(reason:)`` or ``/AlcedoRecipes/ImagingError/shortage(_:)`` if none can be started.
    func take() throws -> WorkerProcess {
        // The most recently used worker: its memory is warm, and the others can stay asleep. The system may have killed
        // it meanwhile, which no picture is to blame for.
        while let worker = idle.withLock({ $0.popLast() }) {
            if worker.isReady ? !worker.isAmiss : hasGreeted(worker) { return worker }
            worker.end()
        }
        var (starts, faults, last) = (0, 0, Int32(0))
        let deadline = SuspendingClock.now + Self.patience
        while true {
            let worker = try WorkerProcess(executable)
            do {
                try greet(worker)
                return worker
            } catch let failure as WorkerChannel.Failure {
                let end = worker.end()
                let isKilled = [SIGKILL, SIGTERM].contains(end.signal)
                faults = isKilled ? 0 : end.signal == last ? faults + 1 : 1
                last = end.signal
                // It has seen no picture yet, which could be to blame.
                guard end.signal != 0, faults < Self.maxFaults, SuspendingClock.now < deadline else {
                    throw refusal(worker, failure, end)
                }
                starts += 1
                usleep(min(1000 << min(UInt32(starts), 10), Self.maxPause))
            }
        }
    }

    private func hasGreeted(_ worker: WorkerProcess) -> Bool {
        do {
            try greet(worker)
            return true
        } catch {
            // A newly started worker reports the problem.
            return false
        }
    }

    private func greet(_ worker: WorkerProcess) throws {
        let sandbox = try worker.greet()
        if requiresSandbox, let missing = sandbox.missing {
            throw ImagingError.library(
                reason: "the worker process has no \(missing), and a sandbox is required")
        }
        worker.isReady = true
    }

    private func refusal(
        _ worker: WorkerProcess, _ failure: WorkerChannel.Failure, _ end: alcedo_helper_end
    ) -> ImagingError {
        let said = worker.takeComplaint().split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
        if let shortage = ImagingError.Shortage(saidIn: said) { return .shortage(shortage) }
        if failure == .timeOut {
            return .library(reason: "the worker process \(executable.path) did not start in time\(said)")
        }
        let how = end.signal != 0 ? "signal \(end.signal)" : "exit code \(end.code)"
        return .library(
            reason: "the worker process \(executable.path) exited before its first job (\(how))\(said)")
    }

    /// A worker that was started before anything was known of the work, and when, in nanoseconds since 1970.
    private static let early = Locked<(worker: WorkerProcess, start: Int)?>(nil)

    /// Starts a worker for the first pool that is to have idle ones, so that it loads libraries while the command is read.
    static func startEarly(_ executable: WorkerExecutable) {
        let now = Int(Date().timeIntervalSince1970 * 1e9)
        do {
            let worker = try WorkerProcess(executable)
            early.withLock { $0 = (worker, now) }
        } catch {
            // The first picture that needs a worker reports the problem.
        }
    }

    /// Returns the worker that was started early, unless a library was changed so late that the worker may have loaded another one
    /// than that which the engine's identity is of.
    private static func takeEarly() -> WorkerProcess? {
        let taken = early.withLock { early in
            defer { early = nil }
            return early
        }
        guard let (worker, start) = taken else { return nil }
        do {
            // Dates of files have steps of some milliseconds.
            guard let change = try EngineIdentity.libraryChange(), change < start - 1_000_000_000 else {
                return nil
            }
            return worker
        } catch {
            return nil
        }
    }

    /// Starts workers until `count` are idle, without waiting for them.
    func start(_ count: Int) {
        do {
            try checkLimits()
            try idle.withLock { idle in
                if idle.isEmpty, let worker = Self.takeEarly() { idle.append(worker) }
                while idle.count < min(count, turns.limit) { idle.append(try WorkerProcess(executable)) }
            }
        } catch {
            // The first picture that needs a worker reports the problem.
        }
    }

    /// Returns a worker that is ready for more work.
    func giveBack(_ worker: WorkerProcess) {
        guard worker.jobs < Self.maxJobs, worker.resident < Self.maxResident else {
            worker.end()
            return
        }
        idle.withLock { $0.append(worker) }
    }

    /// Ends all idle workers.
    func end() {
        let workers = idle.withLock { workers in
            defer { workers = [] }
            return workers
        }
        for worker in workers { worker.interrupt() }
        for worker in workers { worker.end() }
    }
}

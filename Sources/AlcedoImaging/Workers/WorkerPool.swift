import AlcedoBase
import CAlcedoSystem

/// The idle workers, with the means to start more.
final class WorkerPool: Sendable {
    private let executable: WorkerExecutable
    private let idle = Locked<[WorkerProcess]>([])

    /// Limits after which a process is replaced, to bound leaks and fragmentation of its memory. A start costs 40 ms.
    private static let maxJobs = 2000
    private static let maxResident = 400_000_000

    init(_ executable: WorkerExecutable) {
        self.executable = executable
    }

    /// Returns an idle worker, or a new one.
    ///
    /// - Throws: ``ImagingError/library(reason:)`` if none can be started.
    func take() throws -> WorkerProcess {
        // The most recently used worker: its memory is warm, and the others can stay asleep. The system may have killed
        // it meanwhile, which no picture is to blame for.
        while let worker = idle.withLock({ $0.popLast() }) {
            if worker.isReady ? !worker.isAmiss : hasGreeted(worker) { return worker }
            worker.end()
        }
        let worker = try WorkerProcess(executable)
        do {
            try worker.greet()
            worker.isReady = true
        } catch let failure as WorkerChannel.Failure {
            throw refusal(worker, failure)
        }
        return worker
    }

    private func hasGreeted(_ worker: WorkerProcess) -> Bool {
        do {
            try worker.greet()
            worker.isReady = true
            return true
        } catch {
            // A newly started worker reports the problem.
            return false
        }
    }

    private func refusal(_ worker: WorkerProcess, _ failure: WorkerChannel.Failure) -> ImagingError {
        let end = worker.end()
        let said = worker.takeComplaint().split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
        if failure == .timeOut {
            return .library(reason: "the worker process \(executable.path) did not start in time\(said)")
        }
        let how = end.signal != 0 ? "signal \(end.signal)" : "exit code \(end.code)"
        return .library(
            reason: "the worker process \(executable.path) exited before its first job (\(how))\(said)")
    }

    /// Starts workers until `count` are idle, without waiting for them.
    func start(_ count: Int) {
        idle.withLock { idle in
            while idle.count < count {
                do {
                    idle.append(try WorkerProcess(executable))
                } catch {
                    // `take()` reports the problem.
                    return
                }
            }
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

import AlcedoBase
import CAlcedoSystem

/// Workers that wait for work, and the right to start more.
final class WorkerPool: Sendable {
    private let executable: WorkerExecutable
    private let idle = Locked<[WorkerProcess]>([])

    /// A process that has done so much is replaced: what a library loses with each picture, and what does not fit
    /// together any more in its memory, stays small. A start costs 40 ms.
    private static let mostJobs = 2000
    private static let mostResident = 400_000_000

    init(_ executable: WorkerExecutable) {
        self.executable = executable
    }

    /// One that waits, or a new one.
    ///
    /// - Throws: ``ImagingError/library(reason:)`` when none can be started.
    func take() throws -> WorkerProcess {
        // The last that came back: its memory is warm, and the others may stay asleep. The system may have ended it
        // meanwhile, which is no picture's fault.
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
            // One that is started now says what is wrong.
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
            reason: "the worker process \(executable.path) ended before it had work (\(how))\(said)")
    }

    /// Starts so many if none wait, and does not wait for them either.
    func start(_ count: Int) {
        idle.withLock { idle in
            while idle.count < count {
                do {
                    idle.append(try WorkerProcess(executable))
                } catch {
                    // Whoever needs one says why there is none.
                    return
                }
            }
        }
    }

    /// Takes back one that is ready for more.
    func giveBack(_ worker: WorkerProcess) {
        guard worker.jobs < Self.mostJobs, worker.resident < Self.mostResident else {
            worker.end()
            return
        }
        idle.withLock { $0.append(worker) }
    }

    /// Ends those that wait.
    func end() {
        let workers = idle.withLock { workers in
            defer { workers = [] }
            return workers
        }
        for worker in workers { worker.interrupt() }
        for worker in workers { worker.end() }
    }
}

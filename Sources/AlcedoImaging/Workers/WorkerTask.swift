import AlcedoBase
import CAlcedoSystem
import Foundation

/// A request to a worker, repeated with a second worker if the first is lost.
///
/// It runs on a thread that may block. Any thread may cancel it.
final class WorkerTask: Sendable {
    /// The work cannot be handed to another process.
    struct NeedsThisProcess: Error {}

    private struct State {
        var isCancelled = false
        var worker: WorkerProcess?
    }

    private let pool: WorkerPool
    private let memory: MemoryBudget
    private let state = Locked(State())

    init(pool: WorkerPool, memory: MemoryBudget) {
        self.pool = pool
        self.memory = memory
    }

    /// Kills the worker of the task.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.worker?.interrupt()
        }
    }

    func identity() throws -> ContentDigest {
        try withRetry { talk, _ in
            try talk.send(.identity)
            guard case .identity(let digest) = try talk.receive() else {
                throw WorkerChannel.Failure.malformed
            }
            return digest
        }
    }

    func inspect(_ source: ImageJob.Source) throws -> ImageFacts {
        try withRetry { talk, _ in
            try talk.open(source)
            guard case .facts(let facts) = try talk.receive() else { throw WorkerChannel.Failure.malformed }
            try talk.send(.drop)
            return facts
        }
    }

    func run(
        _ source: ImageJob.Source, handingOverIn folder: String?, _ work: (ImageFacts) throws -> ImageJob.Work
    ) throws -> ImageJob.Result {
        // One prefix per attempt.
        var prefixes: [String] = []
        do {
            let result = try withRetry { talk, isAlone in
                let files = folder.map { $0 + "/" + FileSystem.temporaryName() }
                if let files { prefixes.append(files) }
                return try run(source, talk, isAlone: isAlone, files: files, work)
            }
            for prefix in prefixes.dropLast() { WorkerFiles.remove(prefix) }
            return result
        } catch {
            // The worker is gone, or has finished with the files.
            for prefix in prefixes { WorkerFiles.remove(prefix) }
            throw error
        }
    }

    private func run(
        _ source: ImageJob.Source, _ talk: WorkerTalk, isAlone: Bool, files: String?,
        _ work: (ImageFacts) throws -> ImageJob.Work
    ) throws -> ImageJob.Result {
        var room: MemoryBudget.Room?
        defer { if let room { memory.leave(room) } }
        try talk.open(source)
        while true {
            switch try talk.receive() {
            case .facts(let facts):
                let work = try talk.droppingOnError { try work(facts) }
                guard work.requests.allSatisfy(\.isBuiltIn) else {
                    try talk.send(.drop)
                    throw NeedsThisProcess()
                }
                try talk.send(.work(work, files: files))
            case .admission(let bytes):
                try talk.droppingOnError { try memory.refuse(bytes) }
                if !isAlone { room = memory.enter(bytes) }
                try talk.send(.go)
            case .result(let result, let resident):
                talk.worker.resident = resident
                return result
            case .hello, .identity, .step, .failure: throw WorkerChannel.Failure.malformed
            }
        }
    }

    // MARK: Losing workers

    /// Runs `body` with a worker and, if this is lost, with another one while no other picture is processed.
    private func withRetry<Value>(
        _ body: (WorkerTalk, _ isAlone: Bool) throws -> Value
    ) throws -> Value {
        do {
            return try attempt { try body($0, false) }
        } catch let loss as WorkerLoss {
            guard loss.mayPass else { throw loss.error }
        }
        let room = memory.enter(nil)
        defer { memory.leave(room) }
        do {
            return try attempt { try body($0, true) }
        } catch let loss as WorkerLoss {
            throw loss.error
        }
    }

    /// - Throws: `WorkerLoss`, `CancellationError`, or an error of `body` after which the worker is ready for more.
    private func attempt<Value>(_ body: (WorkerTalk) throws -> Value) throws -> Value {
        if state.withLock(\.isCancelled) { throw CancellationError() }
        let worker = try pool.take()
        // `cancel()` ends the worker from now on; an earlier cancellation has to be checked here.
        let isCancelled = state.withLock { state in
            state.worker = worker
            return state.isCancelled
        }
        if isCancelled {
            release()
            pool.giveBack(worker)
            throw CancellationError()
        }
        worker.jobs += 1
        worker.clearComplaints()
        let talk = WorkerTalk(worker: worker)
        do {
            let value = try body(talk)
            release()
            // A cancellation may have killed it after its answer.
            if state.withLock(\.isCancelled) { worker.end() } else { pool.giveBack(worker) }
            return value
        } catch let failure as WorkerChannel.Failure {
            release()
            let end = worker.end()
            if state.withLock(\.isCancelled) { throw CancellationError() }
            throw talk.loss(failure, end)
        } catch {
            release()
            if state.withLock(\.isCancelled) { worker.end() } else { pool.giveBack(worker) }
            throw error
        }
    }

    private func release() {
        state.withLock { $0.worker = nil }
    }
}

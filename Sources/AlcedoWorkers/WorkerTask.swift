import AlcedoBase
import AlcedoRecipes
import CAlcedoSystem

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

    /// One of at most two attempts, with the step that the worker is in.
    private struct Attempt {
        let worker: WorkerProcess
        var step = ImageJob.Step.open
        var seconds = 60.0
        // On a clock that stops while the machine sleeps.
        var deadline: SuspendingClock.Instant?
        // What it may say.
        var bounds: WorkerBounds
        // The files that it fills; `nil` to send their bytes.
        var files: WorkerFiles?
        // The processor time that the worker had used before, in seconds.
        let spent: Double

        init(_ worker: WorkerProcess, _ source: ImageJob.Source?) {
            self.worker = worker
            bounds = WorkerBounds(source)
            spent = worker.processorSeconds
        }

        mutating func begin(_ step: ImageJob.Step, _ seconds: Double) {
            self.step = step
            self.seconds = seconds
            deadline = SuspendingClock.now + .seconds(seconds)
        }
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
        try withRetry(nil) { attempt, _ in
            try send(.identity, &attempt)
            guard case .identity(let digest) = try receive(&attempt) else {
                throw WorkerChannel.Failure.malformed
            }
            return digest
        }
    }

    func inspect(_ source: ImageJob.Source) throws -> ImageFacts {
        try withRetry(source) { attempt, _ in
            try open(source, &attempt)
            guard case .facts(let facts) = try receive(&attempt) else {
                throw WorkerChannel.Failure.malformed
            }
            try send(.drop, &attempt)
            return facts
        }
    }

    func run(
        _ source: ImageJob.Source, handingOverIn folder: String?, _ work: (ImageFacts) throws -> ImageJob.Work
    ) throws -> ImageJob.Result {
        try withRetry(source) { attempt, isAlone in
            attempt.files = folder.map(WorkerFiles.init)
            do {
                let result = try run(source, &attempt, isAlone: isAlone, work)
                let paths = result.outputs.values.compactMap { output -> String? in
                    if case .file(let path) = output.content { path } else { nil }
                }
                attempt.files?.remove(but: Set(paths))
                return result
            } catch {
                // Whatever a worker still writes has no name.
                attempt.files?.remove()
                throw error
            }
        }
    }

    private func run(
        _ source: ImageJob.Source, _ attempt: inout Attempt, isAlone: Bool,
        _ work: (ImageFacts) throws -> ImageJob.Work
    ) throws -> ImageJob.Result {
        var room: MemoryBudget.Room?
        defer { if let room { memory.leave(room) } }
        try open(source, &attempt)
        while true {
            switch try receive(&attempt) {
            case .facts(let facts):
                let work = try droppingOnError(attempt.worker) { try work(facts) }
                guard work.requests.allSatisfy(\.isBuiltIn) else {
                    try send(.drop, &attempt)
                    throw NeedsThisProcess()
                }
                attempt.bounds.begin(work)
                try sendFonts(of: work, attempt.worker)
                try send(.work(work), &attempt)
            case .admission(let bytes):
                try droppingOnError(attempt.worker) { try memory.refuse(bytes) }
                if !isAlone { room = memory.enter(bytes) }
                try send(.go, &attempt)
            case .files(let sizes): try handOver(sizes, &attempt)
            case .result(let result, let resident):
                attempt.worker.resident = resident
                return try adopt(result, attempt.files)
            case .hello, .identity, .step, .failure, .comparison: throw WorkerChannel.Failure.malformed
            }
        }
    }

    func compare(
        _ second: Data, with first: Data, _ limits: ImageLimits, _ drawsHeatMap: Bool
    ) throws -> PictureComparison {
        try withRetry(ImageJob.Source(data: first, limits: limits)) { attempt, _ in
            var room: MemoryBudget.Room?
            defer { if let room { memory.leave(room) } }
            attempt.bounds = WorkerBounds(comparing: limits, drawsHeatMap: drawsHeatMap)
            let channel = attempt.worker.channel
            try channel.send(
                WorkerRequest.compare(
                    limits: limits, bytes: [first.count, second.count], drawsHeatMap: drawsHeatMap))
            try channel.send(bytes: first)
            try channel.send(bytes: second)
            attempt.begin(.open, limits.seconds)
            while true {
                switch try receive(&attempt) {
                case .admission(let bytes):
                    try droppingOnError(attempt.worker) { try memory.refuse(bytes) }
                    room = memory.enter(bytes)
                    try send(.go, &attempt)
                case .comparison(let comparison): return comparison
                default: throw WorkerChannel.Failure.malformed
                }
            }
        }
    }

    // MARK: Files

    /// Creates files of these sizes, and sends their descriptors.
    private func handOver(_ sizes: [Int], _ attempt: inout Attempt) throws {
        let descriptors: [Int32]
        do {
            descriptors = try attempt.files?.create(sizes) ?? []
        } catch {
            // Whoever stores the bytes detects and reports the problem with the folder.
            descriptors = []
        }
        defer { for descriptor in descriptors { close(descriptor) } }
        try send(.files(follow: descriptors.count == sizes.count), &attempt)
        guard descriptors.count == sizes.count else { return }
        for descriptor in descriptors { try attempt.worker.channel.send(descriptor: descriptor) }
    }

    /// Returns a result with the paths of its files.
    private func adopt(_ result: ImageJob.Result, _ files: WorkerFiles?) throws -> ImageJob.Result {
        var result = result
        // Only equal outputs share a file.
        var known: [String: EncodedImage.File] = [:]
        for (id, output) in result.outputs {
            guard case .file(let reference) = output.content else { continue }
            guard let path = files?.inspected(reference, output.file),
                known.updateValue(output.file, forKey: path) ?? output.file == output.file
            else { throw WorkerChannel.Failure.malformed }
            result.outputs[id]?.content = .file(path)
        }
        return result
    }

    // MARK: Messages

    private func send(_ request: WorkerRequest, _ attempt: inout Attempt) throws {
        try attempt.worker.channel.send(request)
        attempt.begin(attempt.step, attempt.seconds)
    }

    /// Sends the fonts that the worker does not have yet. Those of Chinese have 20 MB, and draw many pictures.
    private func sendFonts(of work: ImageJob.Work, _ worker: WorkerProcess) throws {
        let fonts = work.requests.reduce(into: Set()) { $0.formUnion($1.fonts) }
        for font in fonts.sorted(by: { $0.hex < $1.hex }) where !worker.fonts.contains(font) {
            guard let data = FontFiles.data(of: font) else { continue }
            try worker.channel.send(WorkerRequest.font(bytes: data.count))
            try worker.channel.send(bytes: data)
            worker.fonts.insert(font)
        }
    }

    /// Sends a source, so that its header is read.
    private func open(_ source: ImageJob.Source, _ attempt: inout Attempt) throws {
        let channel = attempt.worker.channel
        try channel.send(
            WorkerRequest.open(
                limits: source.limits, truncation: source.truncation, page: source.page,
                bytes: source.data.count))
        try channel.send(bytes: source.data)
        attempt.begin(.open, source.limits.seconds)
    }

    /// Receives the next reply. Each step that starts in between has a deadline of its own.
    ///
    /// - Throws: `WorkerChannel.Failure` if the worker is lost, or its ``/AlcedoRecipes/ImagingError``, after which it is ready for
    ///   more.
    private func receive(_ attempt: inout Attempt) throws -> WorkerReply {
        while true {
            let bounds = attempt.bounds
            let reply = try attempt.worker.channel.receive(
                WorkerReply.self, by: attempt.deadline, maxBytes: bounds.maxBytes)
            guard reply.isSound, attempt.bounds.allow(reply) else { throw WorkerChannel.Failure.malformed }
            switch reply {
            case .step(let step, let seconds): attempt.begin(step, seconds)
            case .failure(let error): throw error
            default: return reply
            }
        }
    }

    /// Makes the worker drop the source if `body` throws.
    private func droppingOnError<Value>(_ worker: WorkerProcess, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            try worker.channel.send(WorkerRequest.drop)
            throw error
        }
    }

    // MARK: Losing workers

    /// Runs `body` with a worker and, if this is lost or the system has run out of something, with another one while no
    /// other picture is processed.
    private func withRetry<Value>(
        _ source: ImageJob.Source?, _ body: (inout Attempt, _ isAlone: Bool) throws -> Value
    ) throws -> Value {
        do {
            return try pool.withTurn { try attempt(source) { try body(&$0, false) } }
        } catch ImagingError.shortage(let shortage) {
            pool.runShort(of: shortage)
            // Waits for all others, whose workers would still hold what is short.
            return try pool.withTurn { try passing { try attempt(source) { try body(&$0, false) } } }
        } catch let loss as WorkerLoss {
            if case .shortage(let shortage) = loss.cause {
                pool.runShort(of: shortage)
            } else {
                guard loss.mayPass else { throw loss.error }
            }
        }
        return try pool.withTurn {
            let room = memory.enter(nil)
            defer { memory.leave(room) }
            return try passing { try attempt(source) { try body(&$0, true) } }
        }
    }

    /// Converts the loss of a worker to the error for the user, and lets a shortage pass.
    private func passing<Value>(_ body: () throws -> Value) throws -> Value {
        try ImagingError.Shortage.passing {
            do {
                return try body()
            } catch let loss as WorkerLoss {
                throw loss.error
            }
        }
    }

    /// - Throws: `WorkerLoss`, `CancellationError`, or an error of `body` after which the worker is ready for more.
    private func attempt<Value>(
        _ source: ImageJob.Source?, _ body: (inout Attempt) throws -> Value
    ) throws -> Value {
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
        var attempt = Attempt(worker, source)
        do {
            let value = try body(&attempt)
            release()
            // A cancellation may have killed it after its answer.
            if state.withLock(\.isCancelled) { worker.end() } else { pool.giveBack(worker) }
            return value
        } catch let failure as WorkerChannel.Failure {
            release()
            let end = worker.end()
            if state.withLock(\.isCancelled) { throw CancellationError() }
            throw loss(failure, end, attempt)
        } catch {
            release()
            if state.withLock(\.isCancelled) { worker.end() } else { pool.giveBack(worker) }
            throw error
        }
    }

    /// Returns the cause of the loss.
    private func loss(
        _ failure: WorkerChannel.Failure, _ end: alcedo_helper_end, _ attempt: Attempt
    ) -> WorkerLoss {
        let (step, seconds) = (attempt.step, attempt.seconds)
        switch failure {
        case .timeOut: break
        case .malformed: return WorkerLoss(step: step, cause: .confused)
        case .system(let code): return WorkerLoss(step: step, cause: .system(code))
        case .closed:
            return WorkerLoss(step: step, cause: .init(end, complaint: attempt.worker.takeComplaint()))
        }
        let isBusy = end.seconds - attempt.spent >= seconds / 2
        return WorkerLoss(step: step, cause: isBusy ? .busy(seconds: seconds) : .starved(seconds: seconds))
    }

    private func release() {
        state.withLock { $0.worker = nil }
    }
}

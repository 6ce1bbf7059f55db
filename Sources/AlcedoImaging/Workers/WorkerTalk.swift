import AlcedoBase
import CAlcedoSystem
import Foundation

/// The exchange of messages between the coordinator and a worker about one job.
final class WorkerTalk {
    let worker: WorkerProcess
    private var step = ImageJob.Step.open
    private var seconds = 60.0
    // On a clock that stops while the machine sleeps.
    private var deadline: SuspendingClock.Instant?
    // The processor time that the worker had used before, in seconds.
    private let spent: Double

    init(worker: WorkerProcess) {
        self.worker = worker
        spent = worker.processorSeconds
    }

    func send(_ request: WorkerRequest) throws {
        try worker.channel.send(request)
        begin(step, seconds)
    }

    /// Sends a source, so that its header is read.
    func open(_ source: ImageJob.Source) throws {
        try worker.channel.send(
            WorkerRequest.open(
                limits: source.limits, truncation: source.truncation, bytes: source.data.count))
        try worker.channel.send(bytes: source.data)
        begin(.open, source.limits.seconds)
    }

    /// Receives the next reply. Each step that starts in between has a deadline of its own.
    ///
    /// - Throws: `WorkerChannel.Failure` if the worker is lost, or its ``ImagingError``, after which it is ready for
    ///   more.
    func receive() throws -> WorkerReply {
        while true {
            let reply = try worker.channel.receive(WorkerReply.self, by: deadline)
            guard reply.isSound else { throw WorkerChannel.Failure.malformed }
            switch reply {
            case .step(let step, let seconds): begin(step, seconds)
            case .failure(let error): throw error
            default: return reply
            }
        }
    }

    /// Makes the worker drop the source if `body` throws.
    func droppingOnError<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            try worker.channel.send(WorkerRequest.drop)
            throw error
        }
    }

    /// Returns the cause of the loss.
    func loss(_ failure: WorkerChannel.Failure, _ end: alcedo_helper_end) -> WorkerLoss {
        switch failure {
        case .timeOut: break
        case .malformed: return WorkerLoss(step: step, cause: .confused)
        case .system(let code): return WorkerLoss(step: step, cause: .system(code))
        case .closed:
            return WorkerLoss(step: step, cause: .init(end, complaint: worker.takeComplaint()))
        }
        let isBusy = end.seconds - spent >= seconds / 2
        return WorkerLoss(step: step, cause: isBusy ? .busy(seconds: seconds) : .starved(seconds: seconds))
    }

    private func begin(_ step: ImageJob.Step, _ seconds: Double) {
        self.step = step
        self.seconds = seconds
        deadline = SuspendingClock.now + .seconds(seconds)
    }
}

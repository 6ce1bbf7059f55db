import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import AlcedoWorkers
import CAlcedoSystem
import CVipsShims

/// The worker's side of the connection: performs one job after another for the coordinator.
public struct WorkerServer {
    private let channel: WorkerChannel

    /// Creates the server if the process was started as a worker.
    ///
    /// - Returns: `nil` in any other process, such as one started by hand.
    public init?() {
        var information = stat()
        guard ProcessInfo.processInfo.environment[WorkerProtocol.variable] != nil,
            fstat(ALCEDO_HELPER_SOCKET, &information) == 0, information.st_mode & S_IFMT == S_IFSOCK
        else { return nil }
        channel = WorkerChannel(descriptor: ALCEDO_HELPER_SOCKET)
    }

    /// Serves requests until the connection ends, then exits.
    ///
    /// Call it before the process has other threads, such as those of an asynchronous `main`: on Linux they could still
    /// open any file.
    public func run() -> Never {
        alcedo_keep_memory()
        offerToOutOfMemoryKiller()
        // Wherever it is; the sandbox does not leave every folder open. Without it, the first job reports a failure.
        _ = alcedo_vips_fault()
        do {
            var sandbox = try WorkerSandbox.enter()
            endWithCoordinator()
            // The first job that needs the library reports a failure.
            _ = alcedo_vips_start()
            try sandbox.filterCalls()
            try channel.send(WorkerReply.hello(version: WorkerProtocol.version, sandbox: sandbox))
            while true { try answer(channel.receiveRequest()) }
        } catch let error as WorkerSandbox.Refused {
            let text = "the sandbox could not be entered: \(error.reason)\n"
            _ = write(STDERR_FILENO, text, text.utf8.count)
            _exit(70)
        } catch {
            // Without a connection the error cannot be reported.
            _exit(0)
        }
    }

    private func answer(_ request: WorkerRequest) throws {
        switch request {
        case .identity:
            try channel.send(WorkerReply.step(.identity, seconds: 60))
            try reply { .identity(try EngineIdentity.compute()) }
        case .open(let limits, let truncation, let page, let bytes):
            // Lifts the limit of the previous job.
            _ = alcedo_limit_address_space(.max)
            var source = ImageJob.Source(
                data: try channel.receive(bytes: bytes), limits: limits, truncation: truncation)
            source.page = page
            let control = WorkerControl(channel: channel, source: source)
            // The header is read before the size of the picture is known.
            control.limitMemory(to: bytes)
            try reply(control) {
                let result = try JobRunner(source: source, control: control).run { facts in
                    try channel.send(WorkerReply.facts(facts))
                    while true {
                        switch try channel.receiveRequest() {
                        case .font(let bytes): _ = FontFiles.keep(try channel.receive(bytes: bytes))
                        case .work(let work): return work
                        default: throw WorkerControl.Dropped()
                        }
                    }
                }
                for failure in result.failures.values {
                    if let shortage = control.shortage(behind: failure) {
                        throw ImagingError.shortage(shortage)
                    }
                }
                return .result(result, resident: ProcessMemory.tidied())
            }
        case .compare(let limits, let bytes, let drawsHeatMap):
            guard bytes.count == 2 else { return }
            _ = alcedo_limit_address_space(.max)
            let first = try channel.receive(bytes: bytes[0])
            let second = try channel.receive(bytes: bytes[1])
            let control = WorkerControl(channel: channel, source: .init(data: first, limits: limits))
            try reply(control) {
                .comparison(
                    try PictureComparison(
                        of: second, with: first, limits: limits, drawsHeatMap: drawsHeatMap, control: control)
                )
            }
        case .font(let bytes): _ = FontFiles.keep(try channel.receive(bytes: bytes))
        // Out of sequence: the job they refer to has been answered.
        case .drop, .go, .work, .files: return
        }
    }

    private func reply(_ control: WorkerControl? = nil, _ body: () throws -> WorkerReply) throws {
        do {
            try channel.send(try body())
        } catch let error as ImagingError {
            let shortage = control?.shortage(behind: error)
            try channel.send(WorkerReply.failure(shortage.map(ImagingError.shortage) ?? error))
        } catch is WorkerControl.Dropped {
            return
        } catch let error as WorkerChannel.Failure {
            throw error
        } catch {
            try channel.send(WorkerReply.failure(.library(reason: String(describing: error))))
        }
    }

    /// Exits when the coordinator's socket closes, on a thread of its own, because a decoder may hang forever.
    private func endWithCoordinator() {
        let descriptor = channel.descriptor
        SystemThread.start(name: "alcedo hang-up", stackSize: 64 << 10) {
            alcedo_wait_hang_up(descriptor)
            _exit(0)
        }
    }

    /// Makes the out-of-memory killer prefer this process to the coordinator, which has more to lose.
    private func offerToOutOfMemoryKiller() {
        #if os(Linux)
            // Without the permission the system decides by itself.
            let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { return }
            _ = write(file, "500", 3)
            close(file)
        #endif
    }
}

extension WorkerChannel {
    /// The maximum size of a request in bytes: a coordinator is trusted, but its blended pictures are not endless.
    private static let maxRequestBytes = 1 << 34

    func receiveRequest() throws(Failure) -> WorkerRequest {
        try receive { _ in Self.maxRequestBytes }
    }
}

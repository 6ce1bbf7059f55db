import AlcedoBase
import CAlcedoSystem
import CVipsShims
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The side of a worker process: does one job after the other for the one who started it.
public struct WorkerServer {
    private let channel: WorkerChannel

    /// Takes the place of a worker, if the process was started as one.
    ///
    /// - Returns: `nil` in any other process, such as one that was started by hand.
    public init?() {
        var information = stat()
        guard ProcessInfo.processInfo.environment[Self.variable] != nil,
            fstat(ALCEDO_HELPER_SOCKET, &information) == 0, information.st_mode & S_IFMT == S_IFSOCK
        else { return nil }
        channel = WorkerChannel(descriptor: ALCEDO_HELPER_SOCKET)
    }

    /// Tells a worker that it is one.
    static let variable = "ALCEDO_WORKER"

    /// What both sides have to agree on: the format of messages, and what is made of them.
    static let version = "4, engine \(EngineIdentity.schema), libvips \(EngineIdentity.libraryVersion)"

    /// Works until nobody wants it any more, and ends the process.
    public func run() -> Never {
        _ = alcedo_forbid_core_dumps()
        alcedo_keep_memory()
        offerToOutOfMemoryKiller()
        endWithCoordinator()
        do {
            try channel.send(WorkerReply.hello(version: Self.version))
            // While nothing is to be done yet. If it fails, whatever needs it says so.
            _ = alcedo_vips_start()
            while true { try answer(channel.receive()) }
        } catch {
            // There is nobody to tell.
            _exit(0)
        }
    }

    private func answer(_ request: WorkerRequest) throws {
        switch request {
        case .identity:
            try channel.send(WorkerReply.step(.identity, seconds: 60))
            try reply { .identity(try EngineIdentity.compute()) }
        case .open(let limits, let truncation, let bytes):
            // What held for the last one does not for this.
            _ = alcedo_limit_address_space(.max)
            let source = ImageSource(
                data: try channel.receive(bytes: bytes), limits: limits, truncation: truncation)
            let control = WorkerControl(channel: channel, source: source)
            // The header is read before anybody knows how large the picture is.
            control.limitMemory(to: bytes)
            try reply {
                let result = try JobRunner(source: source, control: control).run { facts in
                    try channel.send(WorkerReply.facts(facts))
                    guard
                        case .work(let work, let files, let shared) = try channel.receive(WorkerRequest.self)
                    else {
                        throw WorkerControl.Dropped()
                    }
                    control.files = files
                    control.shared = shared
                    return work
                }
                return .result(result, resident: ProcessMemory.tidied())
            }
        // Whoever says that has been answered already.
        case .drop, .go, .skip, .work: return
        }
    }

    private func reply(_ body: () throws -> WorkerReply) throws {
        do {
            try channel.send(try body())
        } catch let error as ImagingError {
            try channel.send(WorkerReply.failure(error))
        } catch is WorkerControl.Dropped {
            return
        } catch let error as WorkerChannel.Failure {
            throw error
        } catch {
            try channel.send(WorkerReply.failure(.library(reason: String(describing: error))))
        }
    }

    /// A decoder may hang in this process for ever; another thread sees when nobody waits for it any more.
    private func endWithCoordinator() {
        let descriptor = channel.descriptor
        let thread = Thread {
            alcedo_wait_hang_up(descriptor)
            _exit(0)
        }
        thread.stackSize = 64 << 10
        thread.start()
    }

    /// When memory is short the system ends whom it likes least. The coordinator has more to lose.
    private func offerToOutOfMemoryKiller() {
        #if os(Linux)
            // It need not be allowed, and then the system chooses by itself.
            let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { return }
            _ = write(file, "500", 3)
            close(file)
        #endif
    }
}

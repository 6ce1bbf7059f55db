import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import AlcedoWorkers
import CAlcedoSystem

/// Reports the progress of a job to the coordinator, and writes encoded files to those that it opened.
final class WorkerControl: JobControl {
    /// The coordinator dropped the job.
    struct Dropped: Error {}

    private let channel: WorkerChannel
    private let source: ImageJob.Source
    /// Whether the address space is limited to less than the job may use.
    private var isLimited = false
    private var count = 0

    init(channel: WorkerChannel, source: ImageJob.Source) {
        self.channel = channel
        self.source = source
    }

    func begin(_ step: ImageJob.Step, expecting seconds: Double) throws {
        try channel.send(WorkerReply.step(step, seconds: source.limits.deadline(expecting: seconds)))
        WorkerFault.ofWorker?.act(on: source.data, at: step)?.perform()
    }

    func admit(bytes: Int) throws {
        try channel.send(WorkerReply.admission(bytes: bytes))
        guard case .go = try channel.receiveRequest() else { throw Dropped() }
        limitMemory(to: bytes)
    }

    /// Limits the process to `bytes` more memory than it uses, plus a margin of two billion: with less, an encoder
    /// without memory has been seen to report success.
    func limitMemory(to bytes: Int) {
        #if os(Linux)
            let wanted = UInt64(ProcessMemory.addressSpace) + UInt64(bytes) + 2_000_000_000
            isLimited = alcedo_limit_address_space(wanted) == 1
        #endif
    }

    /// Returns what the system had run out of when the job failed.
    func shortage(behind error: ImagingError) -> ImagingError.Shortage? {
        ImagingError.Shortage(behind: error, isLimited: isLimited)
    }

    func handOver(_ files: [Data]) throws -> [EncodedImage.Content] {
        guard !files.isEmpty else { return [] }
        try channel.send(WorkerReply.files(files.map(\.count)))
        guard case .files(let follow) = try channel.receiveRequest() else { throw Dropped() }
        guard follow else { return files.map { .data($0) } }
        return try files.map { (data) throws -> EncodedImage.Content in
            let file = try channel.receiveDescriptor()
            defer { count += 1 }
            do throws(FileSystemError) {
                try FileSystem.write(data, toOpenFile: file, named: "a file of the cache")
                return .file(String(count))
            } catch {
                // The coordinator detects and reports the problem with the folder itself.
                return .data(data)
            }
        }
    }
}

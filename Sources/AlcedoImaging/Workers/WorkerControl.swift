import AlcedoBase
import CAlcedoSystem
import Foundation

/// Reports the progress of a job to the coordinator, and writes encoded files for it.
final class WorkerControl: JobControl {
    /// The coordinator dropped the job.
    struct Dropped: Error {}

    /// The prefix of the paths of encoded files; `nil` to send their bytes.
    var files: String?
    private let channel: WorkerChannel
    private let limits: ImageLimits
    /// Whether the address space is limited to less than the job may use.
    private var isLimited = false
    private var count = 0

    init(channel: WorkerChannel, source: ImageJob.Source) {
        self.channel = channel
        limits = source.limits
    }

    func begin(_ step: ImageJob.Step, expecting seconds: Double) throws {
        try channel.send(WorkerReply.step(step, seconds: limits.deadline(expecting: seconds)))
    }

    func admit(bytes: Int) throws {
        try channel.send(WorkerReply.admission(bytes: bytes))
        guard case .go = try channel.receive(WorkerRequest.self) else { throw Dropped() }
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

    func handOver(_ data: Data) -> EncodedImage.Content {
        guard let files else { return .data(data) }
        let path = WorkerFiles.path(files, count)
        do throws(FileSystemError) {
            // Read-only, because it becomes an entry of the cache unchanged.
            try FileSystem.write(data, toNewFile: path, permissions: 0o444)
            count += 1
            return .file(path)
        } catch {
            // The coordinator detects and reports the problem with the folder itself.
            return .data(data)
        }
    }
}

/// The files that a worker writes for one job, numbered without gaps so that they can be found when it is lost.
enum WorkerFiles {
    static func path(_ prefix: String, _ number: Int) -> String { "\(prefix)-\(number)" }

    /// Removes the files of an unfinished job. The files of a completed job have a new owner.
    static func remove(_ prefix: String) {
        var number = 0
        do {
            while try FileSystem.removeFile(at: path(prefix, number)) { number += 1 }
        } catch {
            // Trimming the cache removes the remaining temporary files.
        }
    }
}

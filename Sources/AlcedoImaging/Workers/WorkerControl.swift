import AlcedoBase
import CAlcedoSystem
import Foundation

/// Tells the coordinator how a job gets on, and writes encoded files for it.
final class WorkerControl: JobControl {
    /// Nobody wants the job any more.
    struct Dropped: Error {}

    /// How the names of files begin that are handed over; `nil` to send their bytes.
    var files: String?
    /// Which files are made by whoever asks for them first.
    var shared: Set<OutputID> = []
    private let channel: WorkerChannel
    private let limits: ImageLimits
    private var count = 0

    init(channel: WorkerChannel, source: ImageSource) {
        self.channel = channel
        limits = source.limits
    }

    func begin(_ step: JobStep, expecting seconds: Double) throws {
        try channel.send(WorkerReply.step(step, seconds: limits.deadline(expecting: seconds)))
    }

    func admit(bytes: Int) throws {
        try channel.send(WorkerReply.admission(bytes: bytes))
        guard case .go = try channel.receive(WorkerRequest.self) else { throw Dropped() }
        limitMemory(to: bytes)
    }

    /// Lets the process have so many bytes more than it has, and as a margin two thousand million: with less, an encoder
    /// that finds no memory has been seen to report success.
    func limitMemory(to bytes: Int) {
        #if os(Linux)
            _ = alcedo_limit_address_space(UInt64(ProcessMemory.addressSpace) + UInt64(bytes) + 2_000_000_000)
        #endif
    }

    func claims(_ output: OutputID) throws -> Bool {
        guard shared.contains(output) else { return true }
        try channel.send(WorkerReply.claim(output))
        switch try channel.receive(WorkerRequest.self) {
        case .go: return true
        case .skip: return false
        default: throw Dropped()
        }
    }

    func handOver(_ data: Data) -> EncodedImage.Content {
        guard let files else { return .data(data) }
        let path = WorkerFiles.path(files, count)
        do throws(FileSystemError) {
            // Read-only: it becomes an entry of the cache as it is.
            try FileSystem.write(data, toNewFile: path, permissions: 0o444)
            count += 1
            return .file(
                EncodedFile(path: path, digest: ContentDigest(hashing: data), bytes: data.count))
        } catch {
            // The coordinator will find out for itself what is wrong with the folder, and say so.
            return .data(data)
        }
    }
}

/// The files that a worker writes for one job: numbered without a gap, so that they can be found when it is lost.
enum WorkerFiles {
    static func path(_ prefix: String, _ number: Int) -> String { "\(prefix)-\(number)" }

    /// Removes what a worker has left. The files of a job that came to its end are somebody else's.
    static func remove(_ prefix: String) {
        var number = 0
        do {
            while try FileSystem.removeFile(at: path(prefix, number)) { number += 1 }
        } catch {
            // What cannot be removed now goes when the cache is tidied: it bears the name of a temporary file.
        }
    }
}

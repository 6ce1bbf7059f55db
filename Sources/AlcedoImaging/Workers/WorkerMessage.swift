import AlcedoBase
import Foundation

/// A message from the coordinator of a build to a worker.
enum WorkerRequest: Codable {
    /// Report the identity of the libraries that determine the bytes besides the job.
    case identity
    /// Read the header of a source, whose bytes follow the message.
    case open(limits: ImageLimits, truncation: TruncationPolicy, bytes: Int)
    /// Make these outputs of the open source, in files with this path prefix if given.
    case work(ImageJob.Work, files: String?)
    /// The memory for the work is available.
    case go
    /// Drop the open source.
    case drop
}

/// A message from a worker to the coordinator.
enum WorkerReply: Codable {
    /// The worker is ready and has this version.
    case hello(version: String)
    case identity(ContentDigest)
    /// A step starts, with a time limit.
    case step(ImageJob.Step, seconds: Double)
    case facts(ImageFacts)
    /// The work needs this much memory; the answer is `WorkerRequest.go` or `WorkerRequest.drop`.
    case admission(bytes: Int)
    /// The work is done, with this much resident memory in use.
    case result(ImageJob.Result, resident: Int)
    /// The source cannot be processed.
    case failure(ImagingError)

    /// Whether its numbers are possible. A decoder under an attacker's control may send anything.
    var isSound: Bool {
        switch self {
        case .step(_, let seconds): (0...1e9).contains(seconds)
        case .admission(let bytes): bytes >= 0
        case .result(let result, _): result.outputs.values.allSatisfy(\.isSound)
        default: true
        }
    }
}

extension EncodedImage {
    /// Whether bytes in memory are those that the file is said to have. Files on the disk are verified when read.
    fileprivate var isSound: Bool {
        guard let data else { return true }
        return data.count == file.bytes && ContentDigest(hashing: data) == file.digest
    }
}

import AlcedoBase
import Foundation

/// What the coordinator of a build says to a worker.
enum WorkerRequest: Codable {
    /// Name what decides the bytes besides the job.
    case identity
    /// Read the header of a source, whose bytes follow as they are.
    case open(limits: ImageLimits, truncation: TruncationPolicy, bytes: Int)
    /// Make this of the source that is open, with encoded files in files whose names begin so. Those that are shared
    /// have to be claimed.
    case work(ImageWork, files: String?, shared: Set<OutputID>)
    /// There is room for the work, or the file is to be made.
    case go
    /// Somebody else makes the file.
    case skip
    /// Forget the source that is open.
    case drop
}

/// What a worker answers.
enum WorkerReply: Codable {
    /// It is there, and of this version.
    case hello(version: String)
    case identity(ContentDigest)
    /// A step begins, and may take so many seconds.
    case step(JobStep, seconds: Double)
    case facts(ImageFacts)
    /// The work would take so many bytes; the answer is ``WorkerRequest/go`` or ``WorkerRequest/drop``.
    case admission(bytes: Int)
    /// Is this file to be made here? The answer is ``WorkerRequest/go`` or ``WorkerRequest/skip``.
    case claim(OutputID)
    /// The work is done, and so many bytes of memory are in use now.
    case result(ImageJobResult, resident: Int)
    /// Nothing can be made of the source.
    case failure(ImagingError)

    /// Whether its numbers are what a worker may say. A decoder that somebody has taken over may say anything.
    var isSound: Bool {
        switch self {
        case .step(_, let seconds): (0...1e9).contains(seconds)
        case .admission(let bytes): bytes >= 0
        default: true
        }
    }
}

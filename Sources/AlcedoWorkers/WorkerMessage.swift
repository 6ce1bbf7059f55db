package import AlcedoBase
package import AlcedoRecipes

/// A message from the coordinator of a build to a worker.
package enum WorkerRequest: Codable {
    /// Report the identity of the libraries that determine the bytes besides the job.
    case identity
    /// Read the header of a source, whose bytes follow the message.
    case open(limits: ImageLimits, truncation: TruncationPolicy, page: Int?, bytes: Int)
    /// Keep a font, whose bytes follow the message, for the work to come. There is no answer.
    case font(bytes: Int)
    /// Make these outputs of the open source.
    case work(ImageJob.Work)
    /// The answer to `WorkerReply.files`: whether their descriptors follow, one by one. Otherwise the result has the bytes.
    case files(follow: Bool)
    /// The memory for the work is available.
    case go
    /// Drop the open source.
    case drop
    /// Compare two pictures, whose bytes follow the message: that of the original, then the other one's.
    case compare(limits: ImageLimits, bytes: [Int], drawsHeatMap: Bool)
}

/// A message from a worker to the coordinator.
package enum WorkerReply: Codable {
    /// The worker is ready, has this version, and works within this sandbox.
    case hello(version: String, sandbox: WorkerSandbox)
    case identity(ContentDigest)
    /// A step starts, with a time limit.
    case step(ImageJob.Step, seconds: Double)
    case facts(ImageFacts)
    /// The work needs this much memory; the answer is `WorkerRequest.go` or `WorkerRequest.drop`.
    case admission(bytes: Int)
    /// Files of these sizes in bytes are ready; the answer is `WorkerRequest.files`. The result refers to them by number,
    /// in this order.
    case files([Int])
    /// The work is done, with this much resident memory in use.
    case result(ImageJob.Result, resident: Int)
    case comparison(PictureComparison)
    /// The source cannot be processed.
    case failure(ImagingError)

    /// Whether bytes in it are those that it describes. See `WorkerBounds` for everything else.
    var isSound: Bool {
        if case .result(let result, _) = self { result.outputs.values.allSatisfy(\.isSound) } else { true }
    }
}

/// A message, whose kind precedes it, so that its length can be checked before it is received.
package protocol WorkerMessage: Codable {
    associatedtype Kind: RawRepresentable<UInt8>
    var kind: Kind { get }
}

extension WorkerRequest: WorkerMessage {
    package enum Kind: UInt8, CaseIterable { case identity, open, work, files, go, drop, compare, font }

    package var kind: Kind {
        switch self {
        case .identity: .identity
        case .open: .open
        case .work: .work
        case .files: .files
        case .go: .go
        case .drop: .drop
        case .compare: .compare
        case .font: .font
        }
    }
}

extension WorkerReply: WorkerMessage {
    package enum Kind: UInt8, CaseIterable {
        case hello, identity, step, facts, admission, files, result, failure, comparison
    }

    package var kind: Kind {
        switch self {
        case .hello: .hello
        case .identity: .identity
        case .step: .step
        case .facts: .facts
        case .admission: .admission
        case .files: .files
        case .result: .result
        case .failure: .failure
        case .comparison: .comparison
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

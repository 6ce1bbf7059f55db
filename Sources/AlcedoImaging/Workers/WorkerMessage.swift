import AlcedoBase
import Foundation

/// A message from the coordinator of a build to a worker.
enum WorkerRequest {
    /// Report the identity of the libraries that determine the bytes besides the job.
    case identity
    /// Read the header of a source, whose bytes follow the message.
    case open(limits: ImageLimits, truncation: TruncationPolicy, bytes: Int)
    /// Make these outputs of the open source, in files with this path prefix if given. Shared files need a claim first.
    case work(ImageWork, files: String?, shared: Set<OutputID>)
    /// The memory for the work is available, or the claimed file is to be made.
    case go
    /// Another worker makes the claimed file.
    case skip
    /// Drop the open source.
    case drop
}

/// A message from a worker to the coordinator.
enum WorkerReply {
    /// The worker is ready and has this version.
    case hello(version: String)
    case identity(ContentDigest)
    /// A step starts, with a time limit.
    case step(JobStep, seconds: Double)
    case facts(ImageFacts)
    /// The work needs this much memory; the answer is ``WorkerRequest/go`` or ``WorkerRequest/drop``.
    case admission(bytes: Int)
    /// A claim to make this file; the answer is ``WorkerRequest/go`` or ``WorkerRequest/skip``.
    case claim(OutputID)
    /// The work is done, with this much resident memory in use.
    case result(ImageJobResult, resident: Int)
    /// The source cannot be processed.
    case failure(ImagingError)
}

extension WorkerRequest: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        switch self {
        case .identity: writer.encode(0)
        case .open(let limits, let truncation, let bytes):
            writer.encode(1, limits.pixels, limits.frames, limits.seconds, truncation, bytes)
        case .work(let work, let files, let shared):
            writer.encode(2, work.requests, work.finished, work.placeholders, files, shared)
        case .go: writer.encode(3)
        case .drop: writer.encode(4)
        case .skip: writer.encode(5)
        }
    }

    init(decoding reader: inout FieldReader) throws {
        switch try reader.decode(Int.self) {
        case 0: self = .identity
        case 1:
            self = .open(
                limits: ImageLimits(
                    pixels: try reader.decode(), frames: try reader.decode(), seconds: try reader.decode()),
                truncation: try reader.decode(), bytes: try reader.decode())
        case 2:
            self = .work(
                ImageWork(
                    requests: try reader.decode(), finished: try reader.decode(),
                    placeholders: try reader.decode()),
                files: try reader.decode(), shared: try reader.decode())
        case 3: self = .go
        case 4: self = .drop
        case 5: self = .skip
        default: throw FieldReader.Malformed()
        }
    }
}

extension WorkerReply: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        switch self {
        case .hello(let version): writer.encode(0, version)
        case .identity(let digest): writer.encode(1, digest)
        case .step(let step, let seconds): writer.encode(2, step, seconds)
        case .facts(let facts): writer.encode(3, facts)
        case .admission(let bytes): writer.encode(4, bytes)
        case .result(let result, let resident): writer.encode(5, result, resident)
        case .failure(let error): writer.encode(6, error)
        case .claim(let output): writer.encode(7, output)
        }
    }

    init(decoding reader: inout FieldReader) throws {
        switch try reader.decode(Int.self) {
        case 0: self = .hello(version: try reader.decode())
        case 1: self = .identity(try reader.decode())
        case 2:
            self = .step(try reader.decode(), seconds: try reader.decode())
            // A compromised decoder can send anything.
            guard case .step(_, let seconds) = self, (0...1e9).contains(seconds) else {
                throw FieldReader.Malformed()
            }
        case 3: self = .facts(try reader.decode())
        case 4:
            self = .admission(bytes: try reader.decode())
            guard case .admission(let bytes) = self, bytes >= 0 else { throw FieldReader.Malformed() }
        case 5: self = .result(try reader.decode(), resident: try reader.decode())
        case 6: self = .failure(try reader.decode())
        case 7: self = .claim(try reader.decode())
        default: throw FieldReader.Malformed()
        }
    }
}

import AlcedoBase
package import AlcedoRecipes
import CAlcedoSystem

extension ImagingError.Shortage {
    /// Returns what was short when this process failed.
    ///
    /// - Parameter isLimited: Whether the address space is limited to less than a picture may need.
    package init?(behind error: ImagingError, isLimited: Bool) {
        let reason: String
        switch error {
        case .decode(let fault, let text):
            guard fault == .damaged || fault == .truncated || fault == .unsupported else { return nil }
            reason = text
        case .process(_, let text), .library(let text): reason = text
        case .encode(let fault, _, let text):
            guard fault == .failed || fault == .broken else { return nil }
            reason = text
        case .color, .noFormat, .lost, .shortage: return nil
        }
        if let short = Self(saidIn: reason) {
            // Where nothing else limits it, it is the picture that exceeds the limit of its worker.
            guard short != .memory || isLimited else { return nil }
            self = short
        } else if alcedo_start_threads(Self.threadsOfCodecs) < Self.threadsOfCodecs {
            // Codecs that lack a thread say anything, or nothing.
            self = .threads
        } else {
            return nil
        }
    }

    /// Returns what is short according to a message of the system or a library.
    init?(saidIn text: String) {
        let words: [(String, Self)] = [
            ("Error creating thread", .threads), ("Resource temporarily unavailable", .threads),
            ("Cannot allocate memory", .memory), ("Insufficient memory", .memory),
            ("Too many open files", .files),
        ]
        guard let found = words.first(where: { text.contains($0.0) }) else { return nil }
        self = found.1
    }

    /// Returns what is short according to an error number of the system.
    init?(_ code: Int32) {
        switch code {
        case EAGAIN: self = .threads
        case ENOMEM where alcedo_address_space_limit() != .max: self = .memory
        case EMFILE, ENFILE: self = .files
        default: return nil
        }
    }

    /// The threads that the most demanding encoder, that of AVIF, starts beside those of libvips.
    static let threadsOfCodecs: Int32 = 4

    /// Calls `body` again after each of the pauses, in microseconds, if it lacked something that this process does not lack:
    /// processes that end hold for a moment what they had.
    ///
    /// - Throws: What `body` throws. A shortage that is never found here is only a worker's claim, and an error of its picture.
    static func passing<Value>(
        pauses: [UInt32] = [50_000, 200_000, 800_000], _ body: () throws -> Value
    ) throws -> Value {
        var pauses = pauses[...]
        while true {
            do {
                return try body()
            } catch ImagingError.shortage(let shortage) where !shortage.isConfirmed {
                guard let pause = pauses.popFirst() else {
                    throw ImagingError.process(step: "worker", reason: shortage.advice)
                }
                usleep(pause)
            }
        }
    }

    /// Whether this process finds the same. A worker under an attacker's control may claim anything, to fail a whole build.
    private var isConfirmed: Bool {
        switch self {
        case .threads:
            alcedo_start_threads(WorkerPool.threadsOfWorker) < WorkerPool.threadsOfWorker
        case .memory: alcedo_address_space_limit() != .max
        // As many as another worker takes.
        case .files: !SystemLimits.canOpen(8)
        }
    }
}

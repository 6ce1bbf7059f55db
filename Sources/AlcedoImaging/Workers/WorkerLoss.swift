import CAlcedoSystem
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How a worker was lost, and during what.
struct WorkerLoss: Error {
    /// What became of it.
    enum Cause: Hashable {
        /// It was given so many seconds for the step, and was at work all the time or most of it.
        case busy(seconds: Double)
        /// It was given so many seconds for the step, and hardly came to work.
        case starved(seconds: Double)
        /// A signal ended it.
        case signal(Int32)
        /// It found no memory.
        case memory
        /// It ended by itself, or said what nobody understands.
        case confused
        /// This process could not talk to it: the number of the system's error.
        case system(Int32)
    }

    var step: JobStep
    var cause: Cause

    /// Whether trying once more, alone, may help. A decoder that has been at work until its deadline would be again.
    var mayPass: Bool {
        if case .busy = cause { false } else { true }
    }

    /// What the user is told when it is not tried again.
    var error: ImagingError {
        let doing = step.gerund
        let reason =
            switch cause {
            case .busy(let seconds), .starved(let seconds):
                "\(doing) took longer than \(Self.text(seconds)) seconds; if that is to be expected, raise "
                    + "'limits: { seconds: … }', otherwise leave the file out or convert it"
            case .memory:
                "\(doing) took more memory than a picture of this kind may take, twice; it is damaged or made to do "
                    + "that: leave the file out or convert it"
            case .signal(SIGKILL):
                "the process was killed while \(doing), twice; if memory is short, build with fewer '--jobs'"
            case .signal(let number):
                "\(doing) crashed the image libraries (\(Self.name(number)), twice); leave the file out or convert it"
            case .confused:
                "\(doing) made the image libraries end the process, twice; leave the file out or convert it"
            case .system(let code):
                "\(doing) failed: there was no talking to the process that did it (\(String(cString: strerror(code))), "
                    + "twice); build again, with fewer '--jobs' if memory is short"
            }
        return .lost(during: step, reason: reason)
    }

    private static func text(_ seconds: Double) -> String {
        String(format: "%g", (seconds * 100).rounded() / 100)
    }

    private static func name(_ signal: Int32) -> String {
        switch signal {
        case SIGSEGV: "SIGSEGV"
        case SIGBUS: "SIGBUS"
        case SIGABRT: "SIGABRT"
        case SIGILL: "SIGILL"
        case SIGFPE: "SIGFPE"
        case SIGTRAP: "SIGTRAP"
        case SIGTERM: "SIGTERM"
        case SIGXCPU: "SIGXCPU"
        default: "signal \(signal)"
        }
    }
}

extension WorkerLoss.Cause {
    /// - Parameters:
    ///   - end: How the process ended.
    ///   - complaint: What it wrote to standard error.
    init(_ end: alcedo_helper_end, complaint: String) {
        let words = [
            "failed to allocate", "bad_alloc", "out of memory", "Out of memory", "memory allocation of",
        ]
        if words.contains(where: complaint.contains) {
            self = .memory
        } else if end.signal != 0 {
            self = .signal(end.signal)
        } else {
            self = .confused
        }
    }
}

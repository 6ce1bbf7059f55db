import AlcedoBase
import AlcedoRecipes
import CAlcedoSystem

/// An error for a lost worker, with the step and the cause.
struct WorkerLoss: Error {
    /// The cause of the loss.
    enum Cause: Hashable {
        /// It exceeded the time limit of the step, having used at least half as much processor time for the job.
        case busy(seconds: Double)
        /// It exceeded the time limit of the step, having used less processor time.
        case starved(seconds: Double)
        /// It was ended by a signal.
        case signal(Int32)
        /// It ran out of memory.
        case memory
        /// The system has run out of something.
        case shortage(ImagingError.Shortage)
        /// It exited by itself, or sent an invalid message.
        case confused
        /// Communication with it failed with a system error number.
        case system(Int32)
    }

    var step: ImageJob.Step
    var cause: Cause

    /// Whether a second attempt, alone, may succeed. A decoder that was busy until its deadline would be again.
    var mayPass: Bool {
        if case .busy = cause { false } else { true }
    }

    /// The error for the user if there is no further attempt.
    var error: ImagingError {
        let doing = step.gerund
        let reason: String
        switch cause {
        case .busy(let seconds), .starved(let seconds):
            reason =
                "\(doing) took longer than \(Self.text(seconds)) seconds; if this is expected, raise "
                + "'limits: { seconds: … }', otherwise leave the file out or convert it"
        case .memory:
            reason =
                "\(doing) took more memory than a picture of this kind may take, twice; it is damaged or "
                + "malicious: leave the file out or convert it"
        case .shortage(let shortage):
            return .shortage(shortage)
        case .signal(SIGKILL):
            reason =
                "the process was killed while \(doing), twice; if memory is short, build with fewer '--jobs'"
        case .signal(SIGSYS):
            reason =
                "\(doing) made the image libraries do what the sandbox of workers forbids, twice; leave the file out or "
                + "convert it; if it is from a trusted source, report this, and build with '--in-process'"
        case .signal(let number):
            reason =
                "\(doing) crashed the image libraries (\(Self.name(number)), twice); leave the file out or convert it"
        case .confused:
            reason =
                "\(doing) made the image libraries exit or give impossible answers, twice; leave the file out or convert it"
        case .system(let code):
            reason =
                "\(doing) failed: communication with the worker process failed (\(String(cString: strerror(code))), "
                + "twice); build again, with fewer '--jobs' if memory is short"
        }
        return .lost(during: step, reason: reason)
    }

    private static func text(_ seconds: Double) -> String {
        let text = "\((seconds * 100).rounded() / 100)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
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
    ///   - end: The end of the process.
    ///   - complaint: Its output to standard error.
    init(_ end: alcedo_helper_end, complaint: String) {
        if let shortage = ImagingError.Shortage(saidIn: complaint), shortage != .memory {
            self = .shortage(shortage)
            return
        }
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

/// Kills the process, or makes system calls fail, at a chosen step of changing files. For tests.
///
/// A *step* is one call that changes something on the disk: creating a file or a folder, a write, a sync, closing a
/// written file, a rename, a deletion. Steps are numbered from 1 for the lifetime of the process. CONTRIBUTING.md
/// describes how the scripts use them. Nothing is injected unless the program calls ``arm(_:)``, as the command does
/// with its environment; a library never does.
package final class FaultInjection: Sendable {
    /// The environment variable that the command reads: the number of an open file with the fault.
    package static let variable = "ALCEDO_FAULT"

    /// Returns the description of a fault from an open file that the process inherited.
    ///
    /// The file has to be nameless, as only the program that starts this one can make it. A variable alone, which the
    /// settings of a site or a branch could contain, therefore has no effect on a build.
    ///
    /// - Parameter text: The value of the variable.
    /// - Returns: `nil` if the value is not the number of such a file.
    package static func description(behind text: String) -> String? {
        var status = stat()
        guard let descriptor = Int32(text), descriptor > STDERR_FILENO, fstat(descriptor, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 0
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        close(descriptor)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    // Written only by `arm`, which a program calls before its first access to files.
    nonisolated(unsafe) private(set) static var current: FaultInjection?

    /// Whether faults are injected. Concurrent work then runs sequentially, so that a step always has the same number.
    package static var isArmed: Bool { current != nil }

    /// An error for an invalid description of a fault.
    package struct Malformed: Error, Sendable, CustomStringConvertible {
        /// The problem in one line.
        package var description: String
    }

    private enum Plan {
        /// Before the step or, if `late`, halfway through a write and right after any other step.
        case kill(at: Int, late: Bool)
        case fail(at: Int, code: Int32, everAfter: Bool)
        /// Writes one line per step to an open file.
        case trace(descriptor: Int32)
    }

    /// The outcome of a write.
    enum WriteFate { case whole, halfThenKill, halfThenFail(Int32) }

    private let plan: Plan
    private let steps = Locked(0)

    private init(_ plan: Plan) {
        self.plan = plan
    }

    /// Sets the fault and its step. Call it once, before the first access to files.
    ///
    /// - Parameter text: `kill:17`, `kill-late:17`, `fail:17:ENOSPC`, `fail-from:17:EIO`, or `trace:` and the path of a
    ///   file that receives a line per step.
    /// - Throws: `Malformed`.
    package static func arm(_ text: String) throws(Malformed) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(
            String.init)
        let number = parts.count > 1 ? Int(parts[1]) : nil
        switch (parts[0], number, parts.count) {
        case ("kill", let number?, 2): current = FaultInjection(.kill(at: number, late: false))
        case ("kill-late", let number?, 2): current = FaultInjection(.kill(at: number, late: true))
        case ("fail", let number?, 3), ("fail-from", let number?, 3):
            guard let code = codes[parts[2]] else {
                throw Malformed(description: "\(variable): no error \(parts[2])")
            }
            current = FaultInjection(.fail(at: number, code: code, everAfter: parts[0] == "fail-from"))
        case ("trace", _, 2...):
            let path = String(text.dropFirst("trace:".count))
            let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o666)
            if descriptor == -1 { throw Malformed(description: "\(variable): cannot write \(path)") }
            current = FaultInjection(.trace(descriptor: descriptor))
        default:
            throw Malformed(
                description:
                    "\(variable): '\(text)' is not a fault; leave the variable unset outside of tests")
        }
    }

    private static let codes = [
        "EIO": EIO, "ENOSPC": ENOSPC, "EDQUOT": EDQUOT, "EROFS": EROFS, "EACCES": EACCES, "EMFILE": EMFILE,
    ]

    /// Performs an indivisible step. Returns the result of `call`, or -1 with `errno` set for an injected failure.
    func step(_ operation: StaticString, _ path: String, _ call: () -> Int32) -> Int32 {
        let number = next(operation, path)
        switch plan {
        case .kill(at: number, late: false): die(number, operation, path)
        case .kill(at: number, late: true):
            _ = call()
            die(number, operation, path)
        case .fail(at: let first, let code, let everAfter)
        where number == first || everAfter && number > first:
            if number == first { say(number, operation, path) }
            errno = code
            return -1
        default: return call()
        }
    }

    /// Counts a write and returns its outcome.
    func write(_ path: String) -> WriteFate {
        let number = next("write", path)
        switch plan {
        case .kill(at: number, late: false): die(number, "write", path)
        case .kill(at: number, late: true): return .halfThenKill
        case .fail(at: let first, let code, let everAfter)
        where number == first || everAfter && number > first:
            if number == first { say(number, "write", path) }
            // A disk that fills up accepts a part first.
            return .halfThenFail(code)
        default: return .whole
        }
    }

    private func next(_ operation: StaticString, _ path: String) -> Int {
        steps.withLock { steps in
            steps += 1
            if case .trace(let descriptor) = plan { print(to: descriptor, "\(steps) \(operation) \(path)") }
            return steps
        }
    }

    private func say(_ number: Int, _ operation: StaticString, _ path: String) {
        print(to: STDERR_FILENO, "\(Self.variable): step \(number), \(operation) \(path)")
    }

    private func print(to descriptor: Int32, _ line: String) {
        (line + "\n").withCString { text in
            #if canImport(Glibc)
                _ = Glibc.write(descriptor, text, strlen(text))
            #elseif canImport(Musl)
                _ = Musl.write(descriptor, text, strlen(text))
            #else
                _ = Darwin.write(descriptor, text, strlen(text))
            #endif
        }
    }

    func die(_ number: Int, _ operation: StaticString, _ path: String) -> Never {
        say(number, operation, path)
        kill(getpid(), SIGKILL)
        // Waits for the signal if it is not delivered before `kill` returns.
        while true { pause() }
    }

    /// Kills the process in the middle of the current write.
    func dieWriting(_ path: String) -> Never { die(steps.withLock(\.self), "write", path) }
}

extension FileSystem {
    /// Performs one change on the disk.
    ///
    /// - Parameter call: The system call; returns -1 with `errno` set on failure.
    @inline(__always)
    static func change(_ operation: StaticString, _ path: String, _ call: () -> Int32) -> Int32 {
        // One load and one comparison when no fault is armed; see CONTRIBUTING.md.
        guard let faults = FaultInjection.current else { return call() }
        return faults.step(operation, path, call)
    }
}

import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// For tests: ends the process, or lets the system refuse, at one of the steps by which files are changed.
///
/// A *step* is one call that changes something on the disk: making a file or a folder, a write, a wait for the disk, a
/// close of what was written, a rename, a deletion. They are counted from 1 for as long as the process lives.
/// CONTRIBUTING.md says how the scripts use it. Nothing of it happens in a program that does not call ``arm(_:)``, as
/// the command does with its environment; a library never does.
package final class FaultInjection: Sendable {
    /// The variable that the command looks for.
    package static let variable = "ALCEDO_FAULT"

    // Written by `arm` and by nothing else, which a program calls before it does anything with files.
    nonisolated(unsafe) private(set) static var current: FaultInjection?

    /// Whether faults are to happen. Then what usually happens side by side happens in order, so that a step has the
    /// same number each time.
    package static var isArmed: Bool { current != nil }

    /// What is wrong with a description of a fault.
    package struct Malformed: Error, Sendable, CustomStringConvertible {
        /// One line.
        package var description: String
    }

    private enum Plan {
        /// Before the step, or with `late` half-way through a write and right after anything else.
        case kill(at: Int, late: Bool)
        case fail(at: Int, code: Int32, everAfter: Bool)
        /// One line for each step, to an open file.
        case trace(descriptor: Int32)
    }

    /// What becomes of a write.
    enum WriteFate { case whole, halfThenKill, halfThenFail(Int32) }

    private let plan: Plan
    // Every access to the number is inside the lock.
    private let lock = NSLock()
    nonisolated(unsafe) private var steps = 0

    private init(_ plan: Plan) {
        self.plan = plan
    }

    /// Decides what happens at which step. Call it once, before anything is done with files.
    ///
    /// - Parameter text: `kill:17`, `kill-late:17`, `fail:17:ENOSPC`, `fail-from:17:EIO`, or `trace:` and the path of a
    ///   file that gets a line for each step.
    /// - Throws: ``Malformed``.
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
                description: "\(variable): '\(text)' is no fault; it is for tests, leave it unset")
        }
    }

    private static let codes = [
        "EIO": EIO, "ENOSPC": ENOSPC, "EDQUOT": EDQUOT, "EROFS": EROFS, "EACCES": EACCES, "EMFILE": EMFILE,
    ]

    /// One step that has no half. 0 or more as the call gave it, or -1 with `errno` set.
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

    /// One write.
    func write(_ path: String) -> WriteFate {
        let number = next("write", path)
        switch plan {
        case .kill(at: number, late: false): die(number, "write", path)
        case .kill(at: number, late: true): return .halfThenKill
        case .fail(at: let first, let code, let everAfter)
        where number == first || everAfter && number > first:
            if number == first { say(number, "write", path) }
            // A disk that fills up takes a part first.
            return .halfThenFail(code)
        default: return .whole
        }
    }

    private func next(_ operation: StaticString, _ path: String) -> Int {
        lock.withLock {
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
        // The signal has come before the call returns, or comes now.
        while true { pause() }
    }

    /// Ends the process half-way through the write that is under way.
    func dieWriting(_ path: String) -> Never { die(lock.withLock { steps }, "write", path) }
}

extension FileSystem {
    /// Makes one change on the disk.
    ///
    /// - Parameter call: The system call: -1 with `errno` set means that it was refused.
    @inline(__always)
    static func change(_ operation: StaticString, _ path: String, _ call: () -> Int32) -> Int32 {
        // One load and one comparison where no test is at work; see CONTRIBUTING.md for how that was found.
        guard let faults = FaultInjection.current else { return call() }
        return faults.step(operation, path, call)
    }
}

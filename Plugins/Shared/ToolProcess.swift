import Dispatch
import Foundation
import PackagePlugin

/// One run of the tool as a child of the plugin.
struct ToolProcess {
    let executable: URL
    let arguments: [String]
    /// The working directory; `nil` for the user's.
    var directory: URL?

    enum Outcome {
        case exited(Int32)
        case signalled(Int32)
    }

    /// Runs the tool to completion in the user's environment.
    ///
    /// Its output is passed on line by line as it arrives, with both streams joined, as SwiftPM joins them anyway and prints
    /// them on its standard output. Errors and warnings become SwiftPM's own, which are on its standard error. SwiftPM drops an
    /// unterminated last line, so such a line is terminated here.
    func run() throws -> Outcome {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        if let directory { process.currentDirectoryURL = directory }
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try Self.withSignalsUnblocked { try process.run() }
        let forwarding = SignalForwarding(to: process.processIdentifier)
        defer { forwarding.end() }

        var rest = Data()
        while case let chunk = output.fileHandleForReading.availableData, !chunk.isEmpty {
            rest += chunk
            guard let end = rest.lastIndex(of: Self.newline) else { continue }
            Self.forward(rest[...end])
            rest = Data(rest[(end + 1)...])
        }
        if !rest.isEmpty { Self.forward(rest + [Self.newline]) }

        process.waitUntilExit()
        switch process.terminationReason {
        case .uncaughtSignal: return .signalled(process.terminationStatus)
        default: return .exited(process.terminationStatus)
        }
    }

    private static let newline = UInt8(ascii: "\n")

    /// Passes on whole lines.
    private static func forward(_ lines: Data) {
        var plain = Data()
        func flush() {
            FileHandle.standardError.write(plain)
            plain.removeAll()
        }
        for line in lines.split(separator: newline, omittingEmptySubsequences: false).dropLast() {
            switch ToolLine(String(decoding: line, as: UTF8.self)) {
            case .error(let text, let file, let number):
                flush()
                Diagnostics.error(text, file: file, line: number)
            case .warning(let text, let file, let number):
                flush()
                Diagnostics.warning(text, file: file, line: number)
            case .other:
                plain += line + [newline]
            }
        }
        flush()
    }

    /// Runs `body` with no signal blocked in this thread.
    ///
    /// A child inherits the signal mask of the thread that spawns it, and the threads of Swift tasks block nearly every
    /// signal on Linux: without this, only SIGKILL could stop the tool.
    private static func withSignalsUnblocked(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }
}

/// Forwards the signals that end a program to the tool, which then stops in an orderly way.
///
/// The tool has a process group of its own, so a Ctrl-C in the terminal does not reach it directly.
private struct SignalForwarding {
    private let sources: [any DispatchSourceSignal]

    init(to process: Int32) {
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { kill(process, number) }
            source.resume()
            return source
        }
    }

    func end() {
        for source in sources { source.cancel() }
    }
}

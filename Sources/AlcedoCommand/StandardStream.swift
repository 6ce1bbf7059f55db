import AlcedoBase
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Standard output or standard error, written with the system's own call.
///
/// Foundation's handles end the process when a disk is full or nobody reads any more. A build must not be lost to
/// that: what cannot be said is remembered here, and the command ends with its exit code for it.
final class StandardStream: Sendable {
    static let output = StandardStream(STDOUT_FILENO)
    static let error = StandardStream(STDERR_FILENO)

    private let descriptor: Int32
    // 0, or the number of the error that the system gave.
    private let code = Locked<Int32>(0)

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The system's words for why something could not be written, if there was such a thing.
    var failure: String? {
        code.withLock { $0 == 0 ? nil : String(cString: strerror($0)) }
    }

    /// Writes all of it. After the first refusal nothing more is tried: half a stream helps nobody.
    func write(_ text: String) {
        code.withLock { code in
            guard code == 0 else { return }
            var text = text
            code = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0)) }
        }
    }

    // 0, or the system's error number.
    private func writeAll(_ buffer: UnsafeRawBufferPointer) -> Int32 {
        var rest = buffer
        while let start = rest.baseAddress, !rest.isEmpty {
            #if canImport(Glibc)
                let count = Glibc.write(descriptor, start, rest.count)
            #elseif canImport(Musl)
                let count = Musl.write(descriptor, start, rest.count)
            #else
                let count = Darwin.write(descriptor, start, rest.count)
            #endif
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                // Whoever is at the other end has made the pipe one that does not wait.
                var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                if poll(&readiness, 1, -1) == -1, errno != EINTR { return errno }
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    /// Makes the process fit for streams that are closed, or that are closed while it runs.
    ///
    /// - A reader that goes away is an error of the next write, not a signal that kills the build.
    /// - A descriptor that was closed from the beginning is filled: the next file that is opened would get its
    ///   number, and what is said would be written into it. What fills it refuses to be written, as it should.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // The lowest number that is free is the one just looked at. Without a /dev/null it stays as it was.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

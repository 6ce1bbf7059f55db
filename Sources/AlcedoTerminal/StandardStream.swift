import AlcedoBase

/// Standard output or standard error, written with the system call.
///
/// Foundation's file handles crash the process when a disk is full or a pipe has no reader. A build must survive that:
/// the failure is stored here, and the command exits with the code for it.
package final class StandardStream: Sendable {
    package static let output = StandardStream(STDOUT_FILENO)
    package static let error = StandardStream(STDERR_FILENO)

    private let descriptor: Int32
    // 0, or the `errno` of the first failure.
    private let code = Locked<Int32>(0)

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The system's description of a failed write, if there was one. That a reader has seen enough, such as `head`, is no
    /// failure.
    package var failure: String? {
        code.withLock { $0 == 0 || $0 == EPIPE ? nil : String(cString: strerror($0)) }
    }

    /// Writes the whole text. After a failure nothing more is written: an incomplete stream is useless.
    package func write(_ text: String) {
        code.withLock { code in
            guard code == 0 else { return }
            var text = text
            code = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0)) }
        }
    }

    // Returns 0 or the `errno` of a failure.
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
                // The other end has made the pipe non-blocking.
                var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                if poll(&readiness, 1, -1) == -1, errno != EINTR { return errno }
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    /// Prepares the process for streams that are closed, from the start or later.
    ///
    /// - A reader that closes its end is an error of the next write, not a signal that kills the build.
    /// - A descriptor that is closed from the start is opened: otherwise the next file would get its number, and
    ///   output would be written into it. The replacement refuses writes, as a closed stream should.
    package static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // `open` returns the lowest free descriptor, which is this one. Without /dev/null it stays closed.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

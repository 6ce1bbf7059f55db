#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A socket that waits for connections from this machine.
struct Listener {
    /// Why there is none.
    struct Failure: Error {
        var reason: String
    }

    private let socket: Int32

    /// Takes a port on 127.0.0.1.
    static func open(port: UInt16) -> Result<Listener, Failure> {
        #if os(Linux)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        #if canImport(Glibc)
            let socket = Glibc.socket(AF_INET, stream, 0)
        #elseif canImport(Musl)
            let socket = Musl.socket(AF_INET, stream, 0)
        #else
            let socket = Darwin.socket(AF_INET, stream, 0)
        #endif
        guard socket >= 0 else { return .failure(.lastError) }
        // A server that has just stopped leaves the port in a waiting state for a minute.
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0, listen(socket, 16) == 0 else {
            let failure =
                errno == EADDRINUSE
                ? Failure(reason: "another program uses it; stop that one, or see who it is with `ss -ltnp`")
                : Failure.lastError
            close(socket)
            return .failure(failure)
        }
        return .success(Listener(socket: socket))
    }

    /// Hands over each connection, one after the other, for ever: the few requests of the example are short.
    func run(_ handle: (Int32) -> Void) {
        while true {
            let connection = accept(socket, nil, nil)
            if connection < 0 { continue }
            // A client cannot block the server for longer than this.
            var patience = timeval(tv_sec: 5, tv_usec: 0)
            let size = socklen_t(MemoryLayout<timeval>.size)
            setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
            setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
            handle(connection)
            close(connection)
        }
    }
}

extension Listener.Failure {
    fileprivate static var lastError: Self { Self(reason: String(cString: strerror(errno))) }
}

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A small HTTP server for the files of one folder, on the loopback interface only. It stands in for the rest of the
/// web, so that the example needs no other.
///
///     ServeRemote FOLDER PORT
@main struct ServeRemote {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let port = UInt16(arguments[2]), port > 0 else {
            fail("usage: ServeRemote FOLDER PORT", status: 64)
        }
        // A client that disconnects in the middle of a response must not end the server.
        signal(SIGPIPE, SIG_IGN)
        let folder = Folder(path: arguments[1])
        switch Listener.open(port: port) {
        case .failure(let error):
            fail("error: cannot serve on port \(port): \(error.reason)", status: 74)
        case .success(let listener):
            print("serving \(arguments[1]) at http://127.0.0.1:\(port)/")
            fflush(nil)
            listener.run { Connection(socket: $0, folder: folder).answer() }
        }
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        let line = Array((message + "\n").utf8)
        _ = write(2, line, line.count)
        exit(status)
    }
}

import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The socket calls of a server.
enum Socket {
    struct Failure: Error {
        var call: String
        var code: Int32
    }

    /// Listens on a free port of the loopback interface.
    static func listen() throws -> (descriptor: Int32, port: Int) {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) | getsockname(descriptor, address, &length)
            }
        }
        guard result == 0, systemListen(descriptor, 128) == 0 else {
            let code = errno
            close(descriptor)
            throw Failure(call: "bind", code: code)
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    private static func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.listen(descriptor, backlog)
        #elseif canImport(Musl)
            Musl.listen(descriptor, backlog)
        #else
            Darwin.listen(descriptor, backlog)
        #endif
    }

    /// Number of bytes sent before the client disconnected.
    static func send(_ data: Data, _ connection: Int32) -> Int {
        var sent = 0
        data.withUnsafeBytes { buffer in
            while sent < buffer.count, let base = buffer.baseAddress {
                #if os(macOS)
                    let count = write(connection, base + sent, buffer.count - sent)
                #else
                    // Without the flag, a client that disconnects would end the process.
                    let flags = Int32(MSG_NOSIGNAL)
                    let count = systemSend(connection, base + sent, buffer.count - sent, flags)
                #endif
                if count > 0 { sent += count } else if errno != EINTR { return }
            }
        }
        return sent
    }

    #if canImport(Glibc)
        private static let systemSend = Glibc.send
    #elseif canImport(Musl)
        private static let systemSend = Musl.send
    #endif

    /// Reads up to the empty line; `nil` if the client disconnected.
    static func readRequest(_ connection: Int32) -> EvilServer.Request? {
        #if os(macOS)
            var on: Int32 = 1
            setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            var byte: UInt8 = 0
            let count = read(connection, &byte, 1)
            // A client that begins TLS is rejected at once.
            if head.isEmpty, count == 1, byte < UInt8(ascii: "A") { return nil }
            if count == 1 { head.append(byte) } else if count == 0 || errno != EINTR { return nil }
        }
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers[line[..<colon].lowercased()] = value
        }
        var request = EvilServer.Request(
            method: String(words[0]), path: String(words[1]), headers: headers)
        while request.body.count < headers["content-length"].flatMap({ Int($0) }) ?? 0 {
            var byte: UInt8 = 0
            let count = read(connection, &byte, 1)
            if count == 1 { request.body.append(byte) } else if count == 0 || errno != EINTR { return nil }
        }
        return request
    }

    /// Waits until the client disconnects; `false` if the server did.
    static func waitForEnd(_ connection: Int32) -> Bool {
        var byte: UInt8 = 0
        while true {
            let count = read(connection, &byte, 1)
            if count == 0 || (count < 0 && errno != EINTR) { return true }
        }
    }

    /// Closes the connection with a reset.
    static func reset(_ connection: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}

import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A port of this machine without a listener, which no other program can get meanwhile: it is bound, but not listened on.
final class QuietPort: Sendable {
    let number: UInt16
    private let descriptor: Int32

    init() throws {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isRefused = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) != 0 || getsockname(descriptor, address, &length) != 0
            }
        }
        number = UInt16(bigEndian: address.sin_port)
        if isRefused { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit {
        close(descriptor)
    }

    func url(_ path: String) -> URL {
        URL(string: "http://127.0.0.1:\(number)\(path)") ?? URL(fileURLWithPath: "/")
    }
}

import AlcedoBase

/// Resolves names as libcurl would: `getaddrinfo` with all its sources, `/etc/hosts` included.
///
/// The call blocks until name servers respond, so it runs on separate threads, eight at most. Concurrent lookups of
/// the same name are shared. A result is reused for five seconds, so that a site with thousands of pictures on one
/// host does not cause thousands of lookups; libcurl itself keeps results for sixty.
final class SystemResolver: HostResolver {
    private static let lifetime = Duration.seconds(5)

    private struct Known {
        let addresses: [IPAddress]
        let end: ContinuousClock.Instant
    }

    private let shared = SingleFlight<String, [IPAddress]>()
    private let known = Locked<[String: Known]>([:])
    private let threads = BlockingQueue(width: 8)

    func addresses(of host: String) async throws -> [IPAddress] {
        let now = ContinuousClock.now
        if let known = known.withLock({ $0[host] }), now < known.end { return known.addresses }
        let addresses = try await shared.value(for: host) { [self] in
            let addresses = await lookUp(host)
            if addresses.isEmpty { throw UnknownHost() }
            return addresses
        }
        known.withLock { $0[host] = Known(addresses: addresses, end: now + Self.lifetime) }
        return addresses
    }

    // `getaddrinfo` cannot be cancelled, but callers can stop waiting for it.
    private func lookUp(_ host: String) async -> [IPAddress] {
        await withCheckedContinuation { continuation in
            threads.add { continuation.resume(returning: Self.systemAddresses(of: host)) }
        }
    }

    /// Empty if the lookup fails for any reason, including an unresponsive name server.
    private static func systemAddresses(of host: String) -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        var addresses: [IPAddress] = []
        var entry = first
        while let info = entry?.pointee {
            if let address = address(in: info), !addresses.contains(address) { addresses.append(address) }
            entry = info.ai_next
        }
        return addresses
    }

    private static func address(in info: addrinfo) -> IPAddress? {
        guard let socketAddress = info.ai_addr else { return nil }
        switch info.ai_family {
        case AF_INET where Int(info.ai_addrlen) >= MemoryLayout<sockaddr_in>.size:
            return socketAddress.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin_addr) { IPAddress(bytes: Array($0)) }
            }
        case AF_INET6 where Int(info.ai_addrlen) >= MemoryLayout<sockaddr_in6>.size:
            return socketAddress.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin6_addr) { IPAddress(bytes: Array($0)) }
            }
        default: return nil
        }
    }
}

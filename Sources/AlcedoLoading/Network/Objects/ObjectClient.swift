package import AlcedoBase

/// Reads and writes objects of one server by GET, HEAD and PUT, with its connections kept open.
///
/// Unlike the loader of pictures it goes where the user points it, which is often a private address or this machine.
/// Plain http is refused only where it would leave the private network.
package final class ObjectClient: Sendable {
    /// A response.
    package struct Answer: Sendable {
        package var status: Int
        /// Empty unless the status is 200.
        package var body = Data()
    }

    /// Limits of one request.
    package struct Limits: Sendable {
        // Sending has more time: it does not keep a build waiting, and lines are slower that way.
        fileprivate static let patienceToSend = 3

        /// Time for a connection in milliseconds.
        package var connectMilliseconds = 3000
        /// A transfer below this speed for ``slowSeconds`` has failed.
        package var slowBytesPerSecond = 10_000
        package var slowSeconds = 5
        /// Time for the whole request.
        package var timeout = Duration.seconds(30)

        package init() {}
    }

    /// The address of the objects, ending in a slash.
    package let base: URL
    private let headers: [String: String]
    private let signing: ObjectSigning?
    private let limits: Limits
    private let policy: AddressPolicy
    private let proxies: ProxyEnvironment
    private let transport = Transport()

    /// - Parameters:
    ///   - base: The address of the objects, ending in a slash.
    ///   - headers: Further header fields, such as `Authorization`. Invalid ones are left out.
    ///   - allow: Hosts that plain http may leave the private network for; see `NetworkConfiguration.allow`.
    package init(
        base: URL, headers: [String: String] = [:], signing: ObjectSigning? = nil, limits: Limits = Limits(),
        allow: [String] = [], environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.base = base
        self.headers = headers.filter { HeaderField.isValid(name: $0.key, value: $0.value) }
        self.signing = signing
        self.limits = limits
        policy = AddressPolicy(allow: allow)
        proxies = ProxyEnvironment(environment)
    }

    /// The address without anything that could be secret.
    package var name: String { base.redacted }

    /// Returns whether a header field can have this value.
    package static func isValue(_ text: String) -> Bool { HeaderField.isValid(name: "X", value: text) }

    /// Reads an object. A status other than 200 is an answer like any other.
    ///
    /// - Parameter limit: The maximum number of bytes of the object.
    package func get(_ path: String, limit: Int) async throws -> Answer {
        try await send("GET", path, body: nil, limit: limit, use: .object)
    }

    /// Asks for an object without its bytes.
    package func head(_ path: String) async throws -> Answer {
        try await send("HEAD", path, body: nil, limit: 0, use: .head)
    }

    /// Writes an object.
    package func put(_ path: String, _ body: Data) async throws -> Answer {
        try await send("PUT", path, body: body, limit: 65_536, use: .object)
    }

    /// Ends all requests; later ones fail.
    package func close() { transport.invalidate() }

    /// - Throws: `ObjectFailure`, or `CancellationError`.
    private func send(
        _ method: String, _ path: String, body: Data?, limit: Int, use: Exchange.Use
    ) async throws -> Answer {
        guard let url = URL(string: base.absoluteString + path) else { throw ObjectFailure(.invalidURL) }
        var request = DownloadRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        var fields = headers
        fields["Accept-Encoding"] = "identity"
        if body != nil { fields["Content-Type"] = "application/octet-stream" }
        if let signing { fields.merge(signing.headers(body: body)) { _, own in own } }
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        let isPlain = base.scheme?.lowercased() != "https"
        let isNamed = base.host.map(policy.names) == true
        let patience = body == nil ? 1 : Limits.patienceToSend
        let settings = TransferSettings(
            use: use, connectMilliseconds: limits.connectMilliseconds,
            slowBytesPerSecond: limits.slowBytesPerSecond / (patience * patience),
            slowSeconds: limits.slowSeconds * patience, signing: signing)
        let outcome = await transport.exchange(
            request, limit: limit, timeout: limits.timeout * patience,
            // Where a proxy would send plain http cannot be seen.
            route: !isPlain && proxies.applies(to: url)
                ? .proxy(words: proxies.words(for: url)) : .direct([]), settings: settings,
            objection: { isPlain && !isNamed && $0.specialPurpose == nil ? .plainHTTP : nil })
        switch outcome {
        case .answer(let answer): return Answer(status: answer.head.status, body: answer.body)
        case .failure(let reason): throw ObjectFailure(reason)
        case .cancelled: throw CancellationError()
        }
    }
}

/// Why there was no response.
package struct ObjectFailure: Error, CustomStringConvertible {
    private let reason: LoadingError.NetworkReason

    init(_ reason: LoadingError.NetworkReason) { self.reason = reason }

    /// Whether the object is longer than the limit.
    package var isTooLong: Bool {
        if case .tooLarge = reason { true } else { false }
    }

    /// Whether the client was closed.
    package var isClosed: Bool { reason == .invalidated }

    /// Whether the request may not be sent at all, or the server is not to be trusted.
    package var isFinal: Bool {
        switch reason {
        case .plainHTTP, .invalidURL, .untrustedCertificate: true
        default: false
        }
    }

    package var description: String {
        switch reason {
        case .plainHTTP:
            "plain http to a public address is refused: use https, or name the host in the manifest's network.allow"
        // libcurl's code for a transfer that was too slow, or for no connection in time.
        case .transport(code: 28), .timedOut: "it is too slow"
        case .connectionLost: "the connection broke"
        case .wrongLength(let received, let announced):
            "it sent \(received) bytes instead of \(announced)"
        default: reason.withoutAdvice
        }
    }
}

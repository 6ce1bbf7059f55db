import AlcedoBase
import CTransfer

/// The thread that runs all concurrent transfers of one transport.
///
/// It sleeps while idle, and exits after ``finish()``.
final class TransferThread: Sendable {
    private enum Command {
        case start(DownloadRequest, Exchange, Route, TransferSettings)
        case stop(Exchange)
    }

    private struct State {
        var commands: [Command] = []
        var isFinished = false
        /// The group, while it can be woken.
        var group: OpaquePointer?
    }

    /// A transfer and its receiver. Both are confined to the thread.
    private struct Running {
        var transfer: OpaquePointer
        var receiver: TransferReceiver
        /// For messages; see `Route`.
        var proxy: String?
    }

    private let state: Locked<State>

    init() {
        let state = Locked(State())
        self.state = state
        SystemThread.start(name: "alcedo loading") { Self.work(state) }
    }

    /// Starts a transfer that reports to an exchange.
    func start(
        _ request: DownloadRequest, _ exchange: Exchange, _ route: Route, _ settings: TransferSettings
    ) {
        give(.start(request, exchange, route, settings))
    }

    /// Cancels the transfer of an exchange if it still runs.
    func stop(_ exchange: Exchange) {
        give(.stop(exchange))
    }

    /// Ends every exchange and the thread.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            if let group = state.group { alcedo_transfers_wake(group) }
        }
    }

    private func give(_ command: Command) {
        let isFinished = state.withLock { state in
            if !state.isFinished { state.commands.append(command) }
            if let group = state.group { alcedo_transfers_wake(group) }
            return state.isFinished
        }
        if isFinished, case .start(_, let exchange, _, _) = command { exchange.end(.failure(Self.end)) }
    }

    /// Why nothing is transferred after the end.
    private static var end: LoadingError.NetworkReason {
        TransportError.missing == nil
            ? .invalidated : TransportError.reason(for: TransportError.unusable, afterResponse: false)
    }

    // MARK: On the thread

    private static func work(_ state: Locked<State>) {
        let group = alcedo_transfers_new()
        state.withLock { $0.group = group }
        var running: [ObjectIdentifier: Running] = [:]
        while true {
            let (commands, isFinished) = state.withLock { state in
                defer { state.commands = [] }
                return (state.commands, state.isFinished || group == nil)
            }
            for command in commands { carryOut(command, group, &running) }
            guard let group, !isFinished else { break }
            alcedo_transfers_work(group)
            if takeEnded(group, &running) { continue }
            alcedo_transfers_wait(group, 60_000)
        }
        end(state, group, running)
    }

    private static func carryOut(
        _ command: Command, _ group: OpaquePointer?, _ running: inout [ObjectIdentifier: Running]
    ) {
        switch command {
        case .start(let request, let exchange, let route, let settings):
            // The exchange may have ended before the command arrived.
            guard !exchange.isEnded else { return }
            guard let group else { return exchange.end(.failure(end)) }
            let receiver = TransferReceiver(exchange)
            guard let transfer = start(request, route, settings, receiver, group) else {
                return exchange.end(.failure(.invalidURL))
            }
            running[ObjectIdentifier(exchange)] = Running(
                transfer: transfer, receiver: receiver, proxy: route.proxy)
        case .stop(let exchange):
            guard let group, let ended = running.removeValue(forKey: ObjectIdentifier(exchange)) else {
                return
            }
            alcedo_transfer_free(group, ended.transfer)
        }
    }

    private static func takeEnded(
        _ group: OpaquePointer, _ running: inout [ObjectIdentifier: Running]
    ) -> Bool {
        var code: Int32 = 0
        var isAny = false
        while let transfer = alcedo_transfers_ended(group, &code) {
            isAny = true
            guard let ended = running.first(where: { $0.value.transfer == transfer }) else { continue }
            running[ended.key] = nil
            let proxyStatus = alcedo_transfer_proxy_status(transfer)
            // libcurl's words may quote the URL, so only what they say of certificates is taken.
            let fault = TransportError.certificateFault(
                in: String(cString: alcedo_transfer_message(transfer)))
            alcedo_transfer_free(group, transfer)
            ended.value.receiver.exchange.complete(
                code, proxyStatus: Int(proxyStatus), proxy: ended.value.proxy, fault: fault)
        }
        return isAny
    }

    private static func end(
        _ state: Locked<State>, _ group: OpaquePointer?, _ running: [ObjectIdentifier: Running]
    ) {
        let late = state.withLock { state -> [Command] in
            state.isFinished = true
            state.group = nil
            defer { state.commands = [] }
            return state.commands
        }
        for case .start(_, let exchange, _, _) in late { exchange.end(.failure(end)) }
        for running in running.values {
            running.receiver.exchange.end(.failure(end))
            if let group { alcedo_transfer_free(group, running.transfer) }
        }
        if let group { alcedo_transfers_free(group) }
    }

    private static func start(
        _ request: DownloadRequest, _ route: Route, _ settings: TransferSettings,
        _ receiver: TransferReceiver, _ group: OpaquePointer
    ) -> OpaquePointer? {
        let url = request.url.absoluteString
        let headers = request.allHTTPHeaderFields.sorted { $0.key < $1.key }.map { name, value in
            value.isEmpty ? name + ";" : name + ": " + value
        }
        let body = request.httpBody
        let place = place(of: request.url, route)
        let signing = settings.signing
        let texts = [
            url, request.httpMethod, place ?? "", signing?.scope ?? "", signing?.credentials.revealed ?? "",
        ]
        return withCStrings(texts) { strings in
            withCStrings(headers) { headers in
                withBytes(body) { bytes in
                    var request = alcedo_transfer_request(
                        url: strings?[0], method: strings?[1], headers: headers, body: bytes.baseAddress,
                        body_count: bytes.count, uses_proxy: route.proxy == nil ? 0 : 1,
                        place: place == nil ? nil : strings?[2],
                        connect_milliseconds: settings.connectMilliseconds,
                        slow_bytes_per_second: settings.slowBytesPerSecond,
                        slow_seconds: settings.slowSeconds, signing: signing == nil ? nil : strings?[3],
                        credentials: signing == nil ? nil : strings?[4])
                    return alcedo_transfer_start(group, &request, receiver.hooks)
                }
            }
        }
    }

    /// Returns an entry for `CURLOPT_RESOLVE`: `+host:443:192.0.2.1,[2001:db8::1]`. libcurl then connects only to
    /// addresses that were checked, and an unresponsive name server does not block other transfers.
    private static func place(of url: URL, _ route: Route) -> String? {
        guard case .direct(let addresses) = route, !addresses.isEmpty, let host = url.host else { return nil }
        let list = addresses.map { $0.bytes.count == 16 ? "[\($0)]" : "\($0)" }.joined(separator: ",")
        return "+\(host):\(Origin(url).port):\(list)"
    }

    private static func withBytes<Result>(_ data: Data?, _ body: (UnsafeRawBufferPointer) -> Result) -> Result
    {
        guard let data else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        // An empty body is still a body, so its pointer must not be null.
        return (data.isEmpty ? Data([0]) : data).withUnsafeBytes {
            body(UnsafeRawBufferPointer(rebasing: $0[..<data.count]))
        }
    }

    /// Calls `body` with C strings, followed by a null pointer.
    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        let bytes = strings.flatMap { Array($0.utf8CString) }
        return bytes.withUnsafeBufferPointer { bytes in
            var starts: [UnsafePointer<CChar>?] = []
            var place = 0
            for string in strings {
                starts.append(bytes.baseAddress.map { $0 + place })
                place += string.utf8.count + 1
            }
            starts.append(nil)
            return starts.withUnsafeBufferPointer { body($0.baseAddress) }
        }
    }
}

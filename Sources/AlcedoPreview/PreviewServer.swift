#if Dev
    import AlcedoBase
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOWebSocket

    /// Serves a preview on the loopback interface.
    package struct PreviewServer: Sendable {
        private typealias Requests = NIOAsyncChannel<
            HTTPServerRequestPart, HTTPPart<HTTPResponseHead, ByteBuffer>
        >
        private typealias Frames = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>
        private typealias ResponseWriter = NIOAsyncChannelOutboundWriter<
            HTTPPart<HTTPResponseHead, ByteBuffer>
        >

        private enum Connection: Sendable {
            case requests(Requests)
            case events(Frames)
        }

        private let site: PreviewSite

        package init(_ site: PreviewSite) {
            self.site = site
        }

        /// Serves until the task is cancelled.
        ///
        /// - Parameters:
        ///   - port: The port; 0 for any.
        ///   - began: Receives the port, once connections are accepted.
        /// - Throws: ``PreviewServerError`` if the port cannot be used, or `CancellationError`.
        package func run(port: Int, began: @escaping @Sendable (Int) -> Void) async throws {
            let server: NIOAsyncChannel<EventLoopFuture<Connection>, Never>
            do {
                server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                    .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
                    .bind(host: "127.0.0.1", port: port) { channel in
                        channel.eventLoop.makeCompletedFuture { try self.configure(channel) }
                    }
            } catch let error as IOError {
                throw PreviewServerError(port: port, reason: String(cString: strerror(error.errnoCode)))
            }
            began(server.channel.localAddress?.port ?? port)
            try await server.executeThenClose { connections in
                for try await connection in connections {
                    Task { await serve(connection) }
                }
            }
        }

        private func configure(_ channel: any Channel) throws -> EventLoopFuture<Connection> {
            let upgrader = NIOTypedWebSocketServerUpgrader<Connection>(
                shouldUpgrade: { channel, head in
                    let isWelcome = PreviewSite.mayListen(PreviewRequest(head))
                    return channel.eventLoop.makeSucceededFuture(isWelcome ? HTTPHeaders() : nil)
                },
                upgradePipelineHandler: { channel, _ in
                    channel.eventLoop.makeCompletedFuture {
                        .events(try Frames(wrappingChannelSynchronously: channel))
                    }
                })
            let upgrade = NIOTypedHTTPServerUpgradeConfiguration(
                upgraders: [upgrader],
                notUpgradingCompletionHandler: { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(ResponseBuffers())
                        return .requests(try Requests(wrappingChannelSynchronously: channel))
                    }
                })
            return try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
                configuration: .init(upgradeConfiguration: upgrade))
        }

        private func serve(_ connection: EventLoopFuture<Connection>) async {
            do {
                switch try await connection.get() {
                case .requests(let channel):
                    try await channel.executeThenClose { try await answer($0, $1) }
                case .events(let channel):
                    try await channel.executeThenClose { try await tell($0, $1) }
                }
            } catch {
                // The browser has gone.
            }
        }

        // MARK: Requests

        private func answer(
            _ parts: NIOAsyncChannelInboundStream<HTTPServerRequestPart>, _ writer: ResponseWriter
        ) async throws {
            var head: HTTPRequestHead?
            for try await part in parts {
                switch part {
                case .head(let new): head = new
                case .body: break
                case .end:
                    guard let request = head else { return }
                    head = nil
                    try await write(await site.respond(to: PreviewRequest(request)), to: request, writer)
                    if !request.isKeepAlive { return }
                }
            }
        }

        private func write(
            _ answer: PreviewResponse, to request: HTTPRequestHead, _ writer: ResponseWriter
        ) async throws {
            var answer = answer
            if case .events = answer.body { answer = .text(400, "this address is for a WebSocket") }
            var head = HTTPResponseHead(version: request.version, status: .init(statusCode: answer.status))
            for (name, value) in answer.headers.sorted(by: { $0.key < $1.key }) {
                head.headers.add(name: name, value: value)
            }
            if answer.status != 304 {
                head.headers.add(name: "Content-Length", value: String(answer.body.count))
            }
            if !request.isKeepAlive { head.headers.add(name: "Connection", value: "close") }
            try await writer.write(.head(head))
            if request.method != .HEAD { try await write(answer.body, writer) }
            try await writer.write(.end(nil))
        }

        private func write(_ body: PreviewResponse.Body, _ writer: ResponseWriter) async throws {
            switch body {
            case .events: break
            case .data(let data):
                if !data.isEmpty { try await writer.write(.body(ByteBuffer(bytes: data))) }
            case .file(let path, let range):
                let file = try OpenedFile(path)
                var place = range.lowerBound
                while place < range.upperBound {
                    let bytes = try file.read(at: place, count: min(1 << 18, range.upperBound - place))
                    // It has become shorter. The browser notices, since bytes are missing.
                    if bytes.isEmpty { throw CancellationError() }
                    try await writer.write(.body(ByteBuffer(bytes: bytes)))
                    place += bytes.count
                }
            }
        }

        // MARK: Events

        /// Tells a page of changes, until it goes.
        private func tell(
            _ frames: NIOAsyncChannelInboundStream<WebSocketFrame>,
            _ writer: NIOAsyncChannelOutboundWriter<WebSocketFrame>
        ) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await message in site.audience.listen() {
                        try await writer.write(
                            WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: message)))
                    }
                }
                group.addTask {
                    for try await frame in frames {
                        switch frame.opcode {
                        case .ping:
                            try await writer.write(
                                WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
                        case .connectionClose:
                            try await writer.write(
                                WebSocketFrame(fin: true, opcode: .connectionClose, data: frame.unmaskedData))
                            return
                        default: break
                        }
                    }
                }
                try await group.next()
                group.cancelAll()
            }
        }
    }

    /// Responses of buffers as NIO's encoder takes them.
    private final class ResponseBuffers: ChannelOutboundHandler {
        typealias OutboundIn = HTTPPart<HTTPResponseHead, ByteBuffer>
        typealias OutboundOut = HTTPServerResponsePart

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            let part: HTTPServerResponsePart =
                switch unwrapOutboundIn(data) {
                case .head(let head): .head(head)
                case .body(let buffer): .body(.byteBuffer(buffer))
                case .end(let trailers): .end(trailers)
                }
            context.write(wrapOutboundOut(part), promise: promise)
        }
    }

    extension PreviewRequest {
        fileprivate init(_ head: HTTPRequestHead) {
            let path = head.uri.prefix { $0 != "?" && $0 != "#" }
            self.init(
                method: head.method.rawValue, path: String(path),
                headers: Dictionary(
                    head.headers.map { ($0.name.lowercased(), $0.value) },
                    // Which of two hosts counts is not clear: none of this machine.
                    uniquingKeysWith: { $0 == $1 ? $0 : $0 + ", " + $1 }))
        }
    }

    /// A port that cannot be used.
    package struct PreviewServerError: Error, CustomStringConvertible {
        package var port: Int
        package var reason: String

        package var description: String {
            "port \(port) cannot be used: \(reason); name another one with --port"
        }
    }
#endif

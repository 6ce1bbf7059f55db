#if Dev
    import AlcedoBase
    import NIOCore
    import NIOHTTP1
    import NIOPosix

    /// Serves a preview on the loopback interface.
    package struct PreviewServer: Sendable {
        private typealias Response = HTTPPart<HTTPResponseHead, ByteBuffer>
        private typealias Requests = NIOAsyncChannel<HTTPServerRequestPart, Response>

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
            let server: NIOAsyncChannel<Requests, Never>
            do {
                server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                    .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
                    .bind(host: "127.0.0.1", port: port) { channel in
                        channel.eventLoop.makeCompletedFuture {
                            try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                            try channel.pipeline.syncOperations.addHandler(ResponseBuffers())
                            return try Requests(wrappingChannelSynchronously: channel)
                        }
                    }
            } catch let error as IOError {
                throw PreviewServerError(port: port, reason: String(cString: strerror(error.errnoCode)))
            }
            began(server.channel.localAddress?.port ?? port)
            try await server.executeThenClose { connections in
                for try await connection in connections {
                    let task = Task { await serve(connection) }
                    // The browser has gone, so its picture is not needed.
                    connection.channel.closeFuture.whenComplete { _ in task.cancel() }
                }
            }
        }

        private func serve(_ connection: Requests) async {
            do {
                try await connection.executeThenClose { parts, _ in
                    try await answer(parts, connection.channel)
                }
            } catch {
                // The browser has gone.
            }
        }

        private func answer(
            _ parts: NIOAsyncChannelInboundStream<HTTPServerRequestPart>, _ channel: any Channel
        ) async throws {
            var head: HTTPRequestHead?
            for try await part in parts {
                switch part {
                case .head(let new): head = new
                case .body: break
                case .end:
                    guard let request = head else { return }
                    head = nil
                    let answer = await site.respond(to: PreviewRequest(request))
                    try Task.checkCancellation()
                    try await write(answer, to: request, channel)
                    if !request.isKeepAlive { return }
                }
            }
        }

        private func write(
            _ answer: PreviewResponse, to request: HTTPRequestHead, _ channel: any Channel
        ) async throws {
            // Waits until the system has each part: a channel that is closed forgets what it has not sent.
            func write(_ part: Response) async throws { try await channel.writeAndFlush(part).get() }
            var head = HTTPResponseHead(version: request.version, status: .init(statusCode: answer.status))
            for (name, value) in answer.headers.sorted(by: { $0.key < $1.key }) {
                head.headers.add(name: name, value: value)
            }
            if let count = answer.body.count, answer.status != 304 {
                head.headers.add(name: "Content-Length", value: String(count))
            }
            if !request.isKeepAlive { head.headers.add(name: "Connection", value: "close") }
            try await write(.head(head))
            if request.method != .HEAD {
                switch answer.body {
                case .data(let data):
                    if !data.isEmpty { try await write(.body(ByteBuffer(bytes: data))) }
                case .file(let path, let range):
                    let file = try OpenedFile(path)
                    var place = range.lowerBound
                    while place < range.upperBound {
                        let bytes = try file.read(at: place, count: min(1 << 18, range.upperBound - place))
                        // It has become shorter. The browser notices, since bytes are missing.
                        if bytes.isEmpty { throw CancellationError() }
                        try await write(.body(ByteBuffer(bytes: bytes)))
                        place += bytes.count
                    }
                case .events(let messages):
                    for await message in messages {
                        try await write(.body(ByteBuffer(string: "data: \(message)\n\n")))
                    }
                }
            }
            try await write(.end(nil))
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
            self.init(
                method: head.method.rawValue, target: head.uri,
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

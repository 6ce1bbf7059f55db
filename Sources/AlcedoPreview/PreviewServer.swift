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
        private let connections = PreviewConnections<any Channel>(
            most: PreviewConnections<any Channel>.most(openFiles: SystemLimits.openFiles))
        private let group: MultiThreadedEventLoopGroup
        private let start = ContinuousClock.now

        /// The bytes of an answer that are in memory for a connection.
        private static var pieceBytes: Int { 1 << 16 }

        /// The open files of a preview with two connections, which makes one picture at a time.
        package static var minFiles: Int { 40 }

        /// Takes the open files that it needs in any case: SwiftNIO crashes if it cannot have them.
        package init(_ site: PreviewSite) {
            self.site = site
            // One thread sends what others prepare. Each has three open files.
            NIOSingletons.groupLoopCountSuggestion = 1
            group = .singleton
        }

        private var now: Duration { ContinuousClock.now - start }

        /// Serves until the task is cancelled.
        ///
        /// - Parameters:
        ///   - port: The port; 0 for any.
        ///   - began: Receives the port, once connections are accepted.
        /// - Throws: ``PreviewServerError`` if the port cannot be used, or `CancellationError`.
        package func run(port: Int, began: @escaping @Sendable (Int) -> Void) async throws {
            let server: NIOAsyncChannel<Requests, Never>
            // Answers say themselves where they end: NIO does not know that those to HEAD have no content.
            var encoding = HTTPResponseEncoder.Configuration()
            encoding.automaticallySetFramingHeaders = false
            do {
                server = try await ServerBootstrap(group: group)
                    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                    // One at a time: each that is accepted before it has a place takes a file.
                    .serverChannelOption(.maxMessagesPerRead, value: 1)
                    .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
                    .bind(
                        host: "127.0.0.1", port: port,
                        serverBackPressureStrategy: .init(lowWatermark: 1, highWatermark: 1)
                    ) { [encoding] channel in
                        channel.eventLoop.makeCompletedFuture {
                            try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                                withEncoderConfiguration: encoding)
                            try channel.pipeline.syncOperations.addHandler(ResponseBuffers())
                            return try Requests(wrappingChannelSynchronously: channel)
                        }
                    }
            } catch let error as IOError {
                throw PreviewServerError(port: port, reason: String(cString: strerror(error.errnoCode)))
            }
            began(server.channel.localAddress?.port ?? port)
            let watch = Task { try await closeOverdue() }
            defer { watch.cancel() }
            try await server.executeThenClose { connections in
                for try await connection in connections {
                    // Meanwhile, the system keeps the others waiting.
                    let number = try await place(for: connection.channel)
                    let task = Task { await serve(connection, number) }
                    // The browser has gone, so its picture is not needed.
                    connection.channel.closeFuture.whenComplete { _ in
                        task.cancel()
                        self.connections.leave(number)
                    }
                }
            }
        }

        /// Returns the number of a connection, as soon as there is a place for it.
        private func place(for channel: any Channel) async throws -> Int {
            while true {
                if let place = connections.enter(channel, at: now) {
                    if let other = place.instead { await close(other) }
                    return place.number
                }
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        private func closeOverdue() async throws {
            while true {
                try await Task.sleep(for: .seconds(1))
                for channel in connections.overdue(at: now) { await close(channel) }
            }
        }

        private func close(_ channel: any Channel) async {
            do {
                try await channel.close().get()
            } catch {
                // It was closed already.
            }
        }

        private func serve(_ connection: Requests, _ number: Int) async {
            do {
                try await connection.executeThenClose { parts, _ in
                    try await answer(parts, connection.channel, number)
                }
            } catch {
                // The browser has gone.
            }
        }

        private func answer(
            _ parts: NIOAsyncChannelInboundStream<HTTPServerRequestPart>, _ channel: any Channel,
            _ number: Int
        ) async throws {
            var head: HTTPRequestHead?
            for try await part in parts {
                switch part {
                case .head(let new): head = new
                case .body: break
                case .end:
                    guard let request = head else { return }
                    head = nil
                    connections.note(number, .answering, at: now)
                    let answer = await site.respond(to: PreviewRequest(request))
                    try Task.checkCancellation()
                    connections.note(number, .sending, at: now)
                    try await write(answer, to: request, channel, number)
                    if !request.isKeepAlive { return }
                    connections.note(number, .waiting, at: now)
                }
            }
        }

        private func write(
            _ answer: PreviewResponse, to request: HTTPRequestHead, _ channel: any Channel, _ number: Int
        ) async throws {
            // Waits until the system has each part: a channel that is closed forgets what it has not sent.
            func write(_ part: Response) async throws { try await channel.writeAndFlush(part).get() }
            var answer = answer
            let method = request.method.rawValue
            if case .events = answer.body, answer.hasContent(answering: method),
                !connections.listen(number, at: now)
            {
                answer = .text(503, "too many pages are open; close some, and load this one again")
            }
            var head = HTTPResponseHead(version: request.version, status: .init(statusCode: answer.status))
            let fields = answer.fields(answering: method, takesChunks: request.version != .http1_0)
            for (name, value) in fields { head.headers.add(name: name, value: value) }
            if !request.isKeepAlive { head.headers.add(name: "Connection", value: "close") }
            try await write(.head(head))
            if answer.hasContent(answering: method) {
                switch answer.body {
                case .parts(let parts):
                    for part in parts {
                        var place = 0
                        while place < part.count {
                            let bytes = try part.piece(at: place, count: Self.pieceBytes)
                            // The file has become shorter. The browser notices, since bytes are missing.
                            if bytes.isEmpty { throw CancellationError() }
                            try await write(.body(ByteBuffer(bytes: bytes)))
                            connections.note(number, .sending, at: now)
                            place += bytes.count
                        }
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
                    uniquingKeysWith: { $0 + ", " + $1 }))
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

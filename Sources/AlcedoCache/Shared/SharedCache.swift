package import AlcedoBase

/// A cache that machines share, behind the one on disk: read through, and written behind.
///
/// It only ever saves time. What it returns has been checked; whatever goes wrong counts as missing, with one warning
/// for each kind of trouble.
package final class SharedCache: Sendable {
    /// Maximum number of requests under way.
    package static let maxRequests = 16
    /// Maximum bytes of blobs in memory, in each direction.
    static let maxBytesUnderWay = 64 << 20

    let store: any SharedStore
    /// Whether results are sent as well.
    package let isWritten: Bool
    let key: SharedKey?
    /// Returns a blob of the disk cache.
    let local: @Sendable (ContentDigest, Int) async -> Data?
    private let warn: @Sendable (String) -> Void
    private let checking = BlockingQueue(width: 4)
    private let requests = TaskLimiter(total: maxRequests)
    private let room = RoomLimiter(total: maxBytesUnderWay)
    private let roomToSend = RoomLimiter(total: maxBytesUnderWay)
    let state = Locked(State())

    struct State {
        var use = SharedCacheUse()
        var reading = SharedBreaker()
        var writing = SharedBreaker()
        var queue = SendQueue()
        var isClosed = false
        /// Requests that failed, as many as are needed to give the store up.
        var failures: [(side: Side, reason: String)] = []
        /// Objects that came back damaged, and are replaced without asking whether they are there.
        var spoiled: Set<SharedName> = []
        /// The kinds of trouble that were reported.
        var warned: Set<String> = []

        subscript(side: Side) -> SharedBreaker {
            get { side == .reading ? reading : writing }
            set { if side == .reading { reading = newValue } else { writing = newValue } }
        }
    }

    /// Reading and sending are given up separately: a store may only refuse to be written.
    enum Side: Sendable {
        case reading, writing
    }

    /// - Parameters:
    ///   - key: With a key, entries are signed, and others are not read.
    ///   - local: Returns a blob of the disk cache, to be sent.
    ///   - warn: Receives warnings, each once.
    package init(
        _ store: any SharedStore, isWritten: Bool, key: SharedKey?,
        local: @escaping @Sendable (ContentDigest, Int) async -> Data?,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.store = store
        self.isWritten = isWritten
        self.key = key
        self.local = local
        self.warn = warn
    }

    /// The address, without secrets.
    package var name: String { store.name }

    /// The counts so far.
    package var use: SharedCacheUse { state.withLock { $0.use } }

    /// Whether it was given up, or failed the last time that it was asked.
    package var isFailing: Bool { state.withLock { $0.reading.isFailing } }

    /// Whether nothing is read any more.
    package var isOff: Bool { state.withLock { $0.isClosed || $0.reading.isOpen } }

    // MARK: Reading

    /// Returns the entry for a key, or `nil`.
    /// - Throws: `CancellationError`.
    package func entry(for name: ContentDigest) async throws -> SharedEntry? {
        guard !isOff else { return nil }
        state.withLock { $0.use.lookups += 1 }
        guard let object = try await read(.action(name), limit: SharedEntry.maxBytes) else { return nil }
        do {
            let entry = try await checking.run { [key] () throws(SharedEntry.Fault) in
                try SharedEntry(object, for: name, key: key)
            }
            state.withLock { $0.use.found += 1 }
            return entry
        } catch let fault as SharedEntry.Fault {
            switch fault {
            case .damaged: countBad(.action(name))
            case .unsigned, .wronglySigned:
                state.withLock { $0.use.unsigned += 1 }
                warnOnce(
                    "unsigned",
                    "the shared cache \(self.name) has entries that are not signed with ALCEDO_REMOTE_CACHE_KEY; they are "
                        + "ignored, and made again")
            }
            return nil
        }
    }

    /// Returns the bytes of a blob, or `nil`.
    ///
    /// - Parameter receive: Receives the verified bytes while there is room for them in memory, where it may block.
    /// - Throws: `CancellationError`, and any error of `receive`.
    package func blob<Value: Sendable>(
        _ digest: ContentDigest, bytes: Int, _ receive: @escaping @Sendable (Data) throws -> Value
    ) async throws -> Value? {
        guard !isOff, (0...DiskStore.entryLimit).contains(bytes) else { return nil }
        return try await room.withRoom(of: bytes) {
            guard let data = try await self.read(.blob(digest), limit: bytes) else { return nil }
            // All of it in one piece of work: changing threads takes longer than the work itself.
            return try await self.checking.run { () -> Value? in
                guard data.count == bytes, ContentDigest(hashing: data) == digest else {
                    self.countBad(.blob(digest))
                    return nil
                }
                self.state.withLock { $0.use.blobs += 1 }
                return try receive(data)
            }
        }
    }

    /// Whether all of these blobs are there. Asks the store, and loads nothing.
    ///
    /// - Throws: `CancellationError`.
    package func contains(_ digests: [ContentDigest]) async throws -> Bool {
        guard !isOff else { return false }
        var areThere = true
        try await digests.forEach(limit: Self.maxRequests) { digest in
            try await self.request(.reading, bytes: { _ in 0 }) {
                try await self.store.contains(.blob(digest))
            } ?? false
        } collect: { isThere in
            areThere = areThere && isThere
        }
        return areThere
    }

    /// Counts something that is not what it should be.
    ///
    /// - Parameter object: The object that is to be replaced.
    package func countBad(_ object: SharedName? = nil) {
        let isTooMuch = state.withLock { state in
            state.use.bad += 1
            if let object { state.spoiled.insert(object) }
            return state.reading.noteBad()
        }
        // Sending goes on, which repairs it.
        if isTooMuch {
            warnOnce(
                "damaged",
                "the shared cache \(name) is not read for the rest of this build: it returns damaged data")
        }
    }

    private func read(_ name: SharedName, limit: Int) async throws -> Data? {
        let data = try await request(.reading, bytes: { $0?.count ?? 0 }) {
            do {
                return try await self.store.get(name, limit: limit)
            } catch let error as SharedStoreError where error == .tooLong || error == .foreign {
                // What is longer than it can be was exchanged.
                self.countBad(name)
                return nil
            }
        }
        if let data = data ?? nil {
            state.withLock { $0.use.bytesReceived += data.count }
            return data
        }
        return nil
    }

    // MARK: Requests

    /// Makes a request, unless the store was given up.
    ///
    /// - Parameter side: The side whose breaker judges the result.
    /// - Returns: `nil` if there is no answer.
    /// - Throws: `CancellationError`.
    func request<Value: Sendable>(
        _ side: Side, bytes: @Sendable (Value) -> Int,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        let isOff = { @Sendable in self.state.withLock { $0.isClosed || $0[side].isOpen } }
        return try await requests.withPlace {
            if isOff() { return nil }
            let started = ContinuousClock.now
            do {
                let value = try await body()
                if self.state.withLock({
                    $0[side].succeed(from: started, to: .now, bytes: bytes(value))
                }) {
                    self.giveUp(side, "it is too slow")
                }
                return value
            } catch let error as SharedStoreError {
                self.note(error, side, since: started)
                return nil
            }
        }
    }

    private func note(
        _ error: SharedStoreError, _ side: Side, since started: SharedBreaker.Moment
    ) {
        switch error {
        // What is too long to be taken, or has something else in its place, is not sent.
        case .closed, .tooLong, .foreign: break
        case .unavailable(let reason):
            let isOver = state.withLock { state in
                if state.failures.count < Self.maxFailuresKept { state.failures.append((side, reason)) }
                return state[side].fail(from: started, to: .now)
            }
            if isOver { giveUp(side, reason) }
        case .refused(let reason):
            let isOver = state.withLock { state in
                state.failures.append((side, reason))
                return state[side].open()
            }
            if isOver { giveUp(side, reason) }
        }
    }

    private static let maxFailuresKept = 100

    private func giveUp(_ side: Side, _ reason: String) {
        if side == .writing {
            warnOnce("writing", "nothing more is sent to the shared cache \(name): \(reason)")
            return
        }
        let lost = state.withLock { state in
            _ = state.writing.open()
            return state.reading.lost
        }
        // Requests under way would go on to wait.
        store.close()
        let seconds = lost.components.seconds
        warnOnce(
            "reading",
            "the shared cache \(name) is not used for the rest of this build: \(reason)"
                + (seconds > 0 ? "; waiting for it took \(seconds) s" : ""))
    }

    /// Reports a kind of trouble, once.
    func warnOnce(_ kind: String, _ text: String) {
        if state.withLock({ $0.warned.insert(kind).inserted }) { warn(text) }
    }

    /// Ends everything under way.
    package func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if isFirst { store.close() }
    }

    /// Waits for room to send this many bytes.
    func withRoomToSend<Value: Sendable>(
        of bytes: Int, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await roomToSend.withRoom(of: bytes, body)
    }
}

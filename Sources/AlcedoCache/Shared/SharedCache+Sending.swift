package import AlcedoBase

/// What waits to be sent to a shared store.
struct SendQueue {
    /// An entry, or a blob alone.
    struct Item {
        /// The object of the entry, and its name.
        var entry: (name: ContentDigest, object: Data)?
        /// Whether the store probably has the entry already, so that it is asked first.
        var isProbablyThere = false
        var blobs: [SharedCache.Offer]
    }

    /// Maximum bytes of entries in memory.
    static let maxBytes = 64 << 20

    private var items: [Item] = []
    private var next = 0
    private var bytes = 0
    /// Tasks that send.
    var senders = 0
    /// Grows with everything that was sent.
    var progress = 0
    /// Blobs that are in the store by now.
    var sent: Set<ContentDigest> = []

    var isIdle: Bool { senders == 0 && next == items.count }
    var waiting: Int { items.count - next }

    /// Returns whether there was room.
    mutating func add(_ item: Item) -> Bool {
        let size = item.entry?.object.count ?? 0
        guard bytes + size <= Self.maxBytes else { return false }
        bytes += size
        items.append(item)
        return true
    }

    mutating func take() -> Item? {
        guard next < items.count else { return nil }
        let item = items[next]
        bytes -= item.entry?.object.count ?? 0
        next += 1
        // Moving the rest each time would take long.
        if next == items.count || next > 1024 {
            items.removeFirst(next)
            next = 0
        }
        return item
    }
}

extension SharedCache {
    /// A blob of the disk cache that the store should have.
    package struct Offer: Hashable, Sendable {
        package var blob: SharedEntry.Blob
        /// Whether the store probably has it already, so that it is asked first.
        package var isProbablyThere: Bool

        package init(_ digest: ContentDigest, bytes: Int, isProbablyThere: Bool) {
            blob = SharedEntry.Blob(digest: digest, bytes: bytes)
            self.isProbablyThere = isProbablyThere
        }
    }

    private static let maxSenders = 8
    /// How long a build waits for what is not sent yet.
    package static let maxWait = Duration.seconds(60)
    /// How long it waits while nothing at all is finished.
    private static let maxStall = Duration.seconds(15)

    /// Sends an entry in the background, after its blobs: an entry in the store never refers to what is not there.
    ///
    /// - Parameter isProbablyThere: Whether the store probably has it already, so that it is asked first.
    package func offer(
        _ records: [SharedEntry.Record], _ blobs: [Offer], for name: ContentDigest,
        isProbablyThere: Bool = false
    ) {
        guard isWritten else { return }
        guard let object = SharedEntry(records: records, blobs: blobs.map(\.blob)).object(for: name, key: key)
        else { return }
        add(SendQueue.Item(entry: (name, object), isProbablyThere: isProbablyThere, blobs: blobs))
    }

    /// Sends a blob in the background.
    package func offer(_ blob: Offer) {
        if isWritten { add(SendQueue.Item(blobs: [blob])) }
    }

    private func add(_ item: SendQueue.Item) {
        let needsSender = state.withLock { state -> Bool in
            if state.isClosed || state.writing.isOpen || !state.queue.add(item) {
                state.use.notSent += 1
                return false
            }
            guard state.queue.senders < Self.maxSenders else { return false }
            state.queue.senders += 1
            return true
        }
        if needsSender { Task.detached(priority: .utility) { await self.send() } }
    }

    private func send() async {
        while true {
            let item = state.withLock { state -> SendQueue.Item? in
                let item = state.queue.take()
                if item == nil { state.queue.senders -= 1 }
                return item
            }
            guard let item else { return }
            let outcome = await send(item)
            state.withLock { state in
                state.queue.progress += 1
                switch outcome {
                case .failed: state.use.notSent += 1
                case .sent: if item.entry != nil { state.use.sent += 1 }
                case .wasThere: break
                }
            }
        }
    }

    private enum Outcome {
        case sent, wasThere, failed
    }

    private func send(_ item: SendQueue.Item) async -> Outcome {
        do {
            // Whether an entry that is there has a signature, only reading it would show.
            if let name = item.entry?.name, item.isProbablyThere, key == nil,
                try await isThere(.action(name))
            {
                return .wasThere
            }
            for blob in item.blobs {
                guard try await send(blob) else { return .failed }
            }
            guard let (name, object) = item.entry else { return .sent }
            return try await put(object, .action(name)) ? .sent : .failed
        } catch {
            // The build was interrupted.
            return .failed
        }
    }

    /// Asks whether an object is in the store. One that came back damaged is not.
    private func isThere(_ name: SharedName) async throws -> Bool {
        if state.withLock({ $0.spoiled.contains(name) }) { return false }
        return try await request(.writing, bytes: { _ in 0 }, { try await self.store.contains(name) }) == true
    }

    private func send(_ offer: Offer) async throws -> Bool {
        let (digest, bytes) = (offer.blob.digest, offer.blob.bytes)
        if state.withLock({ $0.queue.sent.contains(digest) }) { return true }
        if offer.isProbablyThere, try await isThere(.blob(digest)) { return true }
        return try await withRoomToSend(of: bytes) {
            // The cache may have been trimmed or cleared meanwhile.
            guard let data = await self.local(digest, bytes), try await self.put(data, .blob(digest)) else {
                return false
            }
            self.state.withLock { state in
                state.queue.sent.insert(digest)
                state.queue.progress += 1
                state.use.sentBlobs += 1
            }
            return true
        }
    }

    private func put(_ data: Data, _ name: SharedName) async throws -> Bool {
        let isDone = try await request(.writing, bytes: { _ in data.count }) {
            try await self.store.put(data, as: name)
            return true
        }
        if isDone == true { state.withLock { $0.use.bytesSent += data.count } }
        return isDone == true
    }

    /// Waits until everything is sent, for a limited time, and reports what is not.
    ///
    /// - Parameter reportsRest: Whether to report what was not sent; not if the caller does.
    package func finish(reportsRest: Bool = true) async {
        let end = ContinuousClock.now + Self.maxWait
        var (progress, since) = (-1, ContinuousClock.now)
        while true {
            let (isIdle, now) = state.withLock { state in
                (state.queue.isIdle || state.isClosed, state.queue.progress)
            }
            if isIdle { break }
            if now != progress { (progress, since) = (now, .now) }
            if .now >= end || since.duration(to: .now) >= Self.maxStall { break }
            do {
                try await Task.sleep(for: .milliseconds(5))
            } catch {
                break
            }
        }
        let left = state.withLock { state in
            let left = state.use.notSent + state.queue.waiting + state.queue.senders
            state.use.notSent = left
            return left
        }
        if left == 0 || reportsRest { reportFailures(left: left) }
        close()
    }

    /// Reports failures and damage that were too little to give the store up, and what was not sent.
    private func reportFailures(left: Int) {
        let (isGivenUp, isDamaged, failures) = state.withLock { state in
            (
                !state.warned.isDisjoint(with: ["reading", "writing"]),
                state.use.bad > 0 && !state.warned.contains("damaged"), state.failures
            )
        }
        if isDamaged {
            warnOnce(
                "bad",
                "the shared cache \(name) returned damaged or foreign data; what it spoiled is made again")
        }
        // The reason has been reported.
        if isGivenUp { return }
        let reason = failures.first.map { " (\($0.reason))" } ?? ""
        if left > 0 {
            warnOnce(
                "left",
                "the results of \(left) \(left == 1 ? "source" : "sources") were not sent to the shared cache "
                    + "\(name)\(reason); another build that makes them will send them")
        } else if !failures.isEmpty {
            let count = failures.count
            warnOnce(
                "failures",
                "\(count) \(count == 1 ? "request" : "requests") to the shared cache \(name) failed\(reason); what did not "
                    + "come from it was made")
        }
    }

    /// Why something was not sent, if a request failed.
    package var reasonNotToSend: String? {
        state.withLock { state in
            (state.failures.last { $0.side == .writing } ?? state.failures.last)?.reason
        }
    }
}

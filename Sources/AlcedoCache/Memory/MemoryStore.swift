public import Foundation

/// Keeps values in memory for a while: the most recently used ones, within limits of cost and count.
///
/// Every operation takes constant time. Safe to use from any thread.
public final class MemoryStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    // A list in order of use, through indices instead of references: index 0 is both ends.
    private struct Node {
        var key: Key
        var value: Value
        var cost: Int
        var expiration: StorageExpiration
        var expires: Date
        var newer: Int
        var older: Int
    }

    private struct State {
        var nodes: [Node?] = [nil]
        var free: [Int] = []
        var places: [Key: Int] = [:]
        var newest = 0
        var oldest = 0
        var cost = 0
    }

    private let costLimit: Int
    private let countLimit: Int
    private let expiration: StorageExpiration
    private let clock: @Sendable () -> Date
    // Every access is inside the lock.
    private let lock = NSLock()
    nonisolated(unsafe) private var state = State()

    /// Makes an empty store.
    ///
    /// - Parameters:
    ///   - costLimit: The most that all values together may cost; what a cost is, the user of the store decides.
    ///   - countLimit: The most values.
    ///   - expiration: How long a value is kept for which nothing else is said. Kingfisher's default: 300 seconds.
    ///   - clock: What time it is.
    public init(
        costLimit: Int, countLimit: Int = .max, expiration: StorageExpiration = .seconds(300),
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.costLimit = max(0, costLimit)
        self.countLimit = max(0, countLimit)
        self.expiration = expiration
        self.clock = clock
    }

    /// How many values are kept, expired ones that nobody asked for included.
    public var count: Int { lock.withLock { state.places.count } }

    /// What they cost together.
    public var cost: Int { lock.withLock { state.cost } }

    /// Keeps a value, in the place of an older one with the same key. The least recently used go when there is no
    /// room; a value that costs more than the limit is not kept.
    public func store(_ value: Value, for key: Key, cost: Int = 0, expiration: StorageExpiration? = nil) {
        let expiration = expiration ?? self.expiration
        lock.withLock {
            if let place = state.places[key] { remove(place) }
            let now = clock()
            let expires = expiration.date(from: now)
            guard expires > now, cost >= 0, cost <= costLimit, countLimit > 0 else { return }
            while state.oldest != 0, state.cost > costLimit - cost || state.places.count >= countLimit {
                remove(state.oldest)
            }
            insert(
                Node(
                    key: key, value: value, cost: cost, expiration: expiration, expires: expires, newer: 0,
                    older: 0))
        }
    }

    /// The value with this key, unless it has expired. It counts as used now.
    public func value(for key: Key, extending: ExpirationExtending = .cacheTime) -> Value? {
        lock.withLock {
            guard let place = state.places[key], var node = state.nodes[place] else { return nil }
            remove(place)
            let now = clock()
            guard node.expires > now else { return nil }
            switch extending {
            case .none: break
            case .cacheTime: node.expires = node.expiration.date(from: now)
            case .expirationTime(let expiration): node.expires = expiration.date(from: now)
            }
            insert(node)
            return node.value
        }
    }

    /// Forgets the value with this key.
    public func removeValue(for key: Key) {
        lock.withLock { if let place = state.places[key] { remove(place) } }
    }

    /// Forgets everything.
    public func removeAll() {
        lock.withLock { state = State() }
    }

    /// Forgets what has expired.
    public func removeExpired() {
        lock.withLock {
            let now = clock()
            for node in state.nodes.compactMap({ $0 }) where node.expires <= now {
                if let place = state.places[node.key] { remove(place) }
            }
        }
    }

    private func insert(_ node: Node) {
        var node = node
        node.newer = 0
        node.older = state.newest
        let place: Int
        if let free = state.free.popLast() {
            place = free
            state.nodes[place] = node
        } else {
            place = state.nodes.count
            state.nodes.append(node)
        }
        state.nodes[state.newest]?.newer = place
        if state.oldest == 0 { state.oldest = place }
        state.newest = place
        state.places[node.key] = place
        state.cost += node.cost
    }

    private func remove(_ place: Int) {
        guard let node = state.nodes[place] else { return }
        if node.newer == 0 { state.newest = node.older } else { state.nodes[node.newer]?.older = node.older }
        if node.older == 0 { state.oldest = node.newer } else { state.nodes[node.older]?.newer = node.newer }
        state.nodes[place] = nil
        state.free.append(place)
        state.places[node.key] = nil
        state.cost -= node.cost
    }
}

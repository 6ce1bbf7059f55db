public import AlcedoBase

/// An in-memory LRU cache with limits for cost, count and time since the last use.
///
/// Storing, reading and removing a value take amortized constant time. Safe to use from any thread.
public final class MemoryStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    // A list in order of use, linked by indices instead of references: index 0 marks both ends.
    private struct Node {
        var key: Key
        var value: Value
        var cost: Int
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

        mutating func insert(_ node: Node) {
            var node = node
            node.newer = 0
            node.older = newest
            let place: Int
            if let free = free.popLast() {
                place = free
                nodes[place] = node
            } else {
                place = nodes.count
                nodes.append(node)
            }
            nodes[newest]?.newer = place
            if oldest == 0 { oldest = place }
            newest = place
            places[node.key] = place
            cost += node.cost
        }

        mutating func remove(_ place: Int) {
            guard let node = nodes[place] else { return }
            if node.newer == 0 { newest = node.older } else { nodes[node.newer]?.older = node.older }
            if node.older == 0 { oldest = node.newer } else { nodes[node.older]?.newer = node.newer }
            nodes[place] = nil
            free.append(place)
            places[node.key] = nil
            cost -= node.cost
        }
    }

    private let costLimit: Int
    private let countLimit: Int
    private let lifetime: Double
    private let clock: @Sendable () -> Date
    private let state = Locked(State())

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - costLimit: The maximum total cost of all values, in units of the caller's choice.
    ///   - countLimit: The maximum number of values.
    ///   - lifetime: The seconds that a value stays after its last use; the default of 300 is Kingfisher's.
    ///   - clock: Returns the current time.
    public init(
        costLimit: Int, countLimit: Int = .max, lifetime: Double = 300,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.costLimit = max(0, costLimit)
        self.countLimit = max(0, countLimit)
        self.lifetime = lifetime
        self.clock = clock
    }

    /// The number of stored values, including expired ones that have not been requested since.
    public var count: Int { state.withLock { $0.places.count } }

    /// The total cost of all values.
    public var cost: Int { state.withLock { $0.cost } }

    /// Stores a value, replacing any value with the same key. The least recently used values are evicted to make room;
    /// a value that costs more than the limit is not stored.
    public func store(_ value: Value, for key: Key, cost: Int = 0) {
        state.withLock { state in
            if let place = state.places[key] { state.remove(place) }
            guard lifetime > 0, cost >= 0, cost <= costLimit, countLimit > 0 else { return }
            while state.oldest != 0, state.cost > costLimit - cost || state.places.count >= countLimit {
                state.remove(state.oldest)
            }
            state.insert(
                Node(
                    key: key, value: value, cost: cost, expires: clock() + lifetime, newer: 0, older: 0))
        }
    }

    /// Returns the value with this key unless it has expired, and marks it as used.
    public func value(for key: Key) -> Value? {
        state.withLock { state in
            guard let place = state.places[key], var node = state.nodes[place] else { return nil }
            state.remove(place)
            let now = clock()
            guard node.expires > now else { return nil }
            node.expires = now + lifetime
            state.insert(node)
            return node.value
        }
    }

    /// Removes the value with this key.
    public func removeValue(for key: Key) {
        state.withLock { if let place = $0.places[key] { $0.remove(place) } }
    }

    /// Removes all values.
    public func removeAll() {
        state.withLock { $0 = State() }
    }
}

import AlcedoCache
import Foundation
import Testing

@Suite struct MemoryStoreTests {
    let clock = Clock()

    func store(
        cost: Int = 100, count: Int = .max, lifetime: Double = .infinity
    ) -> MemoryStore<String, Int> {
        let clock = clock
        return MemoryStore(costLimit: cost, countLimit: count, lifetime: lifetime, clock: { clock.now })
    }

    @Test func theLeastRecentlyUsedGoesFirst() {
        let store = store(count: 3)
        for (value, key) in ["a", "b", "c"].enumerated() { store.store(value, for: key) }
        #expect(store.value(for: "a") == 0)
        store.store(3, for: "d")
        #expect(store.value(for: "b") == nil)
        #expect(store.value(for: "c") == 2)
        store.store(4, for: "e")
        #expect(store.value(for: "a") == nil)
        #expect(store.value(for: "d") == 3)
        #expect(store.count == 3)
    }

    @Test func costsStayWithinTheLimit() {
        let store = store(cost: 10)
        store.store(1, for: "a", cost: 4)
        store.store(2, for: "b", cost: 4)
        #expect(store.cost == 8)
        store.store(3, for: "c", cost: 6)
        #expect(store.value(for: "a") == nil)
        #expect(store.value(for: "b") == 2)
        #expect(store.value(for: "c") == 3)
        #expect(store.cost == 10)
        store.store(4, for: "d", cost: 10)
        #expect(store.count == 1)
        #expect(store.cost == 10)
    }

    @Test func aValueAboveTheLimitIsNotKeptAndEvictsNothing() {
        let store = store(cost: 10)
        store.store(1, for: "a", cost: 10)
        store.store(2, for: "b", cost: 11)
        store.store(3, for: "c", cost: -1)
        #expect(store.value(for: "a") == 1)
        #expect(store.count == 1)
        // The old value of the same key is not the value any more.
        store.store(4, for: "a", cost: 11)
        #expect(store.value(for: "a") == nil)
        #expect(store.cost == 0)
    }

    @Test func storingAgainTakesThePlaceOfTheOldValue() {
        let store = store(cost: 10, count: 2)
        store.store(1, for: "a", cost: 6)
        store.store(2, for: "b", cost: 3)
        store.store(3, for: "a", cost: 7)
        #expect(store.value(for: "a") == 3)
        #expect(store.value(for: "b") == 2)
        #expect(store.cost == 10)
        #expect(store.count == 2)
    }

    @Test func limitsOfZeroKeepNothing() {
        for (cost, count) in [(10, 0), (-1, 5), (10, -1)] {
            let store = store(cost: cost, count: count)
            store.store(1, for: "a", cost: 1)
            #expect(store.value(for: "a") == nil)
            #expect(store.count == 0)
        }
        let store = store(cost: 0)
        store.store(1, for: "a", cost: 0)
        #expect(store.value(for: "a") == 1)
    }

    @Test func costsNearIntMaxDoNotOverflow() {
        let store = store(cost: .max)
        store.store(1, for: "a", cost: .max - 1)
        store.store(2, for: "b", cost: 5)
        #expect(store.value(for: "a") == nil)
        #expect(store.value(for: "b") == 2)
        #expect(store.cost == 5)
    }

    @Test func aValueExpiresAfterItsLifetimeAndNotBefore() {
        let store = store(lifetime: 300)
        store.store(1, for: "a", cost: 5)
        store.store(2, for: "b", cost: 6)
        clock.move(to: 299)
        #expect(store.value(for: "a") == 1)
        clock.move(to: 300)
        #expect(store.value(for: "b") == nil)
        #expect(store.count == 1)
        #expect(store.cost == 5)
        // Used at 299.
        clock.move(to: 598)
        #expect(store.value(for: "a") == 1)
        clock.move(to: 898)
        #expect(store.value(for: "a") == nil)
    }

    @Test func withoutALifetimeNothingIsKept() {
        let store = store(lifetime: 0)
        store.store(1, for: "a")
        #expect(store.count == 0)
    }

    @Test func removingDeletesTheValue() {
        let store = store()
        store.store(1, for: "a", cost: 5)
        store.store(2, for: "b", cost: 5)
        store.removeValue(for: "a")
        store.removeValue(for: "a")
        #expect(store.value(for: "a") == nil)
        #expect(store.cost == 5)
        store.removeAll()
        #expect(store.count == 0)
        #expect(store.cost == 0)
        store.store(3, for: "c", cost: 1)
        #expect(store.value(for: "c") == 3)
    }

    /// The plainest thing that can be right: a list in order of use.
    struct Model {
        var list: [(key: String, value: Int, cost: Int, expires: Double)] = []
        var costLimit: Int
        var countLimit: Int
        var lifetime: Double

        mutating func store(_ value: Int, _ key: String, _ cost: Int, _ now: Double) {
            list.removeAll { $0.key == key }
            guard cost <= costLimit, countLimit > 0 else { return }
            while list.count >= countLimit || list.map(\.cost).reduce(0, +) + cost > costLimit {
                list.removeFirst()
            }
            list.append((key, value, cost, now + lifetime))
        }

        mutating func value(_ key: String, _ now: Double) -> Int? {
            guard let index = list.firstIndex(where: { $0.key == key }) else { return nil }
            var item = list.remove(at: index)
            guard item.expires > now else { return nil }
            item.expires = now + lifetime
            list.append(item)
            return item.value
        }
    }

    @Test(arguments: 0..<6) func manyOperationsGiveWhatAPlainListGives(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (costLimit, countLimit) = (
            Int.random(in: 0...60, using: &random), Int.random(in: 0...12, using: &random)
        )
        let lifetime = Double(Int.random(in: 1...30, using: &random))
        let store = store(cost: costLimit, count: countLimit, lifetime: lifetime)
        var model = Model(costLimit: costLimit, countLimit: countLimit, lifetime: lifetime)
        var now = 0.0
        for step in 0..<3000 {
            let key = String(Int.random(in: 0..<20, using: &random))
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<5:
                let cost = Int.random(in: 0...20, using: &random)
                store.store(step, for: key, cost: cost)
                model.store(step, key, cost, now)
            case 5..<9:
                #expect(store.value(for: key) == model.value(key, now))
            case 9:
                store.removeValue(for: key)
                model.list.removeAll { $0.key == key }
            default:
                now += Double(Int.random(in: 0...3, using: &random))
                clock.move(to: now)
            }
            #expect(store.count == model.list.count)
            #expect(store.cost == model.list.map(\.cost).reduce(0, +))
        }
    }

    @Test func severalThreadsKeepTheTotalsRight() {
        let store = MemoryStore<Int, Int>(costLimit: 500, countLimit: 50)
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            var random = SeededGenerator(seed: UInt64(number))
            for _ in 0..<2000 {
                let key = Int.random(in: 0..<100, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0, 1: store.store(key * 3, for: key, cost: 10)
                case 2:
                    if let value = store.value(for: key), value != key * 3 {
                        Issue.record("a value is another's")
                    }
                default: store.removeValue(for: key)
                }
            }
        }
        #expect(store.count <= 50)
        #expect(store.cost == store.count * 10)
    }
}

/// A clock that stands until it is moved.
final class Clock: Sendable {
    let start = Date(timeIntervalSince1970: 1_000_000)
    // Every access is inside the lock.
    private let lock = NSLock()
    nonisolated(unsafe) private var offset = 0.0

    var now: Date { lock.withLock { start + offset } }

    func move(to seconds: Double) {
        lock.withLock { offset = seconds }
    }
}

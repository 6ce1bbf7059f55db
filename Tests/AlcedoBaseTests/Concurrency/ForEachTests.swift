import AlcedoBase
import Testing

@Suite(.timeLimit(.minutes(60))) struct ForEachTests {
    private struct Stop: Error {}

    @Test(arguments: [-1, 1, 3, 100]) func runsAtMostTheLimitAndCollectsAllResults(_ limit: Int) async {
        let running = Locked((now: 0, most: 0))
        var collected: [Int] = []
        await (0..<40).forEach(limit: limit) { number in
            running.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            await Task.yield()
            running.withLock { $0.now -= 1 }
            return number * 2
        } collect: {
            collected.append($0)
        }
        #expect(collected.sorted() == (0..<40).map { $0 * 2 })
        #expect(running.withLock(\.most) <= max(1, limit))
    }

    @Test func theFirstErrorEndsIt() async {
        let started = Locked(0)
        await #expect(throws: Stop.self) {
            try await (0..<100).forEach(limit: 2) { (number: Int) async throws(Stop) -> Int in
                started.withLock { $0 += 1 }
                if number == 5 { throw Stop() }
                return number
            } collect: {
                #expect($0 != 5)
            }
        }
        #expect(started.withLock { $0 } < 100)
    }
}

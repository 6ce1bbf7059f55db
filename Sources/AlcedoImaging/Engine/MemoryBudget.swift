import Foundation

/// Room for jobs that are worked on side by side, in bytes.
///
/// Who comes first is served first, so that a large job waits only for those before it. One that is larger than the whole
/// budget is let in alone. `@unchecked Sendable`: what changes is read and written under `condition`.
public final class MemoryBudget: @unchecked Sendable {
    /// The most bytes that all jobs together should take.
    public let bytes: Int
    /// The most bytes that one job may take, because there are no more.
    public let most: Int

    private let condition = NSCondition()
    private var used = 0
    private var jobs = 0
    private var isAlone = false
    private var nextTicket = 0
    private var queue: [Int] = []

    /// Takes the bounds.
    ///
    /// - Parameters:
    ///   - bytes: For all jobs together.
    ///   - most: For one job.
    public init(bytes: Int, most: Int) {
        self.bytes = max(1, bytes)
        self.most = max(1, most)
    }

    /// How many wait for room.
    var waiting: Int { condition.withLock { queue.count } }

    /// Room that was given to a job.
    struct Room {
        fileprivate var bytes: Int
        fileprivate var isAlone: Bool
    }

    /// Waits for room, on a thread that may wait. Give it back with ``leave(_:)``.
    ///
    /// - Parameter bytes: How much; `nil` to be alone.
    func enter(_ bytes: Int?) -> Room {
        condition.withLock {
            let ticket = nextTicket
            nextTicket += 1
            queue.append(ticket)
            while queue.first != ticket || !hasRoom(for: bytes) { condition.wait() }
            queue.removeFirst()
            jobs += 1
            used += bytes ?? 0
            isAlone = bytes == nil
            // The next in the queue may have room as well.
            condition.broadcast()
            return Room(bytes: bytes ?? 0, isAlone: bytes == nil)
        }
    }

    /// Takes room that nobody waits for, or none.
    func enterIfIdle(_ bytes: Int) -> Room? {
        condition.withLock {
            guard queue.isEmpty, !isAlone, bytes <= self.bytes - used else { return nil }
            jobs += 1
            used += bytes
            return Room(bytes: bytes, isAlone: false)
        }
    }

    /// Gives room back.
    func leave(_ room: Room) {
        condition.withLock {
            jobs -= 1
            used -= room.bytes
            if room.isAlone { isAlone = false }
            condition.broadcast()
        }
    }

    private func hasRoom(for bytes: Int?) -> Bool {
        if jobs == 0 { return true }
        guard !isAlone, let bytes else { return false }
        return used + bytes <= self.bytes
    }
}

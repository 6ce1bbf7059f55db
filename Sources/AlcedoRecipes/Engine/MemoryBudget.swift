import AlcedoBase

/// Memory, in bytes, for jobs that run side by side.
///
/// Jobs are admitted in order of arrival, so a large job waits only for those before it. A job larger than the whole
/// budget runs alone. `@unchecked Sendable`: mutable state is read and written under `condition`.
public final class MemoryBudget: @unchecked Sendable {
    /// Maximum bytes of all jobs together.
    public let bytes: Int
    /// Maximum bytes of one job: all the memory there is.
    public let maxPerJob: Int

    private let condition = Condition()
    private var used = 0
    private var jobs = 0
    private var isAlone = false
    private var nextTicket = 0
    private var queue: [Int] = []

    /// Creates a budget.
    ///
    /// - Parameters:
    ///   - bytes: Maximum for all jobs together.
    ///   - maxPerJob: Maximum for one job.
    public init(bytes: Int, maxPerJob: Int) {
        self.bytes = max(1, bytes)
        self.maxPerJob = max(1, maxPerJob)
    }

    /// The number of jobs waiting for room.
    var waiting: Int { condition.withLock { queue.count } }

    /// Room reserved for a job.
    package struct Room {
        fileprivate var bytes: Int
        fileprivate var isAlone: Bool
    }

    /// Waits for room, on a thread that may block. Return it with ``leave(_:)``.
    ///
    /// - Parameter bytes: The size of the room; `nil` to run alone.
    package func enter(_ bytes: Int?) -> Room {
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

    /// Returns room.
    package func leave(_ room: Room) {
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

extension MemoryBudget {
    /// Rejects a job that needs more memory than the machine has.
    ///
    /// - Throws: ``ImagingError/decode(_:reason:)``.
    package func refuse(_ bytes: Int) throws(ImagingError) {
        try Self.refuse(bytes, available: maxPerJob)
    }

    /// Rejects a picture that needs more memory than is available, in bytes.
    ///
    /// - Throws: ``ImagingError/decode(_:reason:)``.
    package static func refuse(_ bytes: Int, available: Int) throws(ImagingError) {
        guard bytes > available else { return }
        func megabytes(_ count: Int) -> String { "\(count / 1_000_000) MB" }
        throw .decode(
            .tooMuchMemory,
            reason:
                "it would take about \(megabytes(bytes)) of memory, and \(megabytes(available)) are available; make it smaller, "
                + "or use smaller variants, or formats that take less (AVIF takes most)")
    }
}

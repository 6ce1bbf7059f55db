import AlcedoBase

/// Assignment of one source's files to the workers that share it.
///
/// The worker that has the source leads; helpers are numbered from 1.
final class JobLedger: Sendable {
    /// The number of the worker that has the source.
    static let leader = 0

    private struct State {
        var split = JobSplit()
        var work: ImageWork?
        var open: Set<OutputID> = []
        var makers: [OutputID: Int] = [:]
        var helpers = 0
        var takesHelp = true
        var isCalling = false

        var isWorthHelp: Bool {
            takesHelp
                && split.isWorthHelp(
                    open, helpers: helpers, hasBegun: makers.values.contains(JobLedger.leader))
        }
    }

    private let state = Locked(State())
    private let call: @Sendable () -> Void

    /// - Parameter call: Called when a helper would save time, and again whenever a helper joins or leaves and
    ///   another one would save time.
    init(call: @escaping @Sendable () -> Void) {
        self.call = call
    }

    /// Begins the leader's work, or begins it again after the leader was lost. The second attempt gets no help, so
    /// that it runs alone.
    ///
    /// - Returns: The files to claim before making them.
    func begin(_ facts: ImageFacts, _ work: ImageWork) -> Set<OutputID> {
        let files = state.withLock { state in
            if state.work == nil {
                state.split = JobSplit(facts, work)
                state.open = Set(state.split.files.keys)
            } else {
                state.takesHelp = false
                for (file, maker) in state.makers where maker == Self.leader {
                    state.makers[file] = nil
                    state.open.insert(file)
                }
            }
            state.work = work
            return Set(state.split.files.keys)
        }
        callIfWorthwhile()
        return files
    }

    /// Ends a call for help and returns whether a helper is still useful.
    func needsHelp() -> Bool {
        state.withLock { state in
            state.isCalling = false
            return state.isWorthHelp
        }
    }

    /// Adds a helper that has read the header.
    ///
    /// - Returns: The remaining work and the files that the helper may claim, or `nil` if it is no longer useful.
    func join() -> (work: ImageWork, files: Set<OutputID>)? {
        let part = state.withLock { state -> (ImageWork, Set<OutputID>)? in
            guard state.isWorthHelp, let work = state.work else { return nil }
            state.helpers += 1
            return (work.only(state.open), state.open)
        }
        callIfWorthwhile()
        return part
    }

    /// Removes a helper that had joined.
    func leave() {
        state.withLock { $0.helpers -= 1 }
        callIfWorthwhile()
    }

    /// Claims a file, and returns whether it was still unclaimed.
    func claim(_ file: OutputID, by maker: Int) -> Bool {
        let isFree = state.withLock { state in
            guard state.open.remove(file) != nil else { return false }
            state.makers[file] = maker
            return true
        }
        if maker == Self.leader { callIfWorthwhile() }
        return isFree
    }

    /// Returns the files that a worker has claimed.
    func files(of maker: Int) -> Set<OutputID> {
        state.withLock { state in Set(state.makers.lazy.filter { $0.value == maker }.map(\.key)) }
    }

    /// Accepts no more helpers: there is no room for one, or one was lost.
    func refuseHelp() {
        state.withLock { $0.takesHelp = false }
    }

    /// The work with which the leader last began.
    var work: ImageWork? { state.withLock(\.work) }

    private func callIfWorthwhile() {
        let calls = state.withLock { state in
            guard !state.isCalling, state.isWorthHelp else { return false }
            state.isCalling = true
            return true
        }
        if calls { call() }
    }
}

extension ImageWork {
    /// Returns the same work with only these files left to make.
    func only(_ files: Set<OutputID>) -> ImageWork {
        let all = requests.indices.flatMap { index in
            OutputFormat.allCases.map { OutputID(request: index, format: $0) }
        }
        return ImageWork(requests: requests, finished: Set(all).subtracting(files))
    }
}

import AlcedoBase

/// Who makes which of the files of one source that several workers share.
///
/// The one who has the source leads; helpers are numbered from 1.
final class JobLedger: Sendable {
    /// The number of the one who has the source.
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

    /// - Parameter call: Is called when a helper would save time, and again when one has come or gone and another one
    ///   would.
    init(call: @escaping @Sendable () -> Void) {
        self.call = call
    }

    /// The leader begins, or begins again after it was lost. Then there is no more help, so that it can be alone.
    ///
    /// - Returns: The files that have to be claimed.
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

    /// A helper that was called has time: whether it is still of use.
    func needsHelp() -> Bool {
        state.withLock { state in
            state.isCalling = false
            return state.isWorthHelp
        }
    }

    /// A helper has come and has read the header.
    ///
    /// - Returns: What is left of the work, with the files that it may claim; `nil` when it is of no use any more.
    func join() -> (work: ImageWork, files: Set<OutputID>)? {
        let part = state.withLock { state -> (ImageWork, Set<OutputID>)? in
            guard state.isWorthHelp, let work = state.work else { return nil }
            state.helpers += 1
            return (work.only(state.open), state.open)
        }
        callIfWorthwhile()
        return part
    }

    /// A helper that has joined goes.
    func leave() {
        state.withLock { $0.helpers -= 1 }
        callIfWorthwhile()
    }

    /// Takes a file, if nobody else has it.
    func claim(_ file: OutputID, by maker: Int) -> Bool {
        let isFree = state.withLock { state in
            guard state.open.remove(file) != nil else { return false }
            state.makers[file] = maker
            return true
        }
        if maker == Self.leader { callIfWorthwhile() }
        return isFree
    }

    /// The files that somebody has taken.
    func files(of maker: Int) -> Set<OutputID> {
        state.withLock { state in Set(state.makers.lazy.filter { $0.value == maker }.map(\.key)) }
    }

    /// There is no more help: there is no room for it, or a helper was lost.
    func refuseHelp() {
        state.withLock { $0.takesHelp = false }
    }

    /// What was wanted when the leader began last.
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
    /// The same work with nothing left to do but these files.
    func only(_ files: Set<OutputID>) -> ImageWork {
        let all = requests.indices.flatMap { index in
            OutputFormat.allCases.map { OutputID(request: index, format: $0) }
        }
        return ImageWork(requests: requests, finished: Set(all).subtracting(files))
    }
}

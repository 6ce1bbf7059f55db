import AlcedoBase

extension WorkerTask {
    /// Makes files of a source that another worker processes, as long as no other job waits.
    ///
    /// - Parameters:
    ///   - number: The number under which the helper claims files.
    ///   - isWanted: Whether no other job waits.
    /// - Returns: `nil` if there was nothing to do, or no memory to do it.
    /// - Throws: ``WorkerLoss``, `CancellationError`, or the errors of a source; the claimed files are then missing.
    func help(
        _ source: ImageSource, handingOverIn folder: String?, number: Int, ledger: JobLedger,
        isWanted: () -> Bool
    ) throws -> ImageJobResult? {
        let files = prefix(in: folder)
        do {
            return try once { talk in
                try help(source, talk, files: files, number: number, ledger, isWanted: isWanted)
            }
        } catch {
            if let files { WorkerFiles.remove(files) }
            throw error
        }
    }

    private func help(
        _ source: ImageSource, _ talk: WorkerTalk, files: String?, number: Int, _ ledger: JobLedger,
        isWanted: () -> Bool
    ) throws -> ImageJobResult? {
        var room: MemoryBudget.Room?
        var hasJoined = false
        var isOver = false
        defer {
            if let room { memory.leave(room) }
            // One failure is enough.
            if !isOver { ledger.refuseHelp() }
            if hasJoined { ledger.leave() }
        }
        try talk.open(source)
        while true {
            switch try talk.hear() {
            case .facts:
                guard isWanted(), let (work, shared) = ledger.join() else {
                    isOver = true
                    try talk.say(.drop)
                    return nil
                }
                hasJoined = true
                try talk.say(.work(work, files: files, shared: shared))
            case .admission(let bytes):
                // Does not wait for memory, because sources go first. Without memory there is no help.
                room = memory.enterIfIdle(bytes)
                guard room != nil else {
                    try talk.say(.drop)
                    return nil
                }
                try talk.say(.go)
            case .claim(let file):
                try talk.say(isWanted() && ledger.claim(file, by: number) ? .go : .skip)
            case .result(let result, let resident):
                talk.worker.resident = resident
                isOver = true
                return result
            case .hello, .identity, .step, .failure: throw WorkerChannel.Failure.malformed
            }
        }
    }
}

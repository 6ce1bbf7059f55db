/// Joins what several workers have made of one source, to what one of them would have made.
struct JobParts {
    /// What came of it.
    private(set) var result: ImageJobResult
    /// What one worker has to make again, because nobody can say what became of it: the files of a helper that was lost,
    /// and all of a picture that failed in one of several formats. Of those one worker makes all or none, and it is the
    /// first trouble that counts.
    private(set) var again: Set<OutputID> = []
    /// Files that are of no use.
    private(set) var dropped: [EncodedImage] = []

    /// A helper: the files that it has claimed, and what came of them, if it was not lost.
    struct Help {
        var files: Set<OutputID>
        var result: ImageJobResult?
    }

    /// - Parameters:
    ///   - leader: What came of the one who has the source.
    ///   - helpers: The helpers, those that were lost among them.
    ///   - finished: What nobody was to make.
    init(_ leader: ImageJobResult, helpers: [Help], finished: Set<OutputID>) {
        result = leader
        var failed: Set<Int> = []
        for help in helpers {
            let requests = Set(help.files.map(\.request))
            failed.formUnion(requests.intersection(leader.failures.keys))
            guard let made = help.result else {
                again.formUnion(help.files)
                continue
            }
            failed.formUnion(requests.intersection(made.failures.keys))
            for (id, file) in made.outputs {
                if help.files.contains(id) { result.outputs[id] = file } else { dropped.append(file) }
            }
        }
        for index in failed {
            result.failures[index] = nil
            again.formUnion(
                OutputFormat.allCases.map { OutputID(request: index, format: $0) }.filter {
                    !finished.contains($0)
                })
        }
        for id in again {
            if let file = result.outputs.removeValue(forKey: id) { dropped.append(file) }
        }
    }

    /// Takes what was made again.
    mutating func add(_ last: ImageJobResult) {
        for (id, file) in last.outputs {
            if again.contains(id) { result.outputs[id] = file } else { dropped.append(file) }
        }
        let requests = Set(again.map(\.request))
        for (index, error) in last.failures where requests.contains(index) {
            result.failures[index] = error
            // All or none.
            for id in result.outputs.keys where id.request == index {
                if let file = result.outputs.removeValue(forKey: id) { dropped.append(file) }
            }
        }
    }
}

/// Merges the results of several workers on one source into the result that one worker would have returned.
struct JobParts {
    /// The merged result.
    private(set) var result: ImageJobResult
    /// Files to make again by one worker, because their outcome is unknown: the files of a lost helper, and all files
    /// of a picture that failed in one of several formats. One worker makes all files of a picture or none, and
    /// reports the first error.
    private(set) var again: Set<OutputID> = []
    /// Files to discard.
    private(set) var dropped: [EncodedImage] = []

    /// A helper: the files it claimed and, unless it was lost, its result.
    struct Help {
        var files: Set<OutputID>
        var result: ImageJobResult?
    }

    /// - Parameters:
    ///   - leader: The result of the worker that has the source.
    ///   - helpers: The helpers, including lost ones.
    ///   - finished: The files that did not have to be made.
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

    /// Adds the files that were made again.
    mutating func add(_ last: ImageJobResult) {
        for (id, file) in last.outputs {
            if again.contains(id) { result.outputs[id] = file } else { dropped.append(file) }
        }
        let requests = Set(again.map(\.request))
        for (index, error) in last.failures where requests.contains(index) {
            result.failures[index] = error
            // A picture has all of its files or none.
            for id in result.outputs.keys where id.request == index {
                if let file = result.outputs.removeValue(forKey: id) { dropped.append(file) }
            }
        }
    }
}

/// A program that runs one command many times, and says to each run in environment variables which one it is.
package struct ShardEngine: Sendable {
    /// The name in messages.
    let name: String
    /// The variable with the position of this run.
    let position: String
    /// The position of the first run, or the variable that has it.
    let first: First
    /// The variable with the number of runs; `nil` if the engine does not say it.
    let count: String?
    /// The variable with the difference between the positions of two consecutive runs.
    var step: String?

    enum First: Sendable {
        case number(Int)
        case variable(String)
    }

    /// The variable that names the part, whatever an engine says.
    package static let ownShard = "ALCEDO_SHARD"
    /// The variable with the number of parts, for engines that do not say it.
    package static let ownCount = "ALCEDO_SHARDS"

    /// The engines known here, each with what its documentation says.
    package static let all = [
        // Ids of an array are what `--array` says, and need not begin with 0 or 1.
        ShardEngine(
            name: "Slurm", position: "SLURM_ARRAY_TASK_ID", first: .variable("SLURM_ARRAY_TASK_MIN"),
            count: "SLURM_ARRAY_TASK_COUNT", step: "SLURM_ARRAY_TASK_STEP"),
        ShardEngine(
            name: "GitLab", position: "CI_NODE_INDEX", first: .number(1), count: "CI_NODE_TOTAL"),
        ShardEngine(
            name: "CircleCI", position: "CIRCLE_NODE_INDEX", first: .number(0), count: "CIRCLE_NODE_TOTAL"),
        ShardEngine(
            name: "Buildkite", position: "BUILDKITE_PARALLEL_JOB", first: .number(0),
            count: "BUILDKITE_PARALLEL_JOB_COUNT"),
        ShardEngine(name: "Kubernetes", position: "JOB_COMPLETION_INDEX", first: .number(0), count: nil),
        ShardEngine(
            name: "AWS Batch", position: "AWS_BATCH_JOB_ARRAY_INDEX", first: .number(0),
            count: "AWS_BATCH_JOB_ARRAY_SIZE"),
        ShardEngine(name: "GNU parallel", position: "PARALLEL_SEQ", first: .number(1), count: nil),
    ]

    /// Returns the part that the environment names: `ALCEDO_SHARD`, or else what the engine says that runs this process.
    ///
    /// An engine that says that there is one run only has no say where another one has several: CircleCI always says so.
    ///
    /// - Throws: `ShardMistake` if no engine says anything, or not enough, or two contradict each other.
    package static func shard(in environment: [String: String]) throws(ShardMistake) -> BuildOptions.Shard {
        if let written = value(of: ownShard, in: environment) {
            do {
                return try BuildOptions.Shard(written: written)
            } catch {
                throw ShardMistake("\(ownShard): \(error)")
            }
        }
        var said: [(engine: ShardEngine, shard: BuildOptions.Shard)] = []
        // What is wrong with an engine that says that there is one run only.
        var doubt: ShardMistake?
        for engine in all {
            do {
                if let shard = try engine.shard(in: environment) { said.append((engine, shard)) }
            } catch {
                guard engine.hasOneRun(in: environment) else { throw error }
                doubt = doubt ?? error
            }
        }
        if said.contains(where: { $0.shard.count > 1 }) {
            said.removeAll { $0.shard.count == 1 }
        } else if let doubt {
            throw doubt
        }
        guard let first = said.first else {
            throw ShardMistake(
                "no engine says in the environment which part this is (\(all.map(\.name).joined(separator: ", "))); "
                    + "write the part such as 3/16, or set \(ownShard)")
        }
        if let other = said.first(where: { $0.shard != first.shard }) {
            throw ShardMistake(
                "\(first.engine.name) says part \(first.shard) (\(first.engine.position)) and \(other.engine.name) "
                    + "says part \(other.shard) (\(other.engine.position)); set \(ownShard) to the right one")
        }
        return first.shard
    }

    /// Returns what this engine says, or `nil` if it does not run this process.
    private func shard(in environment: [String: String]) throws(ShardMistake) -> BuildOptions.Shard? {
        guard let position = try number(self.position, in: environment) else { return nil }
        let total = try total(in: environment)
        let start: Int
        switch first {
        case .number(let number): start = number
        case .variable(let variable): start = try required(variable, in: environment)
        }
        let step = try self.step.map { name throws(ShardMistake) in
            max(1, try number(name, in: environment) ?? 1)
        }
        let (distance, width) = (position - start, step ?? 1)
        let received = "\(self.position)=\(position) with \(Self.parts(total)) (\(name))"
        let span = (total - 1).multipliedReportingOverflow(by: width)
        let last = start.addingReportingOverflow(span.partialValue)
        guard !span.overflow, !last.overflow else {
            throw ShardMistake(
                "\(name) says that positions are from \(start) in steps of \(width), which are too large numbers for "
                    + "\(Self.parts(total)); set \(Self.ownShard)")
        }
        guard distance >= 0, distance.isMultiple(of: width), distance / width < total else {
            let advice = self.step == nil ? "" : "; number the tasks evenly, as in --array=1-\(total)"
            throw ShardMistake(
                "expected a position from \(start) to \(last.partialValue), received \(received)\(advice), "
                    + "or set \(Self.ownShard)")
        }
        return try BuildOptions.Shard(checking: distance / width + 1, of: total, received: received)
    }

    /// The number of runs, as the engine says or `ALCEDO_SHARDS` does.
    private func total(in environment: [String: String]) throws(ShardMistake) -> Int {
        let own = try number(Self.ownCount, in: environment)
        let said = try count.map { name throws(ShardMistake) in try number(name, in: environment) } ?? nil
        guard let total = said ?? own else {
            let variable = count.map { "\($0) is not set" } ?? "it does not say how many there are"
            throw ShardMistake(
                "\(name) says which part this is (\(position)), but \(variable); set \(Self.ownCount) to the number of parts"
            )
        }
        if let own, let said, own != said {
            throw ShardMistake(
                "\(name) says that there \(said == 1 ? "is" : "are") \(Self.parts(said)) (\(count ?? "")) and \(Self.ownCount) says \(own); "
                    + "set \(Self.ownShard) to this part, such as 3/\(own)")
        }
        guard (1...BuildOptions.Shard.maxCount).contains(total) else {
            throw ShardMistake(
                "the number of parts is from 1 to \(BuildOptions.Shard.maxCount), received \(total) (\(name))"
            )
        }
        return total
    }

    /// Whether this engine says that there is one run only.
    private func hasOneRun(in environment: [String: String]) -> Bool {
        count.flatMap { Self.value(of: $0, in: environment) }.flatMap(BuildOptions.Shard.number) == 1
    }

    private static func parts(_ count: Int) -> String { "\(count) \(count == 1 ? "part" : "parts")" }

    private func required(_ variable: String, in environment: [String: String]) throws(ShardMistake) -> Int {
        guard let number = try number(variable, in: environment) else {
            throw ShardMistake(
                "\(name) says which part this is (\(position)), but \(variable) is not set; set \(Self.ownShard)"
            )
        }
        return number
    }

    private func number(_ variable: String, in environment: [String: String]) throws(ShardMistake) -> Int? {
        guard let text = Self.value(of: variable, in: environment) else { return nil }
        guard let number = BuildOptions.Shard.number(text) else {
            throw ShardMistake("expected a number in \(variable), received '\(text)'")
        }
        return number
    }

    /// An empty variable says nothing.
    private static func value(of variable: String, in environment: [String: String]) -> String? {
        environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
}

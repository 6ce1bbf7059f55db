import Alcedo

/// What is told of sources while several are worked on at once, until it can be said in the manifest's order.
///
/// On a terminal it is said at once. A log is compared with other logs, where what came first by chance is noise.
struct HeldLines {
    private var warnings: [Diagnostic] = []
    private var failures: [BuildFailure] = []

    mutating func add(_ warning: Diagnostic) { warnings.append(warning) }
    mutating func add(_ failure: BuildFailure) { failures.append(failure) }

    /// Gives away all lines: the warnings by their places, those without one last and as they came, and then the failures.
    ///
    /// - Parameter report: The failures in the manifest's order. Without it, after a build that did not end, they are
    ///   ordered by place and id.
    mutating func release(inTheOrderOf report: BuildReport?) -> [String] {
        var lines = ordered(warnings) { ($0.location, $0.location == nil ? "" : $0.message) }.map(
            \.description)
        let known = report?.failures ?? []
        let reported = Set(known)
        lines += known.map(\.description)
        lines += ordered(failures.filter { !reported.contains($0) }) { ($0.location, $0.source) }.map(
            \.description)
        self = HeldLines()
        return lines
    }

    private func ordered<Item>(_ items: [Item], _ key: (Item) -> (SourceLocation?, String)) -> [Item] {
        let keyed = items.enumerated().map { (offset, item) in
            let (place, name) = key(item)
            return (
                item: item,
                place: (place == nil ? 1 : 0, place?.file ?? "", place?.line ?? 0, place?.column ?? 0),
                rest: (name, offset)
            )
        }
        return keyed.sorted { $0.place == $1.place ? $0.rest < $1.rest : $0.place < $1.place }.map(\.item)
    }
}

package import Alcedo
package import AlcedoManifest

/// Messages about sources that are processed concurrently, held back to be printed in the manifest's order.
///
/// Terminals show messages at once. Logs are compared with other logs, where a random order would be noise.
package struct HeldLines {
    private var warnings: [Diagnostic] = []
    private var failures: [BuildFailure] = []

    package init() {}

    package mutating func add(_ warning: Diagnostic) { warnings.append(warning) }
    package mutating func add(_ failure: BuildFailure) { failures.append(failure) }

    /// Removes and returns all lines: warnings by place, those without one last as they arrived, then failures.
    ///
    /// - Parameter report: The report with the failures in the manifest's order. After an incomplete build it is
    ///   `nil`, and failures are ordered by place and id.
    package mutating func release(inTheOrderOf report: BuildReport?) -> [String] {
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

    private func ordered<Item>(_ items: [Item], _ key: (Item) -> (Diagnostic.Location?, String)) -> [Item] {
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

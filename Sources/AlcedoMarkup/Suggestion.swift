/// Suggests corrections of typos.
package enum Suggestion {
    /// Returns the candidate that `text` is probably a typo of, if any.
    ///
    /// Case, hyphens and underscores are ignored; a third of the letters may be wrong. Of equally close candidates, the
    /// first is returned.
    package static func closest(to text: String, among candidates: some Sequence<String>) -> String? {
        let wanted = normalized(text)
        guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let letters = normalized(candidate)
            let allowed = max(1, min(wanted.count, letters.count) / 3)
            let distance = distance(wanted, letters)
            // If every letter differs, it is not a typo but another word.
            guard distance <= allowed, distance < letters.count else { continue }
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.candidate
    }

    private static func normalized(_ text: String) -> [Character] {
        text.lowercased().filter { $0 != "-" && $0 != "_" }
    }

    /// Returns the optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbors.
    package static func distance(_ a: [Character], _ b: [Character]) -> Int {
        if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
        var before: [Int] = []
        var previous = Array(0...b.count)
        for i in 1...a.count {
            var current = [i]
            for j in 1...b.count {
                let same = a[i - 1] == b[j - 1]
                var cost = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (same ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    cost = min(cost, before[j - 2] + 1)
                }
                current.append(cost)
            }
            before = previous
            previous = current
        }
        return previous[b.count]
    }
}

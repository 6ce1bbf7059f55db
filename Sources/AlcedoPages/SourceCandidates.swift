/// The candidates of a `srcset` (HTML, "parse a srcset attribute").
struct SourceCandidates {
    /// An address with its descriptors as written, such as `640w`.
    struct Candidate: Hashable {
        var address: String
        var descriptor: String
    }

    private(set) var all: [Candidate] = []

    init(_ srcset: String) {
        var rest = srcset[...]
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "," }
            guard !rest.isEmpty else { return }
            var address = rest.prefix { !$0.isWhitespace }
            rest = rest[address.endIndex...]
            var descriptor = ""
            if address.last == "," {
                while address.last == "," { address.removeLast() }
            } else {
                var depth = 0
                let written = rest.prefix { character in
                    if character == "(" { depth += 1 }
                    if character == ")" { depth -= 1 }
                    return character != "," || depth > 0
                }
                rest = rest[written.endIndex...]
                descriptor = written.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            all.append(Candidate(address: String(address), descriptor: descriptor))
        }
    }

    /// Returns a `srcset` with these candidates, each once.
    static func text(_ candidates: [Candidate]) -> String {
        var seen: Set<Candidate> = []
        return candidates.filter { seen.insert($0).inserted }
            .map { $0.descriptor.isEmpty ? $0.address : "\($0.address) \($0.descriptor)" }
            .joined(separator: ", ")
    }
}

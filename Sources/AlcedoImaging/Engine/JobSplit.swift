import AlcedoBase

/// Which files of one source several workers may make, and when one more of them saves time.
///
/// A source is one worker's from its first byte to its last. A worker that has nothing else to do may take files off
/// its hands, those that take longest first; it has to decode the source again for that. So only long work is shared,
/// and only as long as enough of it is left. Who makes a file does not change its bytes: they are planned from all
/// requests, whichever are made.
struct JobSplit {
    /// The files that whoever comes to them first makes, with the seconds that each should take.
    let files: [OutputID: Double]
    /// What a helper does before its first file, in seconds.
    let entry: Double

    /// A shorter file stays with the source: asking who makes it takes hardly any time, but elsewhere its picture would
    /// have to be made as well.
    static let leastFile = 0.05
    /// What is left has to be so many times what a helper does before its first file.
    static let leastGain = 4.0
    /// Less work than this is done before another process has been started.
    static let leastWork = 0.25

    /// Nothing is shared.
    init() {
        files = [:]
        entry = 0
    }

    /// - Parameters:
    ///   - facts: What the header says.
    ///   - work: What is wanted, of which what is finished is nobody's.
    init(_ facts: ImageFacts, _ work: ImageWork) {
        var files: [OutputID: Double] = [:]
        for (index, request) in work.requests.enumerated() {
            let layout = request.geometry.layout(for: facts)
            var size = layout.canvas
            for processor in request.processors {
                size = processor.size(of: size, density: request.density)
            }
            let frames = request.animation == .first ? 1 : facts.frames
            for encoding in request.possibleEncodings(facts, layout: layout) {
                // What the others come to is known when the pixels are. None of them takes long.
                guard case .format(let format) = encoding.format else { continue }
                let output = OutputID(request: index, format: format)
                guard !work.finished.contains(output), files[output] == nil else { continue }
                files[output] = WorkEstimate.encoding(size, frames: frames, as: format, encoding)
            }
        }
        self.files = files.filter { $0.value >= Self.leastFile }
        entry = WorkEstimate.decoding(facts)
    }

    /// Whether one more helper saves time.
    ///
    /// - Parameters:
    ///   - open: The files that nobody has begun.
    ///   - helpers: How many are at it, each of which has its share of them.
    ///   - hasBegun: Whether the one who has the source is at one of the files. Otherwise it takes the longest next.
    func isWorthHelp(_ open: Set<OutputID>, helpers: Int, hasBegun: Bool) -> Bool {
        var left = open.map { files[$0] ?? 0 }
        if !hasBegun, let longest = left.indices.max(by: { left[$0] < left[$1] }) { left.remove(at: longest) }
        let share = left.reduce(0, +) / Double(helpers + 1)
        return !left.isEmpty && share >= max(Self.leastWork, entry * Self.leastGain)
    }
}

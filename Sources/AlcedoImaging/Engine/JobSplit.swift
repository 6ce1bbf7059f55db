import AlcedoBase

/// The files of one source that several workers may share, and when another helper saves time.
///
/// Each source belongs to one worker from start to finish. An idle worker may take over files, longest first, but has
/// to decode the source again. So only long work is shared, and only while enough of it is left. The bytes of a file
/// do not depend on who makes it: they are planned from all requests, whichever are made.
struct JobSplit {
    /// The files that belong to the first worker that claims them, with the estimated seconds of each.
    let files: [OutputID: Double]
    /// The estimated seconds of a helper's work before its first file.
    let entry: Double

    /// Minimum seconds of a file to share. Claiming a shorter one is cheap, but the helper would also have to make
    /// its picture.
    static let leastFile = 0.05
    /// Minimum ratio of the remaining work to a helper's work before its first file.
    static let leastGain = 4.0
    /// Minimum seconds of remaining work. Less is done before another process has started.
    static let leastWork = 0.25

    /// Creates a split that shares nothing.
    init() {
        files = [:]
        entry = 0
    }

    /// - Parameters:
    ///   - facts: The facts from the header.
    ///   - work: The work. Its finished files are not shared.
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
                // `auto` and `source` name no format yet and are not shared.
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
    ///   - open: The files that no worker has claimed.
    ///   - helpers: The number of current helpers, each of which takes a share.
    ///   - hasBegun: Whether the leader has claimed a file. Otherwise it takes the longest next.
    func isWorthHelp(_ open: Set<OutputID>, helpers: Int, hasBegun: Bool) -> Bool {
        var left = open.map { files[$0] ?? 0 }
        if !hasBegun, let longest = left.indices.max(by: { left[$0] < left[$1] }) { left.remove(at: longest) }
        let share = left.reduce(0, +) / Double(helpers + 1)
        return !left.isEmpty && share >= max(Self.leastWork, entry * Self.leastGain)
    }
}

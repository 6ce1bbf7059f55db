import AlcedoBase
import AlcedoTerminal

/// Shows the progress of a run. The reporter calls it from one thread at a time.
protocol ProgressDisplay: Sendable {
    func start(total: Int)
    /// - Parameter didWork: Whether the source took work; only such sources count for rates and remaining times.
    func advance(didWork: Bool)
    func phase(_ name: String)
    func clear()
    func redraw()
    /// Clears the display until the next start.
    func end()
}

/// The progress and the speed of a run.
struct ProgressCount {
    var total = 0
    var done = 0
    var worked = 0
    var started = Date()

    /// Sources per second, once enough are done to measure it.
    var rate: Double? {
        let seconds = Date().timeIntervalSince(started)
        return worked >= 3 && seconds > 0.5 ? Double(worked) / seconds : nil
    }

    /// `12/41, 3.4/s, 9 s left`
    var text: String {
        var text = "\(grouped(done))/\(grouped(total))"
        if let rate {
            text += ", \(String(rate, places: 1))/s"
            if done < total { text += ", \(duration((Double(total - done) / rate).rounded(.up))) left" }
        }
        return text
    }
}

/// A progress bar that redraws one line of a terminal.
final class ProgressBar: ProgressDisplay {
    // The reporter's lock is held around every call.
    nonisolated(unsafe) private var count = ProgressCount()
    nonisolated(unsafe) private var phase = "images"
    nonisolated(unsafe) private var isShown = false
    // Sources that end while a run is being stopped draw nothing.
    nonisolated(unsafe) private var isOver = false
    nonisolated(unsafe) private var lastDrawn = Date.distantPast

    func start(total: Int) {
        count = ProgressCount(total: total)
        isOver = false
    }

    func advance(didWork: Bool) {
        // A source with several failed variants is reported several times.
        count.done = min(count.done + 1, count.total)
        if didWork { count.worked += 1 }
        // A run with nothing to do ends before a bar could be read.
        guard Date().timeIntervalSince(count.started) > 0.3 else { return }
        if Date().timeIntervalSince(lastDrawn) > 0.08 { draw() }
    }

    func phase(_ name: String) {
        phase = name
        if isShown { draw() }
    }

    func clear() {
        guard isShown else { return }
        write("\r\u{1B}[K")
    }

    func redraw() {
        if isShown { draw() }
    }

    func end() {
        clear()
        isShown = false
        isOver = true
    }

    private func draw() {
        guard !isOver else { return }
        let width = 24
        let filled = count.total == 0 ? width : width * count.done / count.total
        let bar = String(repeating: "━", count: filled) + String(repeating: "╌", count: width - filled)
        write("\r\u{1B}[K\(bar) \(count.text)  \(phase)")
        isShown = true
        lastDrawn = Date()
    }

    private func write(_ text: String) {
        StandardStream.error.write(text)
    }
}

/// A line for every tenth of a long run, for logs.
final class ProgressLines: ProgressDisplay {
    // The reporter's lock is held around every call.
    nonisolated(unsafe) private var count = ProgressCount()
    nonisolated(unsafe) private var lastSaid = Date()

    func start(total: Int) {
        count = ProgressCount(total: total)
        lastSaid = Date()
    }

    func advance(didWork: Bool) {
        // A source with several failed variants is reported several times.
        count.done = min(count.done + 1, count.total)
        if didWork { count.worked += 1 }
        let isTenth = count.total >= 10 && count.done * 10 / count.total > (count.done - 1) * 10 / count.total
        let silence = Date().timeIntervalSince(lastSaid)
        guard count.done < count.total, silence > 30 || (isTenth && silence > 2) else { return }
        lastSaid = Date()
        StandardStream.error.write(count.text + "\n")
    }

    func phase(_ name: String) {}
    func clear() {}
    func redraw() {}
    func end() {}
}

import Alcedo
import AlcedoManifest

/// The last line of a build or a fetch.
enum Summary {
    /// `12 remote sources: 10 in the cache, 2 loaded; 1.2 MB; 0.31 s`
    static func line(forFetch report: BuildReport) -> String {
        line(forRemote: report, unchanged: "in the cache")
    }

    /// `12 remote sources: 10 as they were, 2 loaded; 1.2 MB; 0.31 s`
    static func line(forUpdate report: BuildReport) -> String {
        line(forRemote: report, unchanged: "as they were")
    }

    private static func line(forRemote report: BuildReport, unchanged: String) -> String {
        var parts: [String] = []
        if report.unchanged > 0 { parts.append("\(grouped(report.unchanged)) \(unchanged)") }
        if report.made > 0 { parts.append("\(grouped(report.made)) loaded") }
        if !report.failures.isEmpty { parts.append("\(grouped(report.failures.count)) failed") }
        var line = counted(report.sources, "remote source")
        if !parts.isEmpty { line += ": " + parts.joined(separator: ", ") }
        return line + "; " + byteCount(report.bytesIn) + remoteCache(report) + "; " + duration(report.seconds)
    }

    /// The consequence of a failed update.
    static let pinsStay = "failed sources are pinned as before"

    /// `images.lock: 2 pins added, 1 changed; commit it`
    static func line(for change: LockChange) -> String {
        let counts = [(change.added, "added"), (change.changed, "changed"), (change.removed, "removed")]
        var parts = counts.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
        if let first = counts.first(where: { $0.0 > 0 }) {
            parts[0] = counted(first.0, "pin") + " " + first.1
        }
        return "\(change.file): \(parts.joined(separator: ", ")); commit it"
    }

    /// `45 sources, 612 files: 600 unchanged, 8 from the cache, 4 made; 92.1 MB in, 31.4 MB out; 1.20 s`
    ///
    /// Of a part: `shard 3/16: 2 of 45 sources and parts of 1 more, 38 files: 36 from the cache, 2 made; …`
    static func line(for report: BuildReport) -> String {
        var parts: [String] = []
        if report.unchanged > 0 { parts.append("\(grouped(report.unchanged)) unchanged") }
        if report.cached > 0 { parts.append("\(grouped(report.cached)) from the cache") }
        if report.made > 0 { parts.append("\(grouped(report.made)) made") }
        if report.same > 0 { parts.append("\(grouped(report.same)) the same as one made") }
        let failed = report.failures.count
        var line = "\(sources(of: report)), \(counted(report.files, "file"))"
        if !parts.isEmpty { line += ": " + parts.joined(separator: ", ") }
        if report.leftOut > 0 {
            line += "; \(grouped(report.leftOut)) of these left out, no smaller than a later format"
        }
        if report.inlineMade > 0 { line += "; \(counted(report.inlineMade, "inline picture")) made" }
        if failed > 0 { line += "; \(grouped(failed)) failed" }
        line += "; \(byteCount(report.bytesIn)) in, \(byteCount(report.bytesOut)) out"
        if report.wroteNothing {
            line += report.share == nil ? "; nothing to do" : "; nothing was missing"
        } else if report.isPublished {
            line += "; \(counted(report.filesWritten, "file")) written"
            if report.filesDeleted > 0 { line += ", \(grouped(report.filesDeleted)) deleted" }
            if report.wroteSwift { line += ", and the Swift file" }
        }
        return line + remoteCache(report) + "; " + duration(report.seconds)
    }

    /// `; shared cache: 40 of 45 sources found, 31.4 MB received, 5 sent (3.1 MB)`
    private static func remoteCache(_ report: BuildReport) -> String {
        guard let use = report.remoteCache, !use.isUnused else { return "" }
        var parts: [String] = []
        if use.lookups > 0 {
            parts.append("\(grouped(use.found)) of \(counted(use.lookups, "source")) found")
        }
        if use.bytesReceived > 0 { parts.append("\(byteCount(use.bytesReceived)) received") }
        if use.sent > 0 || use.bytesSent > 0 {
            parts.append("\(grouped(use.sent)) sent (\(byteCount(use.bytesSent)))")
        }
        if use.notSent > 0 { parts.append("\(grouped(use.notSent)) not sent") }
        if use.bad > 0 { parts.append("\(grouped(use.bad)) bad") }
        if use.unsigned > 0 { parts.append("\(grouped(use.unsigned)) unsigned") }
        return "; shared cache: " + parts.joined(separator: ", ")
    }

    private static func sources(of report: BuildReport) -> String {
        guard let share = report.share else { return counted(report.sources, "source") }
        var words = "shard \(share.shard): \(grouped(share.sources)) of \(counted(share.ofSources, "source"))"
        if share.parts > 0 { words += " and parts of \(grouped(share.parts)) more" }
        return words
    }
}

import Alcedo
import AlcedoBase
import AlcedoCache
import AlcedoManifest

/// One event as one line of JSON, for programs that watch a build. `docs/events.md` describes every field.
enum JSONLine {
    static func of(_ event: BuildEvent) -> String {
        switch event {
        case .started(let sources): line("started", Started(sources: sources))
        case .sandbox(let parts, let missing):
            of(message: sandboxLine(parts, missing: missing), severity: "note")
        case .waiting(let output): line("waiting", Waiting(output: output))
        case .source(let id, let origin, let files, let made):
            line("source", Source(id: id, origin: origin.rawValue, files: files, made: made))
        case .failed(let failure):
            line(
                "failed",
                Failed(
                    source: failure.source, variant: failure.variant, phase: failure.phase.rawValue,
                    code: failure.code, reason: failure.reason, tolerated: failure.isTolerated,
                    file: failure.location.file,
                    line: failure.location.line, column: failure.location.column))
        case .repinned(let id, let from, let to):
            line(
                "repinned",
                Repinned(
                    id: id, digest: to.digest.sri, bytes: to.bytes, formerDigest: from.digest.sri,
                    formerBytes: from.bytes))
        case .locked(let change):
            line(
                "locked",
                Locked(
                    file: change.file, added: change.added, changed: change.changed, removed: change.removed))
        case .warning(let diagnostic): of(diagnostic)
        case .publishing(let files): line("publishing", Publishing(files: files))
        }
    }

    static func ofChange(_ paths: [String]) -> String { line("changed", Changed(paths: paths)) }

    static func ofServing(_ url: String) -> String { line("serving", ["url": url]) }

    static var interrupted: String { line("interrupted", [String: String]()) }
    static var idle: String { line("idle", [String: String]()) }

    static func of(_ report: BuildReport) -> String {
        line(
            "finished",
            Finished(
                sources: report.sources, files: report.files, unchanged: report.unchanged,
                cached: report.cached, made: report.made, same: report.same, leftOut: report.leftOut,
                inlineMade: report.inlineMade, failed: report.failures.count, bytesIn: report.bytesIn,
                bytesOut: report.bytesOut, filesWritten: report.filesWritten,
                filesDeleted: report.filesDeleted,
                published: report.isPublished, wroteNothing: report.wroteNothing, seconds: report.seconds,
                index: report.index, shard: report.share?.shard.number, shards: report.share?.shard.count,
                parts: report.share?.parts, ofSources: report.share?.ofSources,
                remoteCache: report.remoteCache.map(RemoteCache.init)))
    }

    /// - Parameter code: The code of the error that the diagnostic belongs to.
    static func of(_ diagnostic: Diagnostic, code: String? = nil) -> String {
        line(
            "diagnostic",
            Problem(
                severity: diagnostic.severity.rawValue, message: diagnostic.message, code: code,
                file: diagnostic.location?.file,
                line: diagnostic.location?.line, column: diagnostic.location?.column))
    }

    static func of(message: String, severity: String) -> String {
        line("message", Problem(severity: severity, message: message))
    }

    static func of(_ error: any AlcedoError) -> String {
        line(
            "message",
            Problem(
                severity: "error", message: error.description, phase: error.phase.rawValue, code: error.code))
    }

    static func of(_ status: SiteCache.Status) -> String {
        line(
            "cache",
            Cache(
                directory: status.directory, entries: status.entries, bytes: status.bytes,
                kinds: status.kinds.map { Cache.Kind(name: $0.name, entries: $0.entries, bytes: $0.bytes) },
                inUseEntries: status.inUse.entries, inUseBytes: status.inUse.bytes, formats: status.formats,
                maxSize: status.limits.maxSize, maxAge: status.limits.maxAge,
                lastUse: status.lastUse?.ISO8601Format(), lastBuild: status.lastBuild?.date.ISO8601Format(),
                hits: status.lastBuild?.statistics.hits, misses: status.lastBuild?.statistics.misses,
                bad: status.lastBuild?.statistics.bad, stored: status.lastBuild?.statistics.stored,
                storedBytes: status.lastBuild?.statistics.storedBytes,
                lastTrimming: status.lastTrimming?.date.ISO8601Format(),
                remote: status.remote?.address, mode: status.remote?.mode.rawValue))
    }

    private struct Event<Body: Encodable>: Encodable {
        var event: String
        var body: Body

        private enum Key: String, CodingKey { case event }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(event, forKey: .event)
            try body.encode(to: encoder)
        }
    }

    private struct Changed: Encodable { var paths: [String] }
    private struct Started: Encodable { var sources: Int }
    private struct Waiting: Encodable { var output: String }
    private struct Source: Encodable { var id, origin: String; var files, made: Int }
    private struct Failed: Encodable {
        var source: String
        var variant: String?
        var phase, code, reason: String
        var tolerated: Bool
        var file: String
        var line, column: Int
    }
    private struct Repinned: Encodable {
        var id, digest: String; var bytes: Int; var formerDigest: String; var formerBytes: Int
    }
    private struct Locked: Encodable { var file: String; var added, changed, removed: Int }
    private struct Publishing: Encodable { var files: Int }
    private struct Finished: Encodable {
        var sources, files, unchanged, cached, made, same, leftOut, inlineMade, failed, bytesIn, bytesOut,
            filesWritten,
            filesDeleted: Int
        var published, wroteNothing: Bool
        var seconds: Double
        var index: String
        var shard, shards, parts, ofSources: Int?
        var remoteCache: RemoteCache?
    }
    private struct RemoteCache: Encodable {
        var lookups, found, filesReceived, bytesReceived, sent, filesSent, bytesSent, notSent, bad,
            unsigned: Int

        init(_ use: BuildReport.RemoteCache) {
            (lookups, found) = (use.lookups, use.found)
            (filesReceived, bytesReceived) = (use.filesReceived, use.bytesReceived)
            (sent, filesSent, bytesSent) = (use.sent, use.filesSent, use.bytesSent)
            (notSent, bad, unsigned) = (use.notSent, use.bad, use.unsigned)
        }
    }
    private struct Problem: Encodable {
        var severity, message: String
        var phase, code: String?
        var file: String?
        var line, column: Int?
    }
    private struct Cache: Encodable {
        struct Kind: Encodable { var name: String; var entries, bytes: Int }
        var directory: String
        var entries, bytes: Int
        var kinds: [Kind]
        var inUseEntries, inUseBytes: Int
        var formats: [String]
        var maxSize: Int?
        var maxAge: Double?
        var lastUse, lastBuild: String?
        var hits, misses, bad, stored, storedBytes: Int?
        var lastTrimming: String?
        var remote, mode: String?
    }

    static func line(_ event: String, _ body: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(Event(event: event, body: body)), as: UTF8.self)
        } catch {
            // Unreachable: only NaN or infinity fails to encode, and no event contains one.
            return
                "{\"event\":\"message\",\"severity\":\"error\",\"message\":\"an event could not be written\"}"
        }
    }
}

import AlcedoBase
import AlcedoCache
import Foundation

/// What failed in the last build into an output, kept for ``SiteBuilder/report(_:)`` alone: no build reads it.
///
/// It is there as long as something fails. A build in which nothing does only looks whether there is one to remove.
struct LastFailures: Hashable, Sendable {
    /// In the manifest's order.
    var failures: [BuildFailure] = []
    /// Whether the rest was published. Otherwise the output is that of an earlier build.
    var isPublished = false
    /// When that build ended, in nanoseconds since 1970.
    var moment = 0

    private static let schema = "alcedo-failures-1"

    /// The name under which those of builds into an output directory are kept.
    static func name(forOutput path: String) -> String {
        "failures-" + ContentDigest(hashing: path).hex.prefix(16)
    }

    init(_ failures: [BuildFailure], isPublished: Bool, moment: Int) {
        self.failures = failures
        self.isPublished = isPublished
        self.moment = moment
    }

    /// What `store` has for an output; `nil` if nothing failed, or that is damaged or of another version.
    init?(from store: DiskStore, output: String) {
        guard let fields = store.loadFields(named: Self.name(forOutput: output)) else { return nil }
        do {
            try self.init(fields)
        } catch {
            // It is only told; the next build that fails writes it anew.
            return nil
        }
    }

    var bytes: [UInt8] {
        var writer = FieldWriter()
        writer.write(Self.schema)
        writer.write(isPublished)
        writer.write(moment)
        writer.writeList(failures) { writer, failure in
            writer.write(failure.location.file)
            writer.write(failure.location.line)
            writer.write(failure.location.column)
            writer.write(failure.source)
            writer.writeOptional(failure.variant) { $0.write($1) }
            writer.write(failure.phase.rawValue)
            writer.write(failure.reason)
            writer.write(failure.isTolerated)
        }
        return writer.bytes
    }

    /// - Throws: `FieldReader.Malformed`.
    init(_ fields: FieldReader) throws {
        var reader = fields
        guard try reader.readString() == Self.schema else { throw FieldReader.Malformed() }
        isPublished = try reader.readBool()
        moment = try reader.readInt()
        failures = try reader.readList { reader in
            let location = SourceLocation(
                file: try reader.readString(), line: try reader.readInt(), column: try reader.readInt())
            let source = try reader.readString()
            let variant = try reader.readOptional { try $0.readString() }
            guard let phase = PipelinePhase(rawValue: try reader.readString()) else {
                throw FieldReader.Malformed()
            }
            return BuildFailure(
                location: location, source: source, variant: variant, phase: phase,
                reason: try reader.readString(), isTolerated: try reader.readBool())
        }
    }
}

extension BuildRun {
    /// Remembers what failed, in the place of what failed before. A selection leaves what was not asked for as it was.
    func keepFailures(of report: BuildReport, after finished: FinishedSources) {
        guard remembers else { return }
        let name = LastFailures.name(forOutput: site.output)
        do {
            var failures = report.failures
            if finished.isSelection, states.hasState(named: name),
                let earlier = LastFailures(from: states, output: site.output)
            {
                failures = Self.failures(earlier.failures, replacedBy: failures, after: finished)
            }
            if failures.isEmpty {
                if states.hasState(named: name) { try states.removeState(named: name) }
                return
            }
            let moment = Int(Date().timeIntervalSince1970 * 1e9)
            try states.storeState(
                LastFailures(failures, isPublished: report.isPublished, moment: moment).bytes, named: name)
        } catch {
            note(error)
        }
    }

    private static func failures(
        _ earlier: [BuildFailure], replacedBy now: [BuildFailure], after finished: FinishedSources
    ) -> [BuildFailure] {
        let places = Dictionary(
            finished.order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let asked = Set(finished.items.filter { !$0.isStale }.map(\.source.id)).union(now.map(\.source))
        let kept = earlier.filter { places[$0.source] != nil && !asked.contains($0.source) }
        return (kept + now).enumerated().sorted { left, right in
            (places[left.element.source] ?? 0, left.offset) < (
                places[right.element.source] ?? 0, right.offset
            )
        }.map(\.element)
    }
}

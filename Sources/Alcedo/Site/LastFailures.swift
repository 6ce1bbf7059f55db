import AlcedoBase
import AlcedoCache
import Foundation

/// Failures of the last build into an output, kept for ``SiteBuilder/report(_:)`` only and not read by builds.
///
/// The file exists only while something fails; a build without failures removes it.
struct LastFailures: Hashable, Sendable {
    /// A failure and the time of its build.
    struct Said: Hashable, Sendable {
        var failure: BuildFailure
        /// End of the build that reported it, in nanoseconds since 1970. With `--only`, later builds may have run.
        var moment: Int
    }

    /// Failures, in the manifest's order.
    var said: [Said]
    /// Whether the last build published the rest. Otherwise the output is from an earlier build.
    var isPublished: Bool
    /// End of the last build, in nanoseconds since 1970.
    var moment: Int

    private static let schema = "alcedo-failures-2"

    /// Name of the state file for an output directory.
    static func name(forOutput path: String) -> String {
        "failures-" + ContentDigest(hashing: path).hex.prefix(16)
    }

    init(_ failures: [BuildFailure], isPublished: Bool, moment: Int) {
        said = failures.map { Said(failure: $0, moment: moment) }
        self.isPublished = isPublished
        self.moment = moment
    }

    /// Loads the failures for an output; `nil` if there are none, or the file is damaged or of another version.
    init?(from store: DiskStore, output: String) {
        guard let fields = store.loadFields(named: Self.name(forOutput: output)) else { return nil }
        do {
            try self.init(fields)
        } catch {
            // The failures are only displayed, and the next build that fails overwrites the file.
            return nil
        }
    }

    var bytes: [UInt8] {
        var writer = FieldWriter()
        writer.write(Self.schema)
        writer.write(isPublished)
        writer.write(moment)
        writer.writeList(said) { writer, said in
            let failure = said.failure
            writer.write(said.moment)
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
        said = try reader.readList { reader in
            let moment = try reader.readInt()
            let location = SourceLocation(
                file: try reader.readString(), line: try reader.readInt(), column: try reader.readInt())
            let source = try reader.readString()
            let variant = try reader.readOptional { try $0.readString() }
            guard let phase = PipelinePhase(rawValue: try reader.readString()) else {
                throw FieldReader.Malformed()
            }
            let failure = BuildFailure(
                location: location, source: source, variant: variant, phase: phase,
                reason: try reader.readString(), isTolerated: try reader.readBool())
            return Said(failure: failure, moment: moment)
        }
    }
}

extension BuildRun {
    /// Saves the failures of a build in place of earlier ones. A selective build keeps those of unselected sources.
    func keepFailures(of report: BuildReport, after finished: FinishedSources) {
        guard remembers else { return }
        let name = LastFailures.name(forOutput: site.output)
        do {
            let moment = Int(Date().timeIntervalSince1970 * 1e9)
            var last = LastFailures(report.failures, isPublished: report.isPublished, moment: moment)
            if finished.isSelection, states.hasState(named: name),
                let earlier = LastFailures(from: states, output: site.output)
            {
                last.said = Self.merged(earlier.said, last.said, after: finished)
            }
            if !last.said.isEmpty {
                try states.storeState(last.bytes, named: name)
            } else if states.hasState(named: name) {
                try states.removeState(named: name)
            }
        } catch {
            note(error)
        }
    }

    private static func merged(
        _ earlier: [LastFailures.Said], _ now: [LastFailures.Said], after finished: FinishedSources
    ) -> [LastFailures.Said] {
        let places = Dictionary(
            finished.order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let asked = Set(finished.items.filter { !$0.isStale }.map(\.source.id))
            .union(now.map(\.failure.source))
        let kept = earlier.filter { places[$0.failure.source] != nil && !asked.contains($0.failure.source) }
        return (kept + now).enumerated().sorted { left, right in
            (places[left.element.failure.source] ?? 0, left.offset) < (
                places[right.element.failure.source] ?? 0, right.offset
            )
        }.map(\.element)
    }
}

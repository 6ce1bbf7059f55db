import AlcedoBase
import AlcedoImaging
import Foundation

/// What the last build learnt, so that the next one need not look again.
///
/// It only saves time: deleting it changes no byte of any output. One checksummed file holds it, which is read and
/// written whole.
struct BuildState: Hashable, Sendable {
    /// A local file whose bytes are known as long as its status stays the same.
    struct KnownFile: Hashable, Sendable {
        var status: FileStatus
        var digest: ContentDigest
    }

    /// A source that was finished.
    struct Source: Hashable, Sendable {
        /// Decides everything in `outcome`; see ``SiteFingerprint``.
        var fingerprint: ContentDigest
        var outcome: SourceOutcome
    }

    /// By absolute path.
    var files: [String: KnownFile] = [:]
    /// By id.
    var sources: [String: Source] = [:]

    private static let schema = "alcedo-build-3"

    /// The name of the state of builds into an output directory.
    static func name(forOutput path: String) -> String {
        "build-" + ContentDigest(hashing: path).hex.prefix(16)
    }

    init() {}

    var data: Data {
        var writer = FieldWriter()
        writer.write(Self.schema)
        writer.writeList(files.sorted { $0.key < $1.key }) { writer, file in
            writer.write(file.key)
            file.value.status.write(to: &writer)
            writer.write(file.value.digest)
        }
        writer.writeList(sources.sorted { $0.key < $1.key }) { writer, source in
            writer.write(source.key)
            writer.write(source.value.fingerprint)
            source.value.outcome.write(to: &writer)
        }
        return writer.data
    }

    init(_ data: Data) throws {
        var reader = FieldReader(data)
        guard try reader.readString() == Self.schema else { throw FieldReader.Malformed() }
        let files = try reader.readList { reader in
            (
                try reader.readString(),
                KnownFile(status: try FileStatus(from: &reader), digest: try reader.readDigest())
            )
        }
        self.files = Dictionary(files, uniquingKeysWith: { first, _ in first })
        let sources = try reader.readList { reader in
            (
                try reader.readString(),
                Source(fingerprint: try reader.readDigest(), outcome: try SourceOutcome(from: &reader))
            )
        }
        self.sources = Dictionary(sources, uniquingKeysWith: { first, _ in first })
    }
}

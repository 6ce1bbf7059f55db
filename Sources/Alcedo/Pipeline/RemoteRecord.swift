import AlcedoBase
import AlcedoLoading
import Foundation

/// What the cache keeps about one remote address: the original it gave, and what the server said of it.
struct RemoteRecord: Hashable, Sendable {
    var digest: ContentDigest
    var bytes: Int
    /// What the server said with the original, brought up to date by each 304.
    var validators: ResponseValidators
    /// When that was asked for, in whole seconds since 1970. It is in the cache only: nothing that is published may
    /// depend on it.
    var validated: Int
    /// The record that this one took the place of, one at most, until the new original has turned out to be a whole
    /// picture.
    var before: [RemoteRecord] = []

    init(digest: ContentDigest, bytes: Int, validators: ResponseValidators, validated: Date) {
        self.digest = digest
        self.bytes = bytes
        self.validators = validators
        // Cut off, not rounded: a copy is never taken for younger than it is.
        self.validated = Int(validated.timeIntervalSince1970.rounded(.down))
    }

    /// Whether the original may be used without asking for it again.
    func isFresh(at now: Date) -> Bool {
        validators.isFresh(at: now, validated: Date(timeIntervalSince1970: Double(validated)))
    }

    /// Whether another record says anything that this one does not. Times matter only where the server allows its
    /// pictures to be used for a time without asking, and a build with nothing to do writes nothing.
    func isWorthKeeping(besides known: RemoteRecord) -> Bool {
        if digest != known.digest || bytes != known.bytes || validators.freshnessLifetime > 0 { return true }
        var (new, old) = (validators, known.validators)
        for keyPath in [\ResponseValidators.date, \.age, \.expires] {
            new[keyPath: keyPath] = nil
            old[keyPath: keyPath] = nil
        }
        return new != old
    }

    func write(to writer: inout FieldWriter) {
        writer.write(digest)
        writer.write(bytes)
        writer.writeList(validators.fields.sorted { $0.key < $1.key }) { writer, field in
            writer.write(field.key)
            writer.write(field.value)
        }
        writer.write(validated)
        writer.writeList(before) { $1.write(to: &$0) }
    }

    init(from reader: inout FieldReader) throws {
        digest = try reader.readDigest()
        bytes = try reader.readInt()
        let fields = try reader.readList { (try $0.readString(), try $0.readString()) }
        validators = ResponseValidators(fields: Dictionary(fields, uniquingKeysWith: { $1 }))
        validated = try reader.readInt()
        before = try reader.readList { try RemoteRecord(from: &$0) }
    }
}

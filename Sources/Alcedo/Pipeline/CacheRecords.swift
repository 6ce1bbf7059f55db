import AlcedoBase
import AlcedoCache
import AlcedoContainers
import AlcedoRecipes

// Records in the cache are `Codable`, written by `FieldWriter.encode`. Their fields have no names there, so the order of
// a record's properties is its format: a change needs a new schema in the key of the record.

/// Cache record of a variant.
typealias VariantRecord = EncodedImage.File

/// Cache record of a source picture: everything that depends on its bytes alone.
struct FactsRecord: Hashable, Sendable, Codable {
    var facts: ImageFacts
    /// `ImageMetadata` as JSON, undecoded because most readers of the record do not need it.
    var metadata: Data
    /// Decoder warnings that were not fatal, repeated whenever the picture is used.
    var warnings: [String]
}

extension DiskStore {
    /// Returns the record for a key. One that was written by another version under the same key, or that has impossible
    /// numbers, counts as missing, and is overwritten.
    func record<Record: BoundedRecord>(_: Record.Type = Record.self, for key: CacheKey) -> Record? {
        guard let payload = record(for: key) as Data? else { return nil }
        var reader = FieldReader(payload)
        do {
            let record = try reader.decode(Record.self)
            return record.isWithinBounds ? record : nil
        } catch {
            return nil
        }
    }

    /// Returns the bytes of a variant, or `nil`. Bytes that are not what their record says are removed like damaged ones.
    func picture(_ record: VariantRecord) -> Data? {
        guard let data = data(for: record.digest, bytes: record.bytes) else { return nil }
        if EncodedShape(record).fits(data) { return data }
        do {
            try remove(record.digest)
        } catch {
            // They are looked at again the next time.
        }
        return nil
    }

    /// Stores a record.
    ///
    /// - Throws: `CacheError`; the previous record is kept then.
    func setRecord(
        encoding record: some Encodable, for key: CacheKey, links: RecordLinks
    ) throws(CacheError) {
        var writer = FieldWriter()
        writer.encode(record)
        try setRecord(writer.data, for: key, links: links)
    }
}

package import AlcedoBase

/// What is known of one source: small records by their keys, and the blobs that they refer to.
package struct SharedEntry: Hashable, Sendable {
    /// A record as the disk cache has it.
    package struct Record: Hashable, Sendable {
        package var key: ContentDigest
        package var payload: Data

        package init(key: ContentDigest, payload: Data) {
            self.key = key
            self.payload = payload
        }
    }

    /// A blob.
    package struct Blob: Hashable, Sendable {
        package var digest: ContentDigest
        package var bytes: Int

        package init(digest: ContentDigest, bytes: Int) {
            self.digest = digest
            self.bytes = bytes
        }
    }

    package var records: [Record]
    package var blobs: [Blob]

    package init(records: [Record], blobs: [Blob]) {
        self.records = records
        self.blobs = blobs
    }

    /// Returns the payload of a record.
    package func record(_ key: ContentDigest) -> Data? { records.first { $0.key == key }?.payload }

    /// Why an entry is not used.
    enum Fault: Error {
        /// It is not what was stored under this key.
        case damaged
        /// A signature is required, and there is none.
        case unsigned
        /// It was signed with another key.
        case wronglySigned
    }

    /// Maximum of an entry in the store, in bytes.
    static let maxBytes = 8 << 20
    private static let maxRawBytes = 64 << 20
    private static let format = "alcedo-shared-1"

    /// Returns the object for a store; `nil` if it would be too large.
    ///
    /// - Parameter name: The name of the object, which is part of what is signed.
    func object(for name: ContentDigest, key: SharedKey?) -> Data? {
        var writer = FieldWriter()
        writer.writeList(records) { writer, record in
            writer.write(record.key)
            writer.write(record.payload)
        }
        guard writer.bytes.count <= Self.maxRawBytes, let packed = Deflate.compress(writer.bytes) else {
            return nil
        }
        let message = message(name, count: writer.bytes.count, packed)
        var output = FieldWriter()
        output.write(Self.format)
        output.write(writer.bytes.count)
        output.write(packed)
        output.write(ContentDigest(hashing: Data(message)))
        let result = ActionResult(
            files: blobs.map { ActionResult.File(digest: $0.digest, bytes: $0.bytes) },
            output: output.bytes, signature: key?.signature(of: message) ?? [])
        let bytes = result.bytes
        return bytes.count <= Self.maxBytes ? Data(bytes) : nil
    }

    /// Reads an object of a store.
    ///
    /// - Parameter key: With a key, only entries that were signed with it are read.
    /// - Throws: ``Fault``.
    init(_ object: Data, for name: ContentDigest, key: SharedKey?) throws(Fault) {
        do {
            let result = try ActionResult(Array(object))
            blobs = result.files.map { Blob(digest: $0.digest, bytes: $0.bytes) }
            records = []
            let signature = result.signature
            var reader = FieldReader(result.output)
            guard try reader.readString() == Self.format else { throw Fault.damaged }
            let count = try reader.readInt()
            let packed = Array(try reader.readData())
            let checksum = try reader.readDigest()
            guard reader.isAtEnd, (0...Self.maxRawBytes).contains(count) else { throw Fault.damaged }
            let message = message(name, count: count, packed)
            guard ContentDigest(hashing: Data(message)) == checksum else { throw Fault.damaged }
            // Before anything is decompressed that was written without the key.
            if let key, !key.isSignature(signature, of: message) {
                throw signature.isEmpty ? Fault.unsigned : Fault.wronglySigned
            }
            guard let raw = Deflate.decompress(packed, count: count) else { throw Fault.damaged }
            var fields = FieldReader(raw)
            let number = try fields.readInt()
            // A record has at least its key and the length of its payload.
            guard number >= 0, number <= raw.count / 40 else { throw Fault.damaged }
            for _ in 0..<number {
                records.append(Record(key: try fields.readDigest(), payload: try fields.readData()))
            }
            guard fields.isAtEnd else { throw Fault.damaged }
        } catch let fault as Fault {
            throw fault
        } catch {
            throw .damaged
        }
    }

    /// What is signed: the name, the records and the blobs, so that none can be exchanged.
    private func message(_ name: ContentDigest, count: Int, _ packed: [UInt8]) -> [UInt8] {
        var writer = FieldWriter()
        writer.write(Self.format)
        writer.write(name)
        writer.write(count)
        writer.write(packed)
        writer.writeList(blobs) { writer, blob in
            writer.write(blob.digest)
            writer.write(blob.bytes)
        }
        return writer.bytes
    }
}

import AlcedoBase

/// The part of the Remote Execution API's `ActionResult` that servers look at.
///
/// A server that checks entries, as bazel-remote does, answers 404 for one whose files it no longer has: so a single
/// look-up also asks whether all files exist.
struct ActionResult: Hashable {
    /// `output_files` and `Digest` of build.bazel.remote.execution.v2.
    struct File: Hashable {
        var digest: ContentDigest
        var bytes: Int
    }

    var files: [File] = []
    /// `stdout_raw`.
    var output: [UInt8] = []
    /// `stderr_raw`.
    var signature: [UInt8] = []

    private static let maxFiles = 1 << 16

    // The numbers of the fields in remote_execution.proto.
    private enum Field {
        static let files = 2
        static let output = 5
        static let signature = 7
        static let path = 1
        static let digest = 2
        static let hash = 1
        static let size = 2
    }

    /// The message.
    var bytes: [UInt8] {
        var writer = ProtobufWriter()
        for file in files {
            var digest = ProtobufWriter()
            digest.write(Field.hash, file.digest.hex.utf8)
            digest.write(Field.size, file.bytes)
            var entry = ProtobufWriter()
            // A path is required; the digest is one that is different for each file.
            entry.write(Field.path, file.digest.hex.utf8)
            entry.write(Field.digest, digest.bytes)
            writer.write(Field.files, entry.bytes)
        }
        writer.write(Field.output, output)
        if !signature.isEmpty { writer.write(Field.signature, signature) }
        return writer.bytes
    }

    init(files: [File], output: [UInt8], signature: [UInt8]) {
        self.files = files
        self.output = output
        self.signature = signature
    }

    /// Reads a message. Fields that servers may add are skipped.
    /// - Throws: `FieldReader.Malformed`.
    init(_ bytes: [UInt8]) throws {
        var reader = ProtobufReader(bytes[...])
        while let (field, value) = try reader.next() {
            switch (field, value) {
            case (Field.files, .bytes(let bytes)):
                guard files.count < Self.maxFiles else { throw FieldReader.Malformed() }
                files.append(try Self.file(bytes))
            case (Field.output, .bytes(let bytes)): output = Array(bytes)
            case (Field.signature, .bytes(let bytes)): signature = Array(bytes)
            default: break
            }
        }
    }

    private static func file(_ bytes: ArraySlice<UInt8>) throws -> File {
        var reader = ProtobufReader(bytes)
        var digest: ContentDigest?
        var size: UInt64 = 0
        while let (field, value) = try reader.next() {
            guard field == Field.digest, case .bytes(let bytes) = value else { continue }
            var reader = ProtobufReader(bytes)
            while let (field, value) = try reader.next() {
                switch (field, value) {
                case (Field.hash, .bytes(let text)):
                    digest = ContentDigest(hex: String(decoding: text, as: UTF8.self))
                case (Field.size, .number(let number)): size = number
                default: break
                }
            }
        }
        guard let digest, size <= UInt64(DiskStore.entryLimit) else { throw FieldReader.Malformed() }
        return File(digest: digest, bytes: Int(size))
    }
}

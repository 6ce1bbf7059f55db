package import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// A picture of a preview.
package struct PreviewPicture: Sendable {
    /// Where the bytes are: what is in a file is not held in memory while a browser takes its time.
    package enum Bytes: Sendable {
        case memory(Data)
        case file(OpenedFile)
    }

    /// The bytes.
    package var bytes: Bytes
    /// Their type: `image/webp`.
    package var mediaType: String
    /// What its bytes depend on; the digest of the bytes, if they are those of a build. `nil` if they are of no use the next time.
    package var digest: ContentDigest?

    /// Whether they are a compressed file, as SVG may be.
    package let isCompressed: Bool

    /// - Parameter mediaType: `nil` for that which the bytes have.
    /// - Throws: `FileSystemError` if the file cannot be read.
    init(_ bytes: Bytes, mediaType: String? = nil, digest: ContentDigest?) throws {
        let count = mediaType == nil ? FirstBlock.count : 2
        let beginning =
            switch bytes {
            case .memory(let data): Data(data.prefix(count))
            case .file(let file): Data(try file.read(at: 0, count: count))
            }
        self.bytes = bytes
        self.mediaType =
            mediaType ?? ImageType.sniff(beginning)?.mediaType ?? "application/octet-stream"
        self.digest = digest
        isCompressed = beginning.starts(with: [0x1F, 0x8B])
    }
}

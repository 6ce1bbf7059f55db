import AlcedoBase
import AlcedoRecipes

/// The metadata of a TIFF file, spread over the directories that also describe its pixels (TIFF 6.0, section 2).
///
/// libvips provides no EXIF block for a TIFF, and libexif reads the first 64 KiB only, while the directories are
/// usually at the end. A block is therefore built from the tags that describe the photograph.
package struct TIFFBlocks {
    private struct Value {
        var tag: UInt16
        var format: UInt16
        var count: Int
        var bytes: [UInt8]
    }

    /// A block can hold 65,533 bytes in total.
    private static let longestValue = 20_000
    private static let longestBlock = 60_000
    /// Longer packets are not read.
    private static let longestPacket = 4 << 20
    /// Bytes per value, by type number.
    private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

    private let bytes: UnsafeRawBufferPointer
    private let isBigEndian: Bool

    /// Reads the metadata. Never fails: damaged parts are ignored.
    package static func read(_ bytes: UnsafeRawBufferPointer) -> SerializationContext.Metadata {
        guard bytes.count >= 8 else { return SerializationContext.Metadata() }
        let order = [bytes[0], bytes[1]]
        guard order == [0x49, 0x49] || order == [0x4D, 0x4D] else { return SerializationContext.Metadata() }
        let file = TIFFBlocks(bytes: bytes, isBigEndian: order == [0x4D, 0x4D])
        // 43 is BigTIFF, for files above four gigabytes.
        guard file.number(2, 2) == 42 else { return SerializationContext.Metadata() }
        return file.metadata()
    }

    private func metadata() -> SerializationContext.Metadata {
        let image = directory(at: number(4, 4))
        func raw(_ tag: Int) -> Data? {
            image.first { $0.tag == tag }.flatMap { value($0, longest: Self.longestPacket) }.map {
                Data($0.bytes)
            }
        }
        var metadata = SerializationContext.Metadata(exif: exif(image), xmp: raw(0x02BC))
        // The fields may be in a tag of their own beside Photoshop's resources, one of which is the digest.
        let photoshop = raw(0x8649)
        let fields = raw(0x83BB)
        if photoshop != nil || fields != nil {
            metadata.iptc =
                Data("Photoshop 3.0\0".utf8) + (photoshop ?? Data()) + (fields.map(Self.resource) ?? Data())
        }
        return metadata
    }

    private static func resource(_ fields: Data) -> Data {
        var resource = Data("8BIM".utf8) + [0x04, 0x04, 0, 0]
        resource.appendBigEndian(fields.count, bytes: 4)
        return resource + fields
    }

    private func exif(_ image: [Entry]) -> Data? {
        guard let block = ExifBlock(isBigEndian: isBigEndian) else { return nil }
        var room = Self.longestBlock
        func copy(_ entries: [Entry], to directory: ExifBlock.Directory, where isWanted: (UInt16) -> Bool) {
            var seen: Set<UInt16> = []
            for entry in entries where isWanted(entry.tag) && seen.insert(entry.tag).inserted {
                guard let value = value(entry, longest: Self.longestValue), value.bytes.count <= room else {
                    continue
                }
                room -= value.bytes.count
                block.set(
                    value.tag, format: value.format, count: value.count, bytes: value.bytes, in: directory)
            }
        }
        func pointer(_ tag: UInt16) -> [Entry] {
            guard let entry = image.first(where: { $0.tag == tag }), entry.count == 1 else { return [] }
            return directory(at: number(entry.place, 4))
        }
        copy(image, to: .image, where: ExifTagNumber.descriptive.contains)
        copy(pointer(0x8769), to: .exif, where: ExifTagNumber.descriptive.contains)
        copy(pointer(0x8825), to: .gps) { $0 <= 0x1F }
        return block.encoded()
    }

    // MARK: Directories

    private struct Entry {
        var tag: UInt16
        var format: UInt16
        var count: Int
        // Offset of the value, or of the value's offset.
        var place: Int
    }

    /// Returns at most 65,535 entries of a directory, as far as they lie within the file. Each directory is read once.
    private func directory(at start: Int) -> [Entry] {
        guard start >= 8, start + 2 <= bytes.count else { return [] }
        let count = min(number(start, 2), (bytes.count - start - 2) / 12)
        return (0..<count).map { index in
            let at = start + 2 + 12 * index
            return Entry(
                tag: UInt16(number(at, 2)), format: UInt16(number(at + 2, 2)), count: number(at + 4, 4),
                place: at + 8)
        }
    }

    private func value(_ entry: Entry, longest: Int) -> Value? {
        guard Self.sizes.indices.contains(Int(entry.format)) else { return nil }
        let size = Self.sizes[Int(entry.format)] * entry.count
        guard size > 0, size <= longest else { return nil }
        let place = size <= 4 ? entry.place : number(entry.place, 4)
        guard place <= bytes.count - size else { return nil }
        return Value(
            tag: entry.tag, format: entry.format, count: entry.count,
            bytes: Array(bytes[place..<place + size]))
    }

    private func number(_ at: Int, _ count: Int) -> Int {
        let part = bytes[at..<at + count]
        return isBigEndian
            ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

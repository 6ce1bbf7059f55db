import AlcedoBase
import AlcedoRecipes

/// A box of an AVIF file (ISO/IEC 14496-12, 4.2), or of a JPEG XL, which has the same structure.
struct ISOMediaBox {
    var name: String
    // The data after length and name.
    var content: Data
    /// Includes length and name.
    private(set) var length: Int

    init(name: String, content: Data) {
        self.name = name
        self.content = content
        length = content.count + 8
    }

    /// Reads consecutive boxes.
    static func all(
        _ data: Data, format: OutputFormat = .avif
    ) throws(ContainerError) -> [ISOMediaBox] {
        var reader = ContainerReader(Data(data), format: format)
        var boxes: [ISOMediaBox] = []
        while reader.remaining > 0 {
            let start = reader.offset
            var length = try reader.takeBigEndian(4)
            let name = String(decoding: try reader.take(4), as: UTF8.self)
            if length == 1 {
                // A box of more than four gigabytes would be longer than the file.
                guard try reader.takeBigEndian(4) == 0 else { throw reader.failure("a box is too long") }
                length = try reader.takeBigEndian(4)
            } else if length == 0 {
                // To the end of the file.
                length = reader.offset - start + reader.remaining
            }
            let content = Data(try reader.take(length - (reader.offset - start)))
            var box = ISOMediaBox(name: name, content: content)
            box.length = length
            boxes.append(box)
        }
        return boxes
    }

    static func encoded(_ name: String, _ content: Data) -> Data {
        var box = Data()
        box.appendBigEndian(content.count + 8, bytes: 4)
        box.append(contentsOf: name.utf8)
        return box + content
    }
}

/// Location of an item's bytes (ISO/IEC 14496-12, 8.11.3).
struct ISOMediaItemPlace {
    var number: Int
    /// Whether the bytes are in the description's own data box instead of the file.
    var isInside: Bool
    var extents: [(offset: Int, length: Int)]

    /// Reads an item location box.
    static func all(_ content: Data) throws(ContainerError) -> [ISOMediaItemPlace] {
        var reader = ContainerReader(Data(content), format: .avif)
        let version = try reader.takeBigEndian(4) >> 24
        guard version <= 2 else { throw reader.failure("the item locations are of a newer version") }
        let sizes = try reader.takeBigEndian(2)
        let (offsetSize, lengthSize) = (sizes >> 12 & 15, sizes >> 8 & 15)
        let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
        guard [4, 8].contains(lengthSize),
            [offsetSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) })
        else {
            throw reader.failure("the item locations are of an unknown kind")
        }
        var items: [ISOMediaItemPlace] = []
        for _ in 0..<(try reader.takeBigEndian(version == 2 ? 4 : 2)) {
            let number = try reader.takeBigEndian(version == 2 ? 4 : 2)
            let method = version == 0 ? 0 : try reader.takeBigEndian(2) & 15
            guard method <= 1, try reader.takeBigEndian(2) == 0, number <= 0xFFFF else {
                throw reader.failure("an item is not in this file")
            }
            let base = try reader.takeBigEndian(baseSize)
            var item = ISOMediaItemPlace(number: number, isInside: method == 1, extents: [])
            for _ in 0..<(try reader.takeBigEndian(2)) {
                _ = try reader.takeBigEndian(indexSize)
                // At any width, neither the numbers nor their sum overflow.
                let offset = try reader.takeBigEndian(offsetSize)
                let length = try reader.takeBigEndian(lengthSize)
                guard (0...0xFFFF_FFFF).contains(base), (0...0xFFFF_FFFF).contains(offset),
                    (0...0xFFFF_FFFF).contains(length)
                else { throw reader.failure("an item is outside of the file") }
                item.extents.append((base + offset, length))
            }
            items.append(item)
        }
        return items
    }

    /// Returns an item location box with offsets and lengths of four bytes, no base and no index.
    static func encoded(_ items: [ISOMediaItemPlace]) -> Data {
        // Locations within the description exist since version 1.
        let version: UInt8 = items.contains(where: \.isInside) ? 1 : 0
        var content = Data([version, 0, 0, 0, 0x44, 0])
        content.appendBigEndian(items.count, bytes: 2)
        for item in items {
            content.appendBigEndian(item.number, bytes: 2)
            if version == 1 { content.appendBigEndian(item.isInside ? 1 : 0, bytes: 2) }
            content.appendBigEndian(0, bytes: 2)
            content.appendBigEndian(item.extents.count, bytes: 2)
            for extent in item.extents {
                content.appendBigEndian(extent.offset, bytes: 4)
                content.appendBigEndian(extent.length, bytes: 4)
            }
        }
        return content
    }
}

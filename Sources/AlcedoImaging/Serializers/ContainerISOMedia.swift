import Foundation

/// The boxes of an AVIF file (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, annex A), as far as it takes to add EXIF and
/// XMP.
///
/// libvips could write them itself, but sends EXIF through libexif first, which adds a resolution, a version and a
/// colour space that are nobody's.
struct ContainerISOMedia {
    private struct Box {
        var name: String
        // What follows length and name.
        var content: Data
    }

    private struct Item {
        var number: Int
        var method: Int
        var extents: [(offset: Int, length: Int)]
    }

    // What stands before and after the box with the descriptions of all items.
    private let head: Data
    private let tail: Data
    private let originalCount: Int
    private let originalEnd: Int
    private var boxes: [Box]
    private let primary: Int
    private var items: [Item]
    // The contents of the items that were added.
    private var added = Data()
    private var addedPlaces: [(item: Int, range: Range<Int>)] = []

    init(_ data: Data) throws(ContainerError) {
        let top = try Self.boxes(data)
        guard let first = top.first, first.name == "ftyp" else { throw Self.failure("there is no file type") }
        guard let index = top.firstIndex(where: { $0.name == "meta" }) else {
            throw Self.failure("there is no description of its items")
        }
        let start = top[..<index].reduce(0) { $0 + 8 + $1.content.count }
        head = data.prefix(start)
        originalCount = data.count
        originalEnd = start + 8 + top[index].content.count
        tail = data.dropFirst(originalEnd)
        let inner = try Self.boxes(top[index].content.dropFirst(4))
        boxes = inner
        func content(_ name: String) throws(ContainerError) -> Data {
            guard let box = inner.first(where: { $0.name == name }) else {
                throw Self.failure("there is no box '\(name)'")
            }
            return box.content
        }
        var reader = ContainerReader(Data(try content("pitm")), format: .avif)
        let version = try reader.takeBigEndian(4) >> 24
        primary = try reader.takeBigEndian(version == 0 ? 2 : 4)
        items = try Self.items(try content("iloc"))
    }

    private static func failure(_ reason: String) -> ContainerError {
        ContainerError(format: .avif, reason: reason)
    }

    private static func boxes(_ data: Data) throws(ContainerError) -> [Box] {
        var reader = ContainerReader(Data(data), format: .avif)
        var boxes: [Box] = []
        while reader.remaining > 0 {
            let length = try reader.takeBigEndian(4)
            let name = String(decoding: try reader.take(4), as: UTF8.self)
            // 0 and 1 are for boxes to the end of the file and above four gigabytes, which no encoder here writes.
            guard length >= 8 else { throw reader.failure("a box has no length of its own") }
            boxes.append(Box(name: name, content: Data(try reader.take(length - 8))))
        }
        return boxes
    }

    private static func items(_ content: Data) throws(ContainerError) -> [Item] {
        var reader = ContainerReader(Data(content), format: .avif)
        let version = try reader.takeBigEndian(4) >> 24
        guard version <= 2 else { throw reader.failure("the places of the items are of a newer kind") }
        let sizes = try reader.takeBigEndian(2)
        let (offsetSize, lengthSize) = (sizes >> 12 & 15, sizes >> 8 & 15)
        let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
        guard [offsetSize, lengthSize].allSatisfy({ [4, 8].contains($0) }),
            [baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) })
        else {
            throw reader.failure("the places of the items are of no known kind")
        }
        var items: [Item] = []
        for _ in 0..<(try reader.takeBigEndian(version == 2 ? 4 : 2)) {
            let number = try reader.takeBigEndian(version == 2 ? 4 : 2)
            let method = version == 0 ? 0 : try reader.takeBigEndian(2) & 15
            guard method <= 1, try reader.takeBigEndian(2) == 0, number <= 0xFFFF else {
                throw reader.failure("an item is in another place than this file")
            }
            let base = try reader.takeBigEndian(baseSize)
            var item = Item(number: number, method: method, extents: [])
            for _ in 0..<(try reader.takeBigEndian(2)) {
                _ = try reader.takeBigEndian(indexSize)
                // As wide as they may be, neither sum nor number overflows.
                let offset = try reader.takeBigEndian(offsetSize)
                let length = try reader.takeBigEndian(lengthSize)
                guard (0...0xFFFF_FFFF).contains(base), (0...0xFFFF_FFFF).contains(offset),
                    (0...0xFFFF_FFFF).contains(length)
                else { throw reader.failure("an item is too far away") }
                item.extents.append((base + offset, length))
            }
            items.append(item)
        }
        return items
    }

    // MARK: Adding

    mutating func addEXIF(_ tiff: Data) throws(ContainerError) {
        // The offset of the TIFF header, then the structure.
        try add(Data([0, 0, 0, 0]) + tiff, type: "Exif", suffix: "")
    }

    mutating func addXMP(_ packet: Data) throws(ContainerError) {
        try add(packet, type: "mime", suffix: "application/rdf+xml\0")
    }

    private mutating func add(_ content: Data, type: String, suffix: String) throws(ContainerError) {
        let number = (items.map(\.number).max() ?? 0) + 1
        guard number <= 0xFFFF, primary <= 0xFFFF else { throw Self.failure("it has too many items") }
        // A description of the item with no protection, its type and no name.
        var entry = Data([2, 0, 0, 0])
        entry.appendBigEndian(number, bytes: 2)
        entry.appendBigEndian(0, bytes: 2)
        entry.append(contentsOf: (type + "\0" + suffix).utf8)
        let information = try index("iinf")
        boxes[information].content = try Self.counted(boxes[information].content) + Self.box("infe", entry)
        // It describes the picture.
        if !boxes.contains(where: { $0.name == "iref" }) {
            boxes.append(Box(name: "iref", content: Data(count: 4)))
        }
        let references = try index("iref")
        let width = boxes[references].content.first == 0 ? 2 : 4
        var reference = Data()
        reference.appendBigEndian(number, bytes: width)
        reference.appendBigEndian(1, bytes: 2)
        reference.appendBigEndian(primary, bytes: width)
        boxes[references].content.append(Self.box("cdsc", reference))
        items.append(Item(number: number, method: 0, extents: []))
        addedPlaces.append((items.count - 1, added.count..<added.count + content.count))
        added.append(content)
    }

    private func index(_ name: String) throws(ContainerError) -> Int {
        guard let index = boxes.firstIndex(where: { $0.name == name }) else {
            throw Self.failure("there is no box '\(name)'")
        }
        return index
    }

    // The descriptions of the items, with one more than there are so far.
    private static func counted(_ information: Data) throws(ContainerError) -> Data {
        var reader = ContainerReader(Data(information), format: .avif)
        let width = try reader.takeBigEndian(4) >> 24 == 0 ? 2 : 4
        var whole = Data(information.prefix(4))
        whole.appendBigEndian(try reader.takeBigEndian(width) + 1, bytes: width)
        return whole + information.dropFirst(4 + width)
    }

    private static func box(_ name: String, _ content: Data) -> Data {
        var box = Data()
        box.appendBigEndian(content.count + 8, bytes: 4)
        box.append(contentsOf: name.utf8)
        return box + content
    }

    // MARK: Writing

    /// The file, with what was added at its end.
    func encoded() -> Data {
        guard !added.isEmpty else { return head + meta(items) + tail }
        // The box is as long whatever the places are, so it can be measured before they are known.
        let shift = head.count + meta(places(shift: 0)).count - originalEnd
        let body = head + meta(places(shift: shift)) + tail
        return body + Self.box("mdat", added)
    }

    private func places(shift: Int) -> [Item] {
        var items = items
        for index in items.indices where items[index].method == 0 {
            for extent in items[index].extents.indices
            where items[index].extents[extent].offset >= originalEnd {
                items[index].extents[extent].offset += shift
            }
        }
        for (index, range) in addedPlaces {
            items[index].extents = [(originalCount + shift + 8 + range.lowerBound, range.count)]
        }
        return items
    }

    private func meta(_ items: [Item]) -> Data {
        var content = Data(count: 4)
        for box in boxes {
            content += Self.box(box.name, box.name == "iloc" ? Self.places(items) : box.content)
        }
        return Self.box("meta", content)
    }

    // Version 1, offsets and lengths of four bytes, no base and no index.
    private static func places(_ items: [Item]) -> Data {
        var content = Data([1, 0, 0, 0, 0x44, 0])
        content.appendBigEndian(items.count, bytes: 2)
        for item in items {
            content.appendBigEndian(item.number, bytes: 2)
            content.appendBigEndian(item.method, bytes: 2)
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

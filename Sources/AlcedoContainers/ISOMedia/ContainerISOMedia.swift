import AlcedoBase
import AlcedoRecipes

/// The boxes of an AVIF file (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, annex A), as far as needed to add EXIF and XMP
/// to a newly encoded file.
///
/// libvips could write both itself, but sends EXIF through libexif first, which invents a resolution, a version and a
/// color space.
struct ContainerISOMedia {
    private typealias Item = ISOMediaItemPlace

    // The data before and after the box with the descriptions of all items.
    private let head: Data
    private let tail: Data
    private let originalCount: Int
    private let originalEnd: Int
    private var boxes: [ISOMediaBox]
    private let primary: Int
    private var items: [Item]
    // Contents of the added items.
    private var added = Data()
    private var addedPlaces: [(item: Int, range: Range<Int>)] = []

    init(_ data: Data) throws(ContainerError) {
        let top = try ISOMediaBox.all(data)
        guard let first = top.first, first.name == "ftyp" else { throw Self.failure("there is no file type") }
        guard let index = top.firstIndex(where: { $0.name == "meta" }) else {
            throw Self.failure("there is no description of its items")
        }
        let start = top[..<index].reduce(0) { $0 + $1.length }
        head = data.prefix(start)
        originalCount = data.count
        originalEnd = start + top[index].length
        tail = data.dropFirst(originalEnd)
        let inner = try ISOMediaBox.all(top[index].content.dropFirst(4))
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
        items = try Item.all(try content("iloc"))
    }

    private static func failure(_ reason: String) -> ContainerError {
        ContainerError(format: .avif, reason: reason)
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
        // An item description without protection, with a type and without a name.
        var entry = Data([2, 0, 0, 0])
        entry.appendBigEndian(number, bytes: 2)
        entry.appendBigEndian(0, bytes: 2)
        entry.append(contentsOf: (type + "\0" + suffix).utf8)
        let information = try index("iinf")
        boxes[information].content =
            try Self.counted(boxes[information].content) + ISOMediaBox.encoded("infe", entry)
        // The item describes the picture.
        if !boxes.contains(where: { $0.name == "iref" }) {
            boxes.append(ISOMediaBox(name: "iref", content: Data(count: 4)))
        }
        let references = try index("iref")
        let width = boxes[references].content.first == 0 ? 2 : 4
        var reference = Data()
        reference.appendBigEndian(number, bytes: width)
        reference.appendBigEndian(1, bytes: 2)
        reference.appendBigEndian(primary, bytes: width)
        boxes[references].content.append(ISOMediaBox.encoded("cdsc", reference))
        items.append(Item(number: number, isInside: false, extents: []))
        addedPlaces.append((items.count - 1, added.count..<added.count + content.count))
        added.append(content)
    }

    private func index(_ name: String) throws(ContainerError) -> Int {
        guard let index = boxes.firstIndex(where: { $0.name == name }) else {
            throw Self.failure("there is no box '\(name)'")
        }
        return index
    }

    // Returns the item descriptions with their count increased by one.
    private static func counted(_ information: Data) throws(ContainerError) -> Data {
        var reader = ContainerReader(Data(information), format: .avif)
        let width = try reader.takeBigEndian(4) >> 24 == 0 ? 2 : 4
        var whole = Data(information.prefix(4))
        whole.appendBigEndian(try reader.takeBigEndian(width) + 1, bytes: width)
        return whole + information.dropFirst(4 + width)
    }

    // MARK: Writing

    /// Returns the file with the additions at its end.
    func encoded() -> Data {
        guard !added.isEmpty else { return head + meta(items) + tail }
        // The length of the box does not depend on the places, so it can be measured before they are known.
        let shift = head.count + meta(places(shift: 0)).count - originalEnd
        let body = head + meta(places(shift: shift)) + tail
        return body + ISOMediaBox.encoded("mdat", added)
    }

    private func places(shift: Int) -> [Item] {
        var items = items
        for index in items.indices where !items[index].isInside {
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
            content += ISOMediaBox.encoded(box.name, box.name == "iloc" ? Item.encoded(items) : box.content)
        }
        return ISOMediaBox.encoded("meta", content)
    }
}

extension ContainerISOMedia: EncodedContainer {
    static func cleaned(_ data: Data, keeping parts: ContainerParts) throws(ContainerError) -> Data {
        try ISOMediaPicture(data).encoded(keeping: parts)
    }

    static func inserting(tiff: Data?, xmp: Data?, into data: Data) throws(ContainerError) -> Data {
        var file = try ContainerISOMedia(data)
        if let tiff { try file.addEXIF(tiff) }
        if let xmp { try file.addXMP(xmp) }
        return file.encoded()
    }
}

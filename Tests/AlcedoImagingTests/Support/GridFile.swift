import Foundation

/// An AVIF of two equal cells side by side, 64 by 8 pixels each, as a program might write it (ISO/IEC 23008-12, 6.6.2.3).
struct GridFile {
    var canvas = (width: 128, height: 8)
    /// What the properties of a cell say its size is.
    var cell = (width: 64, height: 8)
    var columns = 2
    /// Properties of the whole and of each cell, besides their sizes.
    var ofWhole: [(name: String, content: [UInt8])] = []
    var ofCells: [(name: String, content: [UInt8])] = []
    /// Whether each cell is derived from another item, which has the properties.
    var isNested = false
    var brands = ["avif", "mif1", "miaf", "MA1A"]
    /// An item of this type besides, which is in a group with the picture.
    var other: String?

    /// Whether the cells have pixels. Without them, the header is all that a reader has.
    var hasPixels = true

    /// A rotation by 90 degrees.
    static let quarterTurn: (name: String, content: [UInt8]) = ("irot", [1])

    var data: Data {
        // The coded picture of a file with one item, at its end.
        let whole = Array(CodedFiles.wideAVIF.suffix(0x72))
        // A temporal delimiter, and the sequence header with the size of its frames.
        let coded = hasPixels ? whole : Array(whole.prefix(4 + Int(whole[3])))
        var items: [(type: String, properties: [(name: String, content: [UInt8])], bytes: [UInt8])] = []
        let av1C: (name: String, content: [UInt8]) = ("av1C", [0x81, 0x20, 0x40, 0])
        func size(_ size: (width: Int, height: Int)) -> (name: String, content: [UInt8]) {
            ("ispe", [0, 0, 0, 0] + Self.big(size.width, 4) + Self.big(size.height, 4))
        }
        let grid = [0, 0, 0, UInt8(columns - 1)] + Self.big(canvas.width, 2) + Self.big(canvas.height, 2)
        items.append(("grid", [size(canvas)] + ofWhole, grid))
        for _ in 0..<2 { items.append(("av01", [size(cell), av1C] + ofCells, coded)) }
        var references = [("dimg", 1, [2, 3])]
        if isNested {
            for item in [4, 5] {
                items.append(("iden", [size(cell)], []))
                references.append(("dimg", item, [item - 2]))
            }
            references[0] = ("dimg", 1, [4, 5])
        }
        if let other { items.append((other, [], [0])) }

        var infos: [UInt8] = []
        var pool: [UInt8] = []
        var associations: [UInt8] = []
        var property: UInt8 = 0
        for (place, item) in items.enumerated() {
            let number = Self.big(place + 1, 2)
            let type = Array(item.type.utf8)
            infos += Self.box("infe", [[2, 0, 0, 0], number, [0, 0], type, [0]].flatMap { $0 })
            associations += number + [UInt8(item.properties.count)]
            for own in item.properties {
                property += 1
                associations.append(property)
                pool += Self.box(own.name, own.content)
            }
        }
        var links: [UInt8] = []
        for (kind, from, to) in references {
            let parts = [Self.big(from, 2), Self.big(to.count, 2)] + to.map { Self.big($0, 2) }
            links += Self.box(kind, parts.flatMap { $0 })
        }
        let count = Self.big(items.count, 2)
        func meta(_ start: Int) -> [UInt8] {
            var at = start
            var places: [UInt8] = []
            for (place, item) in items.enumerated() {
                let parts = [
                    Self.big(place + 1, 2), [0, 0, 0, 1], Self.big(at, 4), Self.big(item.bytes.count, 4),
                ]
                places += parts.flatMap { $0 }
                at += item.bytes.count
            }
            let none: [UInt8] = [0, 0, 0, 0]
            let members = [none, Self.big(9, 4), Self.big(2, 4), Self.big(items.count, 4), Self.big(1, 4)]
            let handler = [none, none, Array("pict".utf8), [UInt8](repeating: 0, count: 13)]
            let own = [none, Self.big(items.count, 4), associations]
            let described = Self.box("ipco", pool) + Self.box("ipma", own.flatMap { $0 })
            var content = none + Self.box("hdlr", handler.flatMap { $0 })
            content += Self.box("pitm", none + [0, 1])
            content += Self.box("iloc", none + [0x44, 0] + count + places)
            content += Self.box("iinf", none + count + infos)
            content += Self.box("iref", none + links)
            content += Self.box("iprp", described)
            if other != nil { content += Self.box("grpl", Self.box("altr", members.flatMap { $0 })) }
            return Self.box("meta", content)
        }
        let names = brands.flatMap { Array($0.utf8) }
        let head = Self.box("ftyp", Array(brands[0].utf8) + [0, 0, 0, 0] + names)
        let start = head.count + meta(0).count + 8
        return Data(head + meta(start) + Self.box("mdat", items.flatMap { $0.bytes }))
    }

    static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count + 8, 4) + Array(name.utf8) + content
    }

    static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
}

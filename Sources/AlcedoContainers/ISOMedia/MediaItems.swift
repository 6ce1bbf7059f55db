import AlcedoBase
import AlcedoRecipes

/// The items of an AVIF or HEIC file and their properties (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12).
package struct MediaItems {
    let primary: Int
    private let file: ByteView
    private(set) var types: [Int: String] = [:]
    private var properties: [Int: [(name: String, content: ByteView)]] = [:]
    private(set) var references: [(kind: String, from: Int, to: [Int])] = []
    /// Where items begin: in the file, or in the data box within the description.
    private var places: [Int: (isInside: Bool, offset: Int, length: Int)] = [:]
    private let inside: ByteView?

    /// - Returns: `nil` if there is no item description. Damaged parts of it are ignored.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        file = ByteView(bytes)
        guard let meta = file.boxes.first(where: { $0.name == "meta" })?.content.from(4) else { return nil }
        let boxes = meta.boxes
        func content(_ name: String) -> ByteView? { boxes.first { $0.name == name }?.content }
        guard let pitm = content("pitm"), let version = pitm.number(0, 1),
            let item = pitm.number(4, version == 0 ? 2 : 4)
        else { return nil }
        primary = item
        inside = content("idat")
        if let iinf = content("iinf") { types = Self.types(iinf) }
        if let iprp = content("iprp") { properties = Self.properties(iprp) }
        if let iref = content("iref") { references = Self.references(iref) }
        if let iloc = content("iloc") { places = Self.places(iloc) }
    }

    /// Returns the first property of an item with this name.
    func property(_ name: String, of item: Int) -> ByteView? {
        properties[item]?.first { $0.name == name }?.content
    }

    func properties(_ name: String, of item: Int) -> [ByteView] {
        properties[item]?.filter { $0.name == name }.map(\.content) ?? []
    }

    /// Returns the item that holds coded data: the first tile of a grid, or the item itself.
    func coded(_ item: Int) -> Int {
        guard types[item] == "grid" || types[item] == "iden" || types[item] == "iovl" else { return item }
        return references.first { $0.kind == "dimg" && $0.from == item }?.to.first ?? item
    }

    /// The alpha of the primary item.
    var alpha: Int? {
        references.first { reference in
            guard reference.kind == "auxl", reference.to.contains(primary),
                let kind = property("auxC", of: reference.from)?.from(4)
            else { return false }
            return ISOMediaPicture.alphaNames.contains { kind.begins($0) }
        }?.from
    }

    /// Whether the colors of the picture are multiplied by its alpha (ISO/IEC 23000-22, 7.3.5.2).
    package var isPremultiplied: Bool {
        guard let alpha else { return false }
        return references.contains { $0.kind == "prem" && $0.from == primary && $0.to.contains(alpha) }
    }

    /// Whether libheif 1.15 refuses the file, or shows something else than it says: for an auxiliary picture of several pictures,
    /// as phones write gain maps; for pixels that are moved before their size is given; and for an alpha that stays where it is
    /// while its picture is turned.
    private var isOdd: Bool {
        func names(_ item: Int) -> [String] { properties[item]?.map(\.name) ?? [] }
        func moves(_ item: Int) -> Bool { names(item).contains(where: ISOMediaPicture.transforms.contains) }
        if references.contains(where: { $0.kind == "auxl" && $0.to.count > 1 }) { return true }
        if let alpha, moves(primary), !moves(alpha) { return true }
        return [primary, alpha].compactMap(\.self).contains { item in
            let names = names(item)
            guard let moved = names.firstIndex(where: ISOMediaPicture.transforms.contains) else {
                return false
            }
            return names[moved...].contains("ispe")
        }
    }

    /// Returns the file in a form that libheif 1.15 reads; `nil` if it does so as it is, or if the file cannot be put so.
    package static func repaired(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let items = MediaItems(bytes), items.isOdd else { return nil }
        // Where the picture cannot be taken out, libheif says what it thinks of the file.
        guard let file = try? ISOMediaPicture(Data(bytes)).plain() else { return nil }
        return Array(file)
    }

    /// Returns the first bytes of an item's coded data.
    func head(of item: Int, _ count: Int) -> ByteView? {
        guard let place = places[item], let whole = place.isInside ? inside : file else { return nil }
        let rest = whole.count - place.offset
        guard rest > 0 else { return nil }
        return whole.part(place.offset, min(count, rest, place.length == 0 ? rest : place.length))
    }

    // MARK: Boxes

    private static func types(_ iinf: ByteView) -> [Int: String] {
        let start = iinf.number(0, 1) == 0 ? 6 : 8
        var types: [Int: String] = [:]
        for (name, entry) in iinf.from(start)?.boxes ?? [] where name == "infe" {
            guard let version = entry.number(0, 1), version >= 2 else { continue }
            let width = version == 2 ? 2 : 4
            guard let item = entry.number(4, width), let type = entry.part(4 + width + 2, 4) else { continue }
            types[item] = String(decoding: type.bytes, as: UTF8.self)
        }
        return types
    }

    // The grid of a large picture has a few hundred items with a handful of properties each.
    private static let maxItems = 65_536
    private static let maxAssociations = 100_000

    private static func properties(_ iprp: ByteView) -> [Int: [(name: String, content: ByteView)]] {
        let boxes = iprp.boxes
        let all = boxes.first { $0.name == "ipco" }?.content.boxes ?? []
        var found: [Int: [(name: String, content: ByteView)]] = [:]
        var total = 0
        for (name, content) in boxes where name == "ipma" {
            guard let flags = content.number(0, 4), let entries = content.number(4, 4) else { continue }
            let (itemWidth, indexWidth) = (flags >> 24 < 1 ? 2 : 4, flags & 1 == 1 ? 2 : 1)
            var at = 8
            for _ in 0..<entries {
                guard let item = content.number(at, itemWidth), let count = content.number(at + itemWidth, 1)
                else { break }
                at += itemWidth + 1
                for _ in 0..<count {
                    total += 1
                    guard total <= maxAssociations, let index = content.number(at, indexWidth) else {
                        return found
                    }
                    at += indexWidth
                    let place = (index & (indexWidth == 2 ? 0x7FFF : 0x7F)) - 1
                    if all.indices.contains(place) { found[item, default: []].append(all[place]) }
                }
            }
        }
        return found
    }

    private static func references(_ iref: ByteView) -> [(kind: String, from: Int, to: [Int])] {
        let width = iref.number(0, 1) == 0 ? 2 : 4
        return (iref.from(4)?.boxes ?? []).compactMap { kind, content in
            guard let from = content.number(0, width), let count = content.number(width, 2) else {
                return nil
            }
            let present = min(count, max(0, content.count - width - 2) / width)
            return (kind, from, (0..<present).compactMap { content.number(width + 2 + $0 * width, width) })
        }
    }

    private static func places(_ iloc: ByteView) -> [Int: (isInside: Bool, offset: Int, length: Int)] {
        guard let version = iloc.number(0, 1), version <= 2, let sizes = iloc.number(4, 2),
            let count = iloc.number(6, version == 2 ? 4 : 2)
        else { return [:] }
        let (offsetSize, lengthSize) = (sizes >> 12 & 15, sizes >> 8 & 15)
        let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
        var places: [Int: (isInside: Bool, offset: Int, length: Int)] = [:]
        var at = version == 2 ? 10 : 8
        // Returns `nil` beyond the end of the box, and for values of more than 32 bits.
        func take(_ size: Int) -> Int? {
            defer { at += size }
            return size > 4
                ? iloc.number(at, size - 4).flatMap { high in
                    high == 0 ? iloc.number(at + size - 4, 4) : nil
                } : iloc.number(at, size)
        }
        for _ in 0..<min(count, maxItems) {
            guard let item = take(version == 2 ? 4 : 2), let method = version == 0 ? 0 : take(2),
                take(2) != nil, let base = take(baseSize), let extents = take(2)
            else { break }
            guard extents > 0 else { continue }
            guard take(indexSize) != nil, let offset = take(offsetSize), let length = take(lengthSize)
            else { break }
            places[item] = (method & 15 == 1, base + offset, length)
            at += (extents - 1) * (indexSize + offsetSize + lengthSize)
        }
        return places
    }
}

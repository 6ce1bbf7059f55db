import AlcedoBase
import AlcedoRecipes

/// The items of an AVIF file that make up its picture, and the properties that determine its look.
///
/// A file may also have thumbnails, depth, gain maps, EXIF, XMP, text for each item, and unused bytes. It is therefore
/// not trimmed but rewritten from the picture's own items; coded data is copied unchanged.
struct ISOMediaPicture {
    struct Reference {
        var kind: String
        var from: Int
        var to: [Int]
    }

    struct Association {
        /// Counted from 0.
        var property: Int
        var isEssential: Bool
    }

    let data: Data
    let fileType: Data
    let primary: Int
    // With what follows the type in a description: a name, and for some types more.
    let types: [Int: (type: String, isHidden: Bool, rest: Data)]
    let references: [Reference]
    let properties: [ISOMediaBox]
    private(set) var associations: [Int: [Association]]
    let places: [Int: ISOMediaItemPlace]
    let inside: Data

    /// Parses the item descriptions.
    init(_ data: Data) throws(ContainerError) {
        self.data = Data(data)
        guard self.data.dropFirst(4).starts(with: "ftyp".utf8) else {
            throw Self.failure("there is no file type")
        }
        let top = try ISOMediaBox.all(self.data)
        guard !top.contains(where: { $0.name == "moov" }) else { throw Self.failure("it is a sequence") }
        fileType = try Self.content("ftyp", of: top)
        let boxes = try ISOMediaBox.all(try Self.content("meta", of: top).dropFirst(4))
        func reader(_ name: String) throws(ContainerError) -> ContainerReader {
            ContainerReader(try Self.content(name, of: boxes), format: .avif)
        }
        var number = try reader("pitm")
        primary = try number.takeBigEndian(try number.takeBigEndian(4) >> 24 == 0 ? 2 : 4)
        types = try Self.types(try reader("iinf"))
        let hasReferences = boxes.contains { $0.name == "iref" }
        references = hasReferences ? try Self.references(try reader("iref")) : []
        let described = try ISOMediaBox.all(try Self.content("iprp", of: boxes))
        properties = try ISOMediaBox.all(try Self.content("ipco", of: described))
        associations = try Self.associations(described)
        var places: [Int: ISOMediaItemPlace] = [:]
        for place in try ISOMediaItemPlace.all(try Self.content("iloc", of: boxes)) {
            places[place.number] = place
        }
        self.places = places
        inside = boxes.first { $0.name == "idat" }?.content ?? Data()
    }

    static func failure(_ reason: String) -> ContainerError {
        ContainerError(format: .avif, reason: reason)
    }

    private static func content(_ name: String, of boxes: [ISOMediaBox]) throws(ContainerError) -> Data {
        guard let box = boxes.first(where: { $0.name == name }) else {
            throw failure("there is no box '\(name)'")
        }
        return box.content
    }

    // MARK: Reading

    private static func types(
        _ information: ContainerReader
    ) throws(ContainerError) -> [Int: (type: String, isHidden: Bool, rest: Data)] {
        var reader = information
        _ = try reader.takeBigEndian(try reader.takeBigEndian(4) >> 24 == 0 ? 2 : 4)
        var types: [Int: (type: String, isHidden: Bool, rest: Data)] = [:]
        for box in try ISOMediaBox.all(try reader.take(reader.remaining)) where box.name == "infe" {
            var entry = ContainerReader(box.content, format: .avif)
            let flags = try entry.takeBigEndian(4)
            guard [2, 3].contains(flags >> 24) else { throw entry.failure("an item is of an unknown kind") }
            let item = try entry.takeBigEndian(flags >> 24 == 2 ? 2 : 4)
            guard try entry.takeBigEndian(2) == 0 else { throw entry.failure("an item is protected") }
            let type = String(decoding: try entry.take(4), as: UTF8.self)
            types[item] = (type, flags & 1 == 1, try entry.take(entry.remaining))
        }
        return types
    }

    private static func references(_ all: ContainerReader) throws(ContainerError) -> [Reference] {
        var reader = all
        let width = try reader.takeBigEndian(4) >> 24 == 0 ? 2 : 4
        var references: [Reference] = []
        for box in try ISOMediaBox.all(try reader.take(reader.remaining)) {
            var content = ContainerReader(box.content, format: .avif)
            var reference = Reference(kind: box.name, from: try content.takeBigEndian(width), to: [])
            for _ in 0..<(try content.takeBigEndian(2)) {
                reference.to.append(try content.takeBigEndian(width))
            }
            references.append(reference)
        }
        return references
    }

    private static func associations(_ boxes: [ISOMediaBox]) throws(ContainerError) -> [Int: [Association]] {
        var associations: [Int: [Association]] = [:]
        for box in boxes where box.name == "ipma" {
            var reader = ContainerReader(box.content, format: .avif)
            let flags = try reader.takeBigEndian(4)
            let width = flags & 1 == 1 ? 2 : 1
            for _ in 0..<(try reader.takeBigEndian(4)) {
                let item = try reader.takeBigEndian(flags >> 24 == 0 ? 2 : 4)
                for _ in 0..<(try reader.takeBigEndian(1)) {
                    let number = try reader.takeBigEndian(width)
                    let essential = width == 2 ? 0x8000 : 0x80
                    // 0 means no property.
                    guard number & (essential - 1) > 0 else { continue }
                    associations[item, default: []].append(
                        Association(
                            property: number & (essential - 1) - 1, isEssential: number & essential != 0))
                }
            }
        }
        return associations
    }

    // MARK: Choosing

    /// Returns the primary item, the items it is composed of, and the alpha of each.
    private func items() throws(ContainerError) -> [Int] {
        var kept: Set<Int> = []
        var next: Set<Int> = [primary]
        while !next.isEmpty {
            kept.formUnion(next)
            var found: Set<Int> = []
            for reference in references {
                if reference.kind == "dimg", kept.contains(reference.from) { found.formUnion(reference.to) }
                if reference.kind == "auxl", !kept.isDisjoint(with: reference.to), isAlpha(reference.from) {
                    found.insert(reference.from)
                }
            }
            next = found.subtracting(kept)
        }
        return kept.sorted()
    }

    /// The codecs and derivations of pictures in an AVIF, and in a HEIC (ISO/IEC 23008-12, annex B).
    private static let avif: Set<String> = ["av01", "grid", "iden", "iovl"]
    private static let decoded = avif.union(["hvc1"])

    private func isAlpha(_ item: Int) -> Bool {
        (associations[item] ?? []).contains { association in
            guard properties.indices.contains(association.property) else { return false }
            let box = properties[association.property]
            return box.name == "auxC"
                && Self.alphaNames.contains { box.content.dropFirst(4).starts(with: $0.utf8) }
        }
    }

    /// The auxiliary types of alpha, in an AVIF and in a HEIC.
    static let alphaNames = ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"]
    /// The properties that move the pixels of an item, which come after all others (ISO/IEC 23000-22, 7.3.9).
    static let transforms: Set<String> = ["clap", "irot", "imir"]

    // Properties that determine the look (ISO/IEC 23008-12, 6.5; AVIF 1.1, 2.2): size, decoder settings, depth, colors,
    // pixel aspect ratio, auxiliary type, crop and rotation, operating points, layers, and intended brightness. All
    // others only describe the picture.
    private static let shown: Set<String> = [
        "ispe", "av1C", "pixi", "colr", "pasp", "auxC", "clap", "irot", "imir", "a1op", "a1lx", "lsel",
        "clli", "mdcv", "cclv", "amve", "hvcC",
    ]

    private func isKept(_ property: ISOMediaBox, _ parts: ContainerParts) -> Bool {
        guard property.name == "colr", !property.content.starts(with: "nclx".utf8) else {
            return Self.shown.contains(property.name)
        }
        return parts.contains(.colorProfile)
    }

    // MARK: Writing

    /// Returns the file with nothing but the picture and, if it is to be kept, the color profile.
    func encoded(keeping parts: ContainerParts) throws(ContainerError) -> Data {
        try encoded(items(), of: Self.avif, keeping: parts)
    }

    /// Returns the file with the picture, its profile and its metadata, in a form that every libheif reads as it is meant: the
    /// alpha moves as the picture does, pixels are moved after everything else, and nothing belongs to other pictures.
    func plain() throws(ContainerError) -> Data {
        var picture = self
        let alphas = references.filter { $0.kind == "auxl" && $0.to.contains(primary) && isAlpha($0.from) }
        for alpha in alphas where !moves(alpha.from) {
            picture.associations[alpha.from, default: []] += (associations[primary] ?? []).filter(isTransform)
        }
        for (item, list) in picture.associations {
            picture.associations[item] = list.filter { !isTransform($0) } + list.filter(isTransform)
        }
        let blocks = references.filter { $0.kind == "cdsc" && $0.to == [primary] }.map(\.from)
            .filter { ["Exif", "mime"].contains(types[$0]?.type) && !(places[$0]?.extents ?? []).isEmpty }
        return try picture.encoded(
            Set(try items() + blocks).sorted(), of: Self.decoded.union(["Exif", "mime"]), keeping: .all)
    }

    private func isTransform(_ association: Association) -> Bool {
        properties.indices.contains(association.property)
            && Self.transforms.contains(properties[association.property].name)
    }

    private func moves(_ item: Int) -> Bool { (associations[item] ?? []).contains(where: isTransform) }

    private func encoded(_ items: [Int], of kinds: Set<String>, keeping parts: ContainerParts)
        throws(ContainerError) -> Data
    {
        guard items.allSatisfy({ $0 <= 0xFFFF && types[$0].map { kinds.contains($0.type) } ?? false }) else {
            throw Self.failure("its picture consists of an item of an unknown kind")
        }
        var coded = Data()
        var ranges: [Int: Range<Int>] = [:]
        // Equal tiles of a grid may share their bytes.
        var written: [[Int]: Range<Int>] = [:]
        for item in items {
            guard let place = places[item], !place.extents.isEmpty else {
                throw Self.failure("an item of its picture is missing")
            }
            let key = place.extents.reduce(into: [place.isInside ? 1 : 0]) { $0 += [$1.offset, $1.length] }
            if written[key] == nil {
                let start = coded.count
                coded += try bytes(at: place)
                guard coded.count <= data.count else { throw Self.failure("its items overlap") }
                written[key] = start..<coded.count
            }
            ranges[item] = written[key]
        }
        let head = ISOMediaBox.encoded("ftyp", Self.stillType(fileType))
        func moved(to start: Int) -> [ISOMediaItemPlace] {
            items.map { item in
                let range = ranges[item] ?? 0..<0
                return ISOMediaItemPlace(
                    number: item, isInside: false, extents: [(start + range.lowerBound, range.count)])
            }
        }
        // The length of the description does not depend on the places.
        let length = head.count + (try description(of: items, moved(to: 0), parts)).count + 8
        return head + (try description(of: items, moved(to: length), parts))
            + ISOMediaBox.encoded("mdat", coded)
    }

    /// Returns the brands, major and compatible, without those of parts that are never kept: a gain map's (`tmap`), which readers
    /// then look for, and a sequence's.
    private static func stillType(_ fileType: Data) -> Data {
        let bytes = [UInt8](fileType)
        return stride(from: 0, to: bytes.count, by: 4).reduce(into: Data()) { kept, at in
            let brand = bytes[at..<min(at + 4, bytes.count)]
            let isLost = at >= 8 && ["tmap", "avis", "msf1"].contains(String(decoding: brand, as: UTF8.self))
            if !isLost { kept.append(contentsOf: brand) }
        }
    }

    private func bytes(at place: ISOMediaItemPlace) throws(ContainerError) -> Data {
        let whole = place.isInside ? inside : data
        var bytes = Data()
        for extent in place.extents {
            // A length of 0 means the entire file.
            guard extent.length > 0, extent.offset + extent.length <= whole.count else {
                throw Self.failure("an item of its picture is incomplete")
            }
            bytes += whole.dropFirst(extent.offset).prefix(extent.length)
            guard bytes.count <= data.count else { throw Self.failure("its items overlap") }
        }
        return bytes
    }

    private func description(
        of items: [Int], _ places: [ISOMediaItemPlace], _ parts: ContainerParts
    ) throws(ContainerError) -> Data {
        // A picture handler without a name.
        var content = Data(count: 4)
        content += ISOMediaBox.encoded("hdlr", Data(count: 8) + Data("pict".utf8) + Data(count: 13))
        content += ISOMediaBox.encoded("pitm", Data(count: 4) + Self.number(primary))
        content += ISOMediaBox.encoded("iloc", ISOMediaItemPlace.encoded(places))
        content += ISOMediaBox.encoded("iinf", information(items))
        let own = references.compactMap { reference -> Reference? in
            guard ["dimg", "auxl", "prem", "cdsc"].contains(reference.kind), items.contains(reference.from)
            else { return nil }
            guard reference.kind == "auxl" else {
                return reference.to.allSatisfy(items.contains) ? reference : nil
            }
            // What belongs to other pictures as well, such as the alpha of one with a gain map, belongs to those that are left.
            var own = reference
            own.to = Set(reference.to).intersection(items).sorted()
            return own.to.isEmpty ? nil : own
        }
        if !own.isEmpty {
            content += ISOMediaBox.encoded(
                "iref",
                own.reduce(Data(count: 4)) { boxes, reference in
                    let to = reference.to.reduce(Data()) { $0 + Self.number($1) }
                    return boxes
                        + ISOMediaBox.encoded(
                            reference.kind, Self.number(reference.from) + Self.number(reference.to.count) + to
                        )
                })
        }
        content += ISOMediaBox.encoded("iprp", try propertyBoxes(items, parts))
        return ISOMediaBox.encoded("meta", content)
    }

    private func information(_ items: [Int]) -> Data {
        items.reduce(Data(count: 4) + Self.number(items.count)) { information, item in
            let type = types[item]
            var entry = Data([2, 0, 0, type?.isHidden == true ? 1 : 0]) + Self.number(item) + Self.number(0)
            entry.append(contentsOf: (type?.type ?? "").utf8)
            // The type of its content follows an empty name.
            entry.append(type?.type == "mime" ? type?.rest ?? Data([0]) : Data([0]))
            return information + ISOMediaBox.encoded("infe", entry)
        }
    }

    private func propertyBoxes(_ items: [Int], _ parts: ContainerParts) throws(ContainerError) -> Data {
        var numbers: [Int: Int] = [:]
        var kept = Data()
        var own: [(item: Int, associations: [(number: Int, isEssential: Bool)])] = []
        for item in items {
            own.append((item, []))
            for association in associations[item] ?? [] {
                guard properties.indices.contains(association.property) else {
                    throw Self.failure("a property is missing")
                }
                let property = properties[association.property]
                guard isKept(property, parts) else {
                    guard !association.isEssential || property.name == "colr" else {
                        throw Self.failure("its property '\(property.name)' is unknown")
                    }
                    continue
                }
                if numbers[association.property] == nil {
                    numbers[association.property] = numbers.count + 1
                    kept += ISOMediaBox.encoded(property.name, property.content)
                }
                own[own.count - 1].associations.append(
                    (numbers[association.property] ?? 0, association.isEssential))
            }
        }
        let width = numbers.count <= 0x7F ? 1 : 2
        guard numbers.count <= 0x7FFF else { throw Self.failure("it has too many properties") }
        var associations = Data([0, 0, 0, UInt8(width - 1)])
        associations.appendBigEndian(own.count, bytes: 4)
        for (item, list) in own {
            guard list.count <= 0xFF else { throw Self.failure("an item has too many properties") }
            associations += Self.number(item) + Data([UInt8(list.count)])
            for (number, isEssential) in list {
                associations.appendBigEndian(
                    number | (isEssential ? 0x80 << (8 * (width - 1)) : 0), bytes: width)
            }
        }
        return ISOMediaBox.encoded("ipco", kept) + ISOMediaBox.encoded("ipma", associations)
    }

    /// Encodes a number in two bytes, the width of every count and item number here.
    private static func number(_ value: Int) -> Data {
        var data = Data()
        data.appendBigEndian(value, bytes: 2)
        return data
    }
}

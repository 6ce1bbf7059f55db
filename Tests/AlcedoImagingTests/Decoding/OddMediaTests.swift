import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// AVIF and HEIC as programs write them, which libheif 1.15 refuses or misreads, are rewritten before it sees them.
@Suite struct OddMediaTests {
    /// A picture of 8×4 pixels, the left half of it transparent.
    private static func transparent() throws -> Data {
        try Raster(8, 4, bands: 4) { x, _ in x < 4 ? [0, 0, 0, 0] : [200, 40, 40, 255] }.image
            .encoded(as: .avif, quality: .lossless)
    }

    /// Changes what the items of a file have, and writes it with the items in their order.
    private static func file(
        _ data: Data, _ change: (_ primary: Int, _ alpha: Int, inout [Int: [String]]) -> Void
    ) throws -> Data {
        let picture = try ISOMediaPicture(data)
        var names: [Int: [String]] = [:]
        for (item, list) in picture.associations {
            names[item] = list.map { picture.properties[$0.property].name }
        }
        let alpha = try #require(picture.references.first { $0.kind == "auxl" }?.from)
        change(picture.primary, alpha, &names)
        return try Self.written(picture, names)
    }

    /// Writes the items with properties by their names; a turn is by 90 degrees to the left.
    private static func written(
        _ picture: ISOMediaPicture, _ names: [Int: [String]], references: [ISOMediaPicture.Reference]? = nil
    ) throws -> Data {
        var pool = picture.properties.reduce(into: [UInt8]()) {
            $0 += GridFile.box($1.name, Array($1.content))
        }
        pool += GridFile.box("irot", [1])
        let turn = UInt8(picture.properties.count + 1)
        var own: [UInt8] = []
        for (item, list) in names.sorted(by: { $0.key < $1.key }) {
            let places = try list.map { name in
                if name == "irot" { return 0x80 | turn }
                let association = try #require(
                    picture.associations[item]?.first { picture.properties[$0.property].name == name })
                return UInt8(association.property + 1) | (association.isEssential ? 0x80 : 0)
            }
            own += GridFile.big(item, 2) + [UInt8(places.count)] + places
        }
        let none: [UInt8] = [0, 0, 0, 0]
        var infos: [UInt8] = []
        var places: [UInt8] = []
        var coded: [UInt8] = []
        for (item, type) in picture.types.sorted(by: { $0.key < $1.key }) {
            infos += GridFile.box(
                "infe", [2, 0, 0, 0] + GridFile.big(item, 2) + [0, 0] + Array(type.type.utf8) + [0])
        }
        let links = (references ?? picture.references).reduce(into: [UInt8]()) { links, reference in
            let to = reference.to.reduce(into: [UInt8]()) { $0 += GridFile.big($1, 2) }
            links += GridFile.box(
                reference.kind, GridFile.big(reference.from, 2) + GridFile.big(reference.to.count, 2) + to)
        }
        func meta(_ start: Int) -> [UInt8] {
            (places, coded) = ([], [])
            for (item, place) in picture.places.sorted(by: { $0.key < $1.key }) {
                let bytes = place.extents.flatMap {
                    Array(picture.data.dropFirst($0.offset).prefix($0.length))
                }
                places += GridFile.big(item, 2) + [0, 0, 0, 1] + GridFile.big(start + coded.count, 4)
                places += GridFile.big(bytes.count, 4)
                coded += bytes
            }
            let count = GridFile.big(picture.types.count, 2)
            var content =
                none
                + GridFile.box("hdlr", none + none + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
            content += GridFile.box("pitm", none + GridFile.big(picture.primary, 2))
            content += GridFile.box(
                "iloc", none + [0x44, 0] + GridFile.big(picture.places.count, 2) + places)
            content += GridFile.box("iinf", none + count + infos)
            content += GridFile.box("iref", none + links)
            content += GridFile.box(
                "iprp",
                GridFile.box("ipco", pool) + GridFile.box("ipma", none + GridFile.big(names.count, 4) + own))
            return GridFile.box("meta", content)
        }
        let head = GridFile.box("ftyp", Array(picture.fileType))
        let start = head.count + meta(0).count + 8
        return Data(head + meta(start) + GridFile.box("mdat", coded))
    }

    private static func pixels(_ data: Data) throws -> Raster { try Raster(decoding: data) }

    @Test func aFileAsItShouldBeIsLeftAlone() throws {
        for turned in [false, true] {
            let file = try Self.file(Self.transparent()) { primary, alpha, names in
                if turned { for item in [primary, alpha] { names[item]?.append("irot") } }
            }
            #expect(file.withUnsafeBytes { MediaItems.repaired($0) } == nil)
        }
    }

    @Test func anAlphaMovesAsItsPictureDoes() throws {
        let file = try Self.file(Self.transparent()) { primary, _, names in names[primary]?.append("irot") }
        let raster = try Self.pixels(file)
        // Turned to the left, the transparent half is below.
        #expect(raster.width == 4 && raster.height == 8 && raster.bands == 4)
        #expect(raster[2, 1][3] == 255 && raster[2, 6][3] == 0)
    }

    @Test func pixelsMayBeMovedBeforeTheirSizeIsGiven() throws {
        let file = try Self.file(Self.transparent()) { primary, alpha, names in
            for item in [primary, alpha] { names[item]?.insert("irot", at: 0) }
        }
        let raster = try Self.pixels(file)
        #expect(raster.width == 4 && raster.height == 8)
        #expect(raster[2, 1][3] == 255 && raster[2, 6][3] == 0)
    }

    /// As phones write the gain map of a picture, which belongs to that with more light as well.
    @Test func anAuxiliaryPictureMayBelongToSeveral() throws {
        let picture = try ISOMediaPicture(Self.transparent())
        let names = picture.associations.mapValues { list in list.map { picture.properties[$0.property].name }
        }
        var references = picture.references
        let place = try #require(references.firstIndex { $0.kind == "auxl" })
        references[place].to.append(7)
        let file = try Self.written(picture, names, references: references)
        let raster = try Self.pixels(file)
        #expect(raster.width == 8 && raster.height == 4)
        #expect(raster[1, 1][3] == 0 && raster[6, 1][3] == 255)
        let original = try ContainerCleaner.clean(file, format: .avif, keeping: [])
        #expect(try Self.pixels(original).bytes == raster.bytes)
    }
}

import AlcedoBase
import AlcedoRecipes

/// The boxes of a JPEG XL file (ISO/IEC 18181-2), as far as needed to add or remove EXIF and XMP.
///
/// libvips 8.14 writes a bare codestream, which can hold neither.
struct ContainerJXL {
    private static let signature = Data([0, 0, 0, 12]) + Data("JXL ".utf8) + Data([0x0D, 0x0A, 0x87, 0x0A])
    private static let type =
        Data([0, 0, 0, 20]) + Data("ftypjxl ".utf8) + Data([0, 0, 0, 0]) + Data("jxl ".utf8)

    private var head: Data
    private let rest: Data

    init(_ data: Data) throws(ContainerError) {
        let data = Data(data)
        if data.starts(with: [0xFF, 0x0A]) {
            head = Self.signature + Self.type
            rest = ISOMediaBox.encoded("jxlc", data)
        } else if data.starts(with: Self.signature + Self.type) {
            var length = Self.signature.count + Self.type.count
            // The level of the codestream, if present, has to come first.
            if data.dropFirst(length + 4).starts(with: "jxll".utf8) { length += 9 }
            head = data.prefix(length)
            rest = data.dropFirst(length)
        } else {
            throw ContainerError(format: .jxl, reason: "there is no codestream, bare or in a container")
        }
    }

    mutating func addEXIF(_ tiff: Data) {
        // The offset of the TIFF header, then the structure.
        append("Exif", Data([0, 0, 0, 0]) + tiff)
    }

    mutating func addXMP(_ packet: Data) { append("xml ", packet) }

    private mutating func append(_ name: String, _ content: Data) {
        head.append(ISOMediaBox.encoded(name, content))
    }

    // MARK: Cleaning

    /// Returns the file with only its codestream, and the level that it may need. A bare codestream has nothing else.
    ///
    /// An ICC profile is coded within the codestream, and stays.
    static func cleaned(_ data: Data, keeping parts: ContainerParts) throws(ContainerError) -> Data {
        let data = Data(data)
        if data.starts(with: [0xFF, 0x0A]) { return data }
        guard data.starts(with: signature + type) else {
            throw ContainerError(format: .jxl, reason: "there is no codestream, bare or in a container")
        }
        let rest = data.dropFirst(signature.count + type.count)
        let boxes = try ISOMediaBox.all(rest, format: .jxl).filter {
            ["jxll", "jxlc", "jxlp"].contains($0.name)
        }
        guard boxes.contains(where: { $0.name != "jxll" }) else {
            throw ContainerError(format: .jxl, reason: "there is no codestream")
        }
        return boxes.reduce(signature + type) { $0 + ISOMediaBox.encoded($1.name, $1.content) }
    }

    func encoded() -> Data { head + rest }
}

extension ContainerJXL: EncodedContainer {
    static func inserting(tiff: Data?, xmp: Data?, into data: Data) throws(ContainerError) -> Data {
        var file = try ContainerJXL(data)
        if let tiff { file.addEXIF(tiff) }
        if let xmp { file.addXMP(xmp) }
        return file.encoded()
    }
}

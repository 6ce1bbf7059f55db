import Foundation

/// The boxes of a JPEG XL file (ISO/IEC 18181-2), as far as it takes to add EXIF and XMP.
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
            rest = Self.box("jxlc", data)
        } else if data.starts(with: Self.signature + Self.type) {
            var length = Self.signature.count + Self.type.count
            // The level of the codestream, if it says one, has to stand here.
            if data.dropFirst(length + 4).starts(with: "jxll".utf8) { length += 9 }
            head = data.prefix(length)
            rest = data.dropFirst(length)
        } else {
            throw ContainerError(format: .jxl, reason: "there is neither a codestream nor a container")
        }
    }

    mutating func addEXIF(_ tiff: Data) {
        // The offset of the TIFF header, then the structure.
        append("Exif", Data([0, 0, 0, 0]) + tiff)
    }

    mutating func addXMP(_ packet: Data) { append("xml ", packet) }

    private mutating func append(_ name: String, _ content: Data) { head.append(Self.box(name, content)) }

    private static func box(_ name: String, _ content: Data) -> Data {
        var box = Data()
        box.appendBigEndian(content.count + 8, bytes: 4)
        box.append(contentsOf: name.utf8)
        return box + content
    }

    func encoded() -> Data { head + rest }
}

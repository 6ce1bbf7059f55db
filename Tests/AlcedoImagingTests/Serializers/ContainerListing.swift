import Foundation

/// A plain reading of what is in a file, written without the code under test. Traps on damaged bytes.
struct ContainerListing {
    /// The names of the parts in their order, and their contents.
    var parts: [(name: String, content: [UInt8])] = []

    var names: [String] { parts.map(\.name) }

    func content(_ name: String) -> [UInt8]? { parts.first { $0.name == name }?.content }

    static func webP(_ data: Data) -> ContainerListing {
        let bytes = [UInt8](data)
        precondition(text(bytes[0..<4]) == "RIFF" && text(bytes[8..<12]) == "WEBP")
        precondition(little(bytes[4..<8]) == bytes.count - 8)
        var listing = ContainerListing()
        var offset = 12
        while offset < bytes.count {
            let count = little(bytes[offset + 4..<offset + 8])
            listing.parts.append(
                (text(bytes[offset..<offset + 4]), Array(bytes[offset + 8..<offset + 8 + count])))
            offset += 8 + count + count % 2
        }
        precondition(offset == bytes.count)
        return listing
    }

    static func png(_ data: Data) -> ContainerListing {
        let bytes = [UInt8](data)
        var listing = ContainerListing()
        var offset = 8
        while offset < bytes.count {
            let count = big(bytes[offset..<offset + 4])
            listing.parts.append(
                (text(bytes[offset + 4..<offset + 8]), Array(bytes[offset + 8..<offset + 12 + count])))
            offset += 12 + count
        }
        precondition(offset == bytes.count)
        return listing
    }

    /// Markers up to the first scan as two hexadecimal digits; the rest of the file is the last part, `scan`.
    static func jpeg(_ data: Data) -> ContainerListing {
        let bytes = [UInt8](data)
        precondition(bytes[0] == 0xFF && bytes[1] == 0xD8)
        var listing = ContainerListing()
        var offset = 2
        while bytes[offset + 1] != 0xDA {
            precondition(bytes[offset] == 0xFF)
            let count = big(bytes[offset + 2..<offset + 4])
            listing.parts.append(
                (String(bytes[offset + 1], radix: 16), Array(bytes[offset + 4..<offset + 2 + count])))
            offset += 2 + count
        }
        listing.parts.append(("scan", Array(bytes[offset...])))
        return listing
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    private static func big(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    private static func little(_ bytes: ArraySlice<UInt8>) -> Int { big(ArraySlice(bytes.reversed())) }
}

import Foundation

/// Builds IPTC blocks from nothing but the specification of IIM (section 1.5) and of Photoshop's resources.
struct IPTCBytes {
    var fields: [UInt8] = []

    mutating func add(_ dataSet: UInt8, _ text: String, record: UInt8 = 2) {
        add(dataSet, Array(text.utf8), record: record)
    }

    mutating func add(_ dataSet: UInt8, _ bytes: [UInt8], record: UInt8 = 2) {
        fields += [0x1C, record, dataSet, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
    }

    static func resource(_ number: Int, _ content: [UInt8], name: String = "") -> [UInt8] {
        var bytes = Array("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 255)]
        bytes += [UInt8(name.utf8.count)] + Array(name.utf8) + (name.utf8.count % 2 == 0 ? [0] : [])
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (24 - 8 * $0)) }
        return bytes + content + (content.count % 2 == 1 ? [0] : [])
    }

    /// As in a JPEG, with other resources around it.
    func block(digest: [UInt8]? = nil) -> Data {
        var bytes = Array("Photoshop 3.0\0".utf8) + Self.resource(0x03ED, [1, 2, 3], name: "odd")
        bytes += Self.resource(0x0404, fields)
        if let digest { bytes += Self.resource(0x0425, digest) }
        return Data(bytes + Self.resource(0x040A, [1], name: "even"))
    }
}

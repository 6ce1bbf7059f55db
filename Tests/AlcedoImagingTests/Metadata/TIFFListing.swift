import Foundation

/// Reads a TIFF structure without libexif: the directories of a block and the raw bytes of their values. Traps on
/// what is not valid.
struct TIFFListing {
    var image: [UInt16: [UInt8]] = [:]
    var exif: [UInt16: [UInt8]] = [:]
    var gps: [UInt16: [UInt8]] = [:]
    var hasSecondDirectory = false

    private let bytes: [UInt8]
    private let isBigEndian: Bool

    init(_ block: Data) {
        precondition(block.starts(with: Data("Exif\0\0".utf8)))
        bytes = Array(block.dropFirst(6))
        isBigEndian = bytes[0] == 0x4D
        precondition(number(2, 2) == 42)
        let first = directory(number(4, 4))
        image = first.values
        hasSecondDirectory = first.next != 0
        if let pointer = image[0x8769] { exif = directory(number(pointer)).values }
        if let pointer = image[0x8825] { gps = directory(number(pointer)).values }
    }

    func number(_ bytes: [UInt8]) -> Int {
        (isBigEndian ? bytes : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }

    func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    private func number(_ offset: Int, _ count: Int) -> Int { number(Array(bytes[offset..<offset + count])) }

    private func directory(_ start: Int) -> (values: [UInt16: [UInt8]], next: Int) {
        let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
        var values: [UInt16: [UInt8]] = [:]
        let count = number(start, 2)
        for index in 0..<count {
            let entry = start + 2 + 12 * index
            let size = sizes[number(entry + 2, 2)] * number(entry + 4, 4)
            let place = size <= 4 ? entry + 8 : number(entry + 8, 4)
            let tag = UInt16(number(entry, 2))
            precondition(values[tag] == nil, "a tag stands twice")
            values[tag] = Array(bytes[place..<place + size])
        }
        return (values, number(start + 2 + 12 * count, 4))
    }
}

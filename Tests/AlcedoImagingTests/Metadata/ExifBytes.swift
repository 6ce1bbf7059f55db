import Foundation

/// Builds EXIF blocks from nothing but the TIFF 6.0 specification, in either byte order.
struct ExifBytes {
    struct Value {
        var format: UInt16
        var count: Int
        var bytes: [UInt8]
    }

    var isBigEndian = true
    var image: [UInt16: Value] = [:]
    var exif: [UInt16: Value] = [:]
    var gps: [UInt16: Value] = [:]
    var interoperability: [UInt16: Value] = [:]
    var thumbnail: [UInt8] = []

    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        let little = (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? little.reversed() : little
    }

    func ascii(_ text: String) -> Value { raw(2, Array(text.utf8) + [0]) }
    func raw(_ format: UInt16, _ bytes: [UInt8]) -> Value {
        Value(format: format, count: bytes.count, bytes: bytes)
    }
    func short(_ value: Int) -> Value { Value(format: 3, count: 1, bytes: number(value, 2)) }
    func long(_ value: Int) -> Value { Value(format: 4, count: 1, bytes: number(value, 4)) }
    func fraction(_ values: (Int, Int)...) -> Value {
        Value(format: 5, count: values.count, bytes: values.flatMap { number($0.0, 4) + number($0.1, 4) })
    }
    func windows(_ text: String) -> Value {
        raw(1, text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } + [0, 0])
    }

    /// The TIFF structure, without the prefix.
    var tiff: Data {
        // Directories follow one another, each with its long values behind it.
        var image = image
        var exif = exif
        func size(_ directory: [UInt16: Value]) -> Int {
            directory.isEmpty
                ? 0 : 6 + 12 * directory.count + directory.values.reduce(0) { $0 + outside($1).count }
        }
        // Pointers are there before sizes are taken.
        if !interoperability.isEmpty { exif[0xA005] = long(0) }
        if !exif.isEmpty { image[0x8769] = long(0) }
        if !gps.isEmpty { image[0x8825] = long(0) }
        let exifStart = 8 + size(image)
        let gpsStart = exifStart + size(exif)
        let interoperabilityStart = gpsStart + size(gps)
        let thumbnailStart = interoperabilityStart + size(interoperability)
        if !exif.isEmpty { image[0x8769] = long(exifStart) }
        if !gps.isEmpty { image[0x8825] = long(gpsStart) }
        if !interoperability.isEmpty { exif[0xA005] = long(interoperabilityStart) }

        var bytes: [UInt8] = isBigEndian ? [0x4D, 0x4D, 0, 0x2A] : [0x49, 0x49, 0x2A, 0]
        bytes += number(8, 4)
        bytes += encoded(image, at: 8, next: thumbnail.isEmpty ? 0 : thumbnailStart)
        bytes += encoded(exif, at: exifStart) + encoded(gps, at: gpsStart)
        bytes += encoded(interoperability, at: interoperabilityStart)
        if !thumbnail.isEmpty {
            let place = thumbnailStart + 6 + 12 * 2
            bytes += encoded([0x0201: long(place), 0x0202: long(thumbnail.count)], at: thumbnailStart)
            bytes += thumbnail
        }
        return Data(bytes)
    }

    /// With the prefix that JPEG files have.
    var block: Data { Data("Exif\0\0".utf8) + tiff }

    private func outside(_ value: Value) -> [UInt8] {
        value.bytes.count <= 4 ? [] : value.bytes + (value.bytes.count % 2 == 1 ? [0] : [])
    }

    private func encoded(_ directory: [UInt16: Value], at start: Int, next: Int = 0) -> [UInt8] {
        guard !directory.isEmpty else { return [] }
        var bytes = number(directory.count, 2)
        var values: [UInt8] = []
        let valuesStart = start + 6 + 12 * directory.count
        for (tag, value) in directory.sorted(by: { $0.key < $1.key }) {
            bytes += number(Int(tag), 2) + number(Int(value.format), 2) + number(value.count, 4)
            if value.bytes.count <= 4 {
                bytes += value.bytes + [UInt8](repeating: 0, count: 4 - value.bytes.count)
            } else {
                bytes += number(valuesStart + values.count, 4)
                values += outside(value)
            }
        }
        return bytes + number(next, 4) + values
    }
}

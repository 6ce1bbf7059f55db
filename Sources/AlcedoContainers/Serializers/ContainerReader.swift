import AlcedoBase
import AlcedoRecipes

/// A cursor over the bytes of a container. Every step is checked, so damaged bytes end in an error.
struct ContainerReader {
    let format: OutputFormat
    private let bytes: Data
    /// Counted from 0, even for a slice.
    private(set) var offset = 0

    init(_ data: Data, format: OutputFormat) {
        // A slice keeps the indices of its base; a copy starts at 0.
        bytes = data.startIndex == 0 ? data : Data(data)
        self.format = format
    }

    var remaining: Int { bytes.count - offset }

    func failure(_ reason: String) -> ContainerError {
        ContainerError(format: format, reason: "\(reason), at byte \(offset)")
    }

    @inline(never) mutating func take(_ count: Int) throws(ContainerError) -> Data {
        guard count >= 0, count <= remaining else { throw failure("the file ends too early") }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    @inline(never) mutating func takeByte() throws(ContainerError) -> UInt8 {
        guard remaining > 0 else { throw failure("the file ends too early") }
        defer { offset += 1 }
        return bytes[offset]
    }

    @inline(never) mutating func takeBigEndian(_ count: Int) throws(ContainerError) -> Int {
        try take(count).reduce(0) { $0 << 8 | Int($1) }
    }

    @inline(never) mutating func takeLittleEndian(_ count: Int) throws(ContainerError) -> Int {
        try take(count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func expect(_ expected: some Collection<UInt8>, _ reason: String) throws(ContainerError) {
        guard remaining >= expected.count, bytes[offset...].starts(with: expected) else {
            throw failure(reason)
        }
        offset += expected.count
    }

    func bytes(since start: Int) -> Data { bytes[start..<offset] }

    /// Skips to the end of a JPEG's coded data.
    mutating func skipScan() throws(ContainerError) {
        let end = bytes.withUnsafeBytes { [offset] in JPEGScan.end(in: $0, from: offset) }
        guard let end else { throw failure("the end of the image is missing") }
        offset = end
    }
}

/// Foundation's own operators are inlined, hundreds of instructions each, wherever a container is put together; the optimizer
/// spent a tenth of its time on them.
extension Data {
    @inline(never) static func + (left: Data, right: Data) -> Data {
        var joined = left
        joined.append(right)
        return joined
    }

    @inline(never) static func += (left: inout Data, right: Data) { left.append(right) }

    @inline(never) package mutating func appendBigEndian(_ value: Int, bytes: Int) {
        for shift in stride(from: 8 * (bytes - 1), through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    @inline(never) mutating func appendLittleEndian(_ value: Int, bytes: Int) {
        for shift in stride(from: 0, to: 8 * bytes, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}

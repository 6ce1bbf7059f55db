import AlcedoBase
import CDeflate

/// Raw DEFLATE (RFC 1951) of whole buffers.
enum Deflate {
    /// Returns the compressed bytes, or `nil` if there is no memory for them.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        guard let compressor = libdeflate_alloc_compressor(6) else { return nil }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_deflate_compress_bound(compressor, bytes.count)
        let result = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = bytes.withUnsafeBytes {
                libdeflate_deflate_compress(compressor, $0.baseAddress, $0.count, buffer.baseAddress, bound)
            }
        }
        return result.isEmpty ? nil : result
    }

    /// Returns exactly `count` bytes, or `nil` if the input is damaged or yields another number of bytes.
    static func decompress(_ bytes: [UInt8], count: Int) -> [UInt8]? {
        guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        var isWhole = false
        let result = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            isWhole = bytes.withUnsafeBytes {
                // Without a place for the number of bytes, any other number is an error.
                libdeflate_deflate_decompress(
                    decompressor, $0.baseAddress, $0.count, buffer.baseAddress, count, nil)
                    == LIBDEFLATE_SUCCESS
            }
            used = isWhole ? count : 0
        }
        return isWhole ? result : nil
    }
}

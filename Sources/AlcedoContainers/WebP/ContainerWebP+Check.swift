import AlcedoBase
import AlcedoRecipes

extension ContainerWebP {
    /// Checks lengths, and the flags and sizes of the header against the chunks (RFC 9649, 2.3 and 2.7).
    static func check(_ data: Data) throws(ContainerError) {
        let file = try ContainerWebP(data)
        var reader = ContainerReader(data, format: .webp)
        _ = try reader.take(4)
        guard try reader.takeLittleEndian(4) + 8 == data.count, data.count.isMultiple(of: 2) else {
            throw reader.failure("its length is wrong")
        }
        func count(_ name: String) -> Int { file.chunks.count { $0.name == name } }
        guard let header = file.chunks.first, header.name == "VP8X" else {
            guard file.chunks.count == 1 else {
                throw reader.failure("its header does not announce all of its parts")
            }
            return
        }
        let flags = header.payload.first ?? 0
        let pictures = count("VP8 ") + count("VP8L")
        let isAnimated = flags & Flag.animation != 0
        // An EXIF block that is not announced is one that no program reads.
        guard count("VP8X") == 1, count("ICCP") == (flags & Flag.profile != 0 ? 1 : 0),
            count("XMP ") == (flags & Flag.xmp != 0 ? 1 : 0), flags & Flag.exif == 0 || count("EXIF") == 1,
            count("ANIM") == (isAnimated ? 1 : 0), isAnimated ? count("ANMF") > 0 : count("ANMF") == 0,
            pictures == (isAnimated ? 0 : 1), count("ALPH") == 0 || flags & Flag.alpha != 0
        else { throw reader.failure("its header announces other parts than it has") }
        for frame in file.chunks where frame.name == "ANMF" {
            var reader = ContainerReader(Data(frame.payload), format: .webp)
            let left = try reader.takeLittleEndian(3) * 2
            let top = try reader.takeLittleEndian(3) * 2
            let right = left + (try reader.takeLittleEndian(3)) + 1
            let bottom = top + (try reader.takeLittleEndian(3)) + 1
            guard right <= file.width, bottom <= file.height, reader.remaining > 4 else {
                throw reader.failure("a frame is outside of the picture, or empty")
            }
        }
    }
}

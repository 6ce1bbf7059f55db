import AlcedoBase
import AlcedoRecipes

extension ContainerGIF {
    /// Checks that the file consists of whole blocks, has a picture, and ends with its end (GIF89a, appendix A).
    static func check(_ data: Data) throws(ContainerError) {
        var reader = ContainerReader(data, format: .gif)
        try reader.expect("GIF8".utf8, "there is no GIF header")
        func skipTable(_ flags: UInt8?) throws(ContainerError) {
            if let flags, flags & 0x80 != 0 { _ = try reader.take(3 << (Int(flags & 7) + 1)) }
        }
        try skipTable(try reader.take(9).dropFirst(6).first)
        var pictures = 0
        while true {
            switch try reader.takeByte() {
            case 0x2C:
                try skipTable(try reader.take(9).last)
                pictures += 1
                _ = try reader.takeByte()
            case 0x21: _ = try reader.takeByte()
            case 0x3B:
                guard pictures > 0, reader.remaining == 0 else {
                    throw reader.failure("there is no picture, or bytes follow its end")
                }
                return
            default: throw reader.failure("a block of an unknown kind")
            }
            while case let count = try reader.takeByte(), count > 0 { _ = try reader.take(Int(count)) }
        }
    }
}

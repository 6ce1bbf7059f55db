import AlcedoBase
import AlcedoRecipes

extension ContainerJPEG {
    /// Checks segments and the components of scans (ITU-T T.81, B.2), the parts of the profile (ICC.1, B.4), and that nothing
    /// speaks of pictures behind the file.
    static func check(_ data: Data) throws(ContainerError) {
        var reader = ContainerReader(data, format: .jpeg)
        try reader.expect([0xFF, 0xD8], "there is no start of image")
        var components: Set<UInt8> = []
        var scans = 0
        var parts: [UInt8] = []
        var expected: UInt8?
        while true {
            try reader.expect([0xFF], "a marker is missing")
            var marker = try reader.takeByte()
            while marker == 0xFF { marker = try reader.takeByte() }
            if marker == 0xD9 { break }
            let payload = [UInt8](try reader.take(try reader.takeBigEndian(2) - 2))
            func begins(_ name: String) -> Bool { payload.starts(with: name.utf8) }
            switch marker {
            case 0xC4, 0xC8, 0xCC: continue
            case 0xC0...0xCF:
                guard components.isEmpty, payload.count >= 6, payload.count == 6 + 3 * Int(payload[5]) else {
                    throw reader.failure("its frame is damaged")
                }
                components = Set(stride(from: 6, to: payload.count, by: 3).map { payload[$0] })
            case 0xDA:
                let count = Int(payload.first ?? 0)
                guard count > 0, payload.count == 4 + 2 * count,
                    (0..<count).allSatisfy({ components.contains(payload[1 + 2 * $0]) })
                else { throw reader.failure("a scan is of a component that is missing") }
                try reader.skipScan()
                scans += 1
            case 0xE2 where begins("MPF\0"):
                throw reader.failure("it names pictures behind it that are missing (MPF)")
            case 0xE2 where begins("ICC_PROFILE\0"):
                guard payload.count > 14, expected ?? payload[13] == payload[13] else {
                    throw reader.failure("its profile is damaged")
                }
                parts.append(payload[12])
                expected = payload[13]
            default: continue
            }
        }
        guard scans > 0 else { throw reader.failure("there is no picture") }
        guard reader.remaining == 0 else { throw reader.failure("bytes follow its end") }
        guard parts.sorted().elementsEqual((0..<(expected ?? 0)).map { $0 + 1 }) else {
            throw reader.failure("a part of its profile is missing")
        }
        if data.withUnsafeBytes({ GainMap.isPresent(in: $0, .jpeg) }) {
            throw reader.failure("it names a gain map that is missing")
        }
    }
}

import AlcedoBase
import AlcedoRecipes

extension ContainerISOMedia {
    static func check(_ data: Data) throws(ContainerError) { try ISOMediaPicture(data).check() }
}

extension ISOMediaPicture {
    /// Checks that every item, place, property and brand that the descriptions name is there (ISO/IEC 14496-12, 8.11;
    /// AVIF 1.1, 6 and 8).
    fileprivate func check() throws(ContainerError) {
        func isItem(_ item: Int) -> Bool { types[item] != nil }
        guard isItem(primary) else { throw Self.failure("its main item is missing") }
        guard references.allSatisfy({ isItem($0.from) && $0.to.allSatisfy(isItem) }),
            try groups().allSatisfy(isItem)
        else { throw Self.failure("it refers to an item that is missing") }
        for item in types.keys {
            guard let place = places[item], !place.extents.isEmpty else {
                throw Self.failure("an item has no place")
            }
            let end = place.isInside ? inside.count : data.count
            guard place.extents.allSatisfy({ $0.offset + $0.length <= end }) else {
                throw Self.failure("an item is outside of the file")
            }
        }
        guard places.keys.allSatisfy(isItem) else { throw Self.failure("a place is that of a missing item") }
        for (item, list) in associations {
            guard isItem(item), list.allSatisfy({ properties.indices.contains($0.property) }) else {
                throw Self.failure("a property is missing")
            }
        }
        if data.withUnsafeBytes({ MediaItems($0)?.gridFault }) != nil {
            throw Self.failure("its cells do not cover the picture")
        }
        try checkBrands()
    }

    /// The members of all groups, such as the pair of a picture and its gain map.
    private func groups() throws(ContainerError) -> [Int] {
        let meta = try ISOMediaBox.all(data).first { $0.name == "meta" }?.content.dropFirst(4) ?? Data()
        var members: [Int] = []
        for list in try ISOMediaBox.all(meta) where list.name == "grpl" {
            for group in try ISOMediaBox.all(list.content) {
                var reader = ContainerReader(group.content, format: .avif)
                _ = try reader.take(8)
                for _ in 0..<(try reader.takeBigEndian(4)) { members.append(try reader.takeBigEndian(4)) }
            }
        }
        return members
    }

    private func checkBrands() throws(ContainerError) {
        let bytes = [UInt8](fileType)
        guard bytes.count >= 8, bytes.count.isMultiple(of: 4) else {
            throw Self.failure("its brands are cut")
        }
        // The profile of the AV1 stream, in the upper bits of the second byte.
        let profiles = properties.filter { $0.name == "av1C" }.map {
            [UInt8]($0.content.prefix(2)).last.map { $0 >> 5 } ?? 7
        }
        for at in stride(from: 0, to: bytes.count, by: 4) where at != 4 {
            let brand = String(decoding: bytes[at..<at + 4], as: UTF8.self)
            let isTrue =
                switch brand {
                case "tmap": types.values.contains { $0.type == "tmap" }
                case "avis", "msf1": false
                case "MA1B": profiles.allSatisfy { $0 == 0 }
                case "MA1A": profiles.allSatisfy { $0 <= 1 }
                default: true
                }
            guard isTrue else { throw Self.failure("it lacks what its brand '\(brand)' stands for") }
        }
    }
}

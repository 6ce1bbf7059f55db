package import AlcedoBase
import AlcedoRecipes

extension ContainerPNG {
    /// Checks checksums, the order of chunks, and the count and numbers of frames (W3C PNG, third edition, 5.3, 5.6 and 11.3.6).
    package static func check(_ data: Data) throws(ContainerError) {
        let file = try ContainerPNG(data)
        func failure(_ reason: String) -> ContainerError { ContainerError(format: .png, reason: reason) }
        guard file.whole.count == data.count else { throw failure("bytes follow its end") }
        let names = file.chunks.map(\.name)
        for chunk in file.chunks {
            let sum = chunk.bytes.suffix(4).reduce(0) { $0 << 8 | UInt32($1) }
            guard checksum(chunk.bytes.dropFirst(4).dropLast(4)) == sum else {
                throw failure("the checksum of \(chunk.name) is wrong")
            }
        }
        guard let header = file.chunks.first?.content, header.count == 13,
            let pixels = names.firstIndex(of: "IDAT"),
            let last = names.lastIndex(of: "IDAT"), names[pixels...last].allSatisfy({ $0 == "IDAT" })
        else { throw failure("its pixels are not in one place") }
        let isIndexed = header[header.startIndex + 9] == 3
        let palette = names.firstIndex(of: "PLTE")
        guard !isIndexed || palette != nil, palette ?? 0 < pixels else {
            throw failure("its palette is missing")
        }
        // What says how pixels look, and each at most once.
        for name in ["IHDR", "PLTE", "tRNS", "acTL"] + colorChunks.sorted() {
            let places = names.indices.filter { names[$0] == name }
            guard places.count <= 1, places.allSatisfy({ $0 < pixels }) else {
                throw failure("\(name) is not in its place")
            }
        }
        try file.checkFrames(names)
    }

    private func checkFrames(_ names: [String]) throws(ContainerError) {
        let controls = names.count { $0 == "fcTL" }
        let count = chunks.first { $0.name == "acTL" }?.content.prefix(4).reduce(0) { $0 << 8 | Int($1) } ?? 0
        let numbers = chunks.filter { ["fcTL", "fdAT"].contains($0.name) }.map { chunk in
            chunk.content.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }
        guard count == controls, numbers.elementsEqual(0..<numbers.count) else {
            throw ContainerError(format: .png, reason: "it has other frames than its header says")
        }
    }
}

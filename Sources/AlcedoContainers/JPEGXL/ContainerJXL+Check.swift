import AlcedoBase
import AlcedoRecipes

extension ContainerJXL {
    /// Checks lengths and that there is one codestream, whole or in numbered parts (ISO/IEC 18181-2, 9).
    static func check(_ data: Data) throws(ContainerError) {
        func failure(_ reason: String) -> ContainerError { ContainerError(format: .jxl, reason: reason) }
        var stream = data
        if !data.starts(with: [0xFF, 0x0A]) {
            let boxes = try ISOMediaBox.all(data, format: .jxl)
            guard boxes.prefix(2).map(\.name) == ["JXL ", "ftyp"] else {
                throw failure("there is no file type")
            }
            let parts = boxes.filter { $0.name == "jxlp" }
            let whole = boxes.filter { $0.name == "jxlc" }
            guard whole.count + (parts.isEmpty ? 0 : 1) == 1 else {
                throw failure("it has more or less than one picture")
            }
            // The highest bit marks the last part.
            let numbers = parts.map { $0.content.prefix(4).reduce(0) { $0 << 8 | Int($1) } }
            let expected = parts.indices.map { $0 == parts.count - 1 ? $0 | 1 << 31 : $0 }
            guard numbers == expected else { throw failure("a part of its picture is missing") }
            guard boxes.lastIndex(where: { $0.name == "jxll" }) ?? 2 == 2 else {
                throw failure("its level is not in its place")
            }
            stream = whole.first?.content ?? parts.reduce(into: Data()) { $0.append($1.content.dropFirst(4)) }
        }
        guard stream.count > 2, stream.starts(with: [0xFF, 0x0A]) else {
            throw failure("there is no codestream")
        }
    }
}

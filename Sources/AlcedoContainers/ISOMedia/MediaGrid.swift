import AlcedoRecipes

/// What is wrong with the cells that an AVIF or HEIC is composed of.
enum GridFault: Hashable {
    /// A cell has a rotation, mirroring or crop of its own. Decoders apply it to the cell, while the programs that write such
    /// files mean the whole, so parts of the canvas are covered twice and others never. MIAF (ISO/IEC 23000-22, 7.3.11.4)
    /// does not allow it.
    case turned
    /// The cells differ in size, or leave a part of the canvas uncovered (ISO/IEC 23008-12, 6.6.2.3).
    case gaps
}

extension MediaItems {
    /// The first fault of a grid in the picture or its alpha. Where no cell is painted, libheif 1.15 leaves the canvas as it
    /// found its memory.
    var gridFault: GridFault? {
        var inputs: [Int: [Int]] = [:]
        for reference in references where reference.kind == "dimg" {
            inputs[reference.from, default: []] += reference.to
        }
        let shown = Self.reached(from: [primary] + (alpha.map { [$0] } ?? []), by: inputs)
        for item in shown where types[item] == "grid" {
            let cells = inputs[item] ?? []
            // A cell may be derived from another item in turn.
            if Self.reached(from: cells, by: inputs).contains(where: isTransformed) { return .turned }
            if let head = head(of: item, 12), !isCovered(head, by: cells) { return .gaps }
        }
        return nil
    }

    private static func reached(from items: [Int], by inputs: [Int: [Int]]) -> Set<Int> {
        var found: Set<Int> = []
        var next = items
        while let item = next.popLast() {
            if found.insert(item).inserted { next += inputs[item] ?? [] }
        }
        return found
    }

    /// Whether a property moves the pixels of an item; a rotation by 0 does not.
    private func isTransformed(_ item: Int) -> Bool {
        property("imir", of: item) != nil || property("clap", of: item) != nil
            || properties("irot", of: item).contains { ($0.number(0, 1) ?? 0) & 3 != 0 }
    }

    /// - Parameter head: Version, flags, rows and columns less 1, and the size of the canvas.
    private func isCovered(_ head: ByteView, by cells: [Int]) -> Bool {
        let width = (head.number(1, 1) ?? 0) & 1 == 0 ? 2 : 4
        guard let rows = head.number(2, 1), let columns = head.number(3, 1),
            let across = head.number(4, width), let down = head.number(4 + width, width),
            let cell = cells.first.flatMap({ size(of: $0) })
        else { return false }
        return cells.count == (rows + 1) * (columns + 1)
            && cell.width * (columns + 1) >= across && cell.height * (rows + 1) >= down
            && cells.allSatisfy { size(of: $0).map { $0 == cell } ?? false && isFilled($0, cell) }
    }

    private func size(of item: Int) -> (width: Int, height: Int)? {
        guard let box = property("ispe", of: item), let width = box.number(4, 4),
            let height = box.number(8, 4)
        else { return nil }
        return (width, height)
    }

    /// Whether the coded picture of an AV1 item is as large as its properties say; `true` for other codecs.
    private func isFilled(_ item: Int, _ size: (width: Int, height: Int)) -> Bool {
        guard let header = AV1SequenceHeader(item: item, of: self) else { return true }
        return header.width >= size.width && header.height >= size.height
    }
}

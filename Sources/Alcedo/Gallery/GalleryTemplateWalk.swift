/// Goes through a template as the library does when it prints, and finds out which marks are filled.
struct GalleryTemplateWalk {
    /// A mark by its file and its number there.
    struct Place: Hashable {
        var file: String
        var number: Int
    }

    /// Marks of a file that are printed together: all of them, or those of a section or a block.
    private struct Piece: Hashable {
        var file: String
        var numbers: Range<Int>
    }

    /// A piece, what is open where it is put in, and what stands there in the place of its blocks.
    private struct Visit: Hashable {
        var piece: Piece
        var scope: GalleryScope
        var blocks: [String: Piece]
    }

    private let marks: [String: [GalleryMark]]
    /// The numbers of the ends of what marks open; none for a file in which they are wrong.
    private let ends: [String: [Int: Int]]
    private var visits: Set<Visit> = []
    private var filled: Set<Place> = []
    private var faults: [Place: String] = [:]

    /// - Parameter marks: The marks of every file by its name, without `.html`.
    init(marks: [String: [GalleryMark]]) {
        self.marks = marks
        ends = marks.compactMapValues { Self.ends(of: $0) }
    }

    /// Prints a page.
    mutating func print(_ name: String, _ page: GalleryValue) {
        print(Visit(piece: file(name), scope: GalleryScope(page: page), blocks: [:]), within: [])
    }

    /// Why a mark is filled nowhere; `nil` if it is somewhere.
    ///
    /// - Parameter pages: The pages that it can be on, of which any may fill a mark that none prints.
    func fault(of mark: GalleryMark, at place: Place, on pages: [GalleryValue]) -> String? {
        if filled.contains(place) { return nil }
        if let fault = faults[place] { return fault }
        let reasons = pages.map { GalleryScope(page: $0).inside(.anything).find(mark).fault }
        return reasons.contains(nil) ? nil : reasons.compactMap { $0 }.first
    }

    // MARK: - Printing

    private mutating func print(_ visit: Visit, within outer: [Piece]) {
        let piece = visit.piece
        // What holds itself is looked at once; of pieces it is a mistake of its own.
        guard let inFile = marks[piece.file], !outer.contains(piece), visits.insert(visit).inserted else {
            return
        }
        let ends = ends[piece.file]
        // Where ends are wrong, nobody knows what is open.
        let scope = ends == nil ? visit.scope.inside(.anything) : visit.scope
        let path = outer + [piece]
        var number = piece.numbers.lowerBound
        while number < piece.numbers.upperBound {
            let mark = inFile[number]
            let end = ends?[number] ?? number
            let content = Piece(file: piece.file, numbers: number + 1..<max(number + 1, end))
            let place = Place(file: piece.file, number: number)
            var next = Visit(piece: content, scope: scope.elsewhere, blocks: visit.blocks)
            switch mark.kind {
            case .value: fill(mark, place, scope)
            case .section:
                next.scope = scope.inside(fill(mark, place, scope))
                print(next, within: path)
            case .inverted:
                next.scope = scope.without(fill(mark, place, scope))
                print(next, within: path)
            case .partial:
                next.piece = file(mark.name)
                print(next, within: path)
            case .parent:
                next.piece = file(mark.name)
                next.blocks.merge(blocks(in: content)) { outer, _ in outer }
                print(next, within: path)
            case .block:
                next.piece = visit.blocks[mark.name] ?? content
                print(next, within: path)
            case .end, .comment, .setting, .delimiters: break
            }
            number = end + 1
        }
    }

    /// - Returns: What the mark stands for.
    @discardableResult
    private mutating func fill(_ mark: GalleryMark, _ place: Place, _ scope: GalleryScope) -> GalleryValue {
        let (value, fault) = scope.find(mark)
        if let fault {
            faults[place] = faults[place] ?? fault
        } else {
            filled.insert(place)
        }
        return value
    }

    private func file(_ name: String) -> Piece {
        Piece(file: name, numbers: 0..<(marks[name]?.count ?? 0))
    }

    /// The blocks that stand directly in a piece, by their names.
    private func blocks(in piece: Piece) -> [String: Piece] {
        var blocks: [String: Piece] = [:]
        var number = piece.numbers.lowerBound
        while number < piece.numbers.upperBound {
            let end = ends[piece.file]?[number] ?? number
            if let mark = marks[piece.file]?[number], mark.kind == .block, end > number {
                blocks[mark.name] = Piece(file: piece.file, numbers: number + 1..<end)
            }
            number = end + 1
        }
        return blocks
    }

    /// The numbers of the ends by those of what they end; `nil` if one is wrong.
    private static func ends(of marks: [GalleryMark]) -> [Int: Int]? {
        var ends: [Int: Int] = [:]
        var open: [Int] = []
        for (number, mark) in marks.enumerated() {
            if mark.kind.opens {
                open.append(number)
            } else if mark.kind == .end {
                guard let last = open.popLast(), marks[last].name == mark.name else { return nil }
                ends[last] = number
            }
        }
        return open.isEmpty ? ends : nil
    }
}

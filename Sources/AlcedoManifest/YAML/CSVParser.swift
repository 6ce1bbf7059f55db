import AlcedoBase

/// Parses a table with a row of names (CSV, RFC 4180) into the same nodes as YAML: a list of mappings. Empty cells count as
/// missing.
struct CSVParser {
    private let bytes: [UInt8]
    private let file: String
    private var offset = 0
    private var line = 1
    private var column = ColumnCount()
    private let separator: UInt8

    private struct Cell {
        var text: String
        var isQuoted: Bool
        var place: Diagnostic.Location
    }

    /// Parses a table.
    /// - Throws: A `Diagnostic` at the first error.
    static func parse(_ data: Data, file: String) throws(Diagnostic) -> YAMLNode {
        var parser = CSVParser(bytes: try YAMLText(data, file: file).bytes, file: file)
        return try parser.table()
    }

    private init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
        separator = Self.separator(of: bytes, file: file)
    }

    /// Returns what the first row has most of, outside of quotes: spreadsheets write semicolons where commas are in numbers,
    /// and tabs for other programs. A name may have a comma, and hardly a tab.
    private static func separator(of bytes: [UInt8], file: String) -> UInt8 {
        if file.lowercased().hasSuffix(".tsv") { return 9 }
        var isQuoted = false
        var counts: [UInt8: Int] = [:]
        for byte in bytes {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if endsLine(byte) { break }
            counts[byte, default: 0] += 1
        }
        let (comma, semicolon) = (UInt8(ascii: ","), UInt8(ascii: ";"))
        let most = [9, semicolon, comma].map { counts[$0] ?? 0 }.max()
        return [9, semicolon, comma].first { counts[$0] == most } ?? comma
    }

    private mutating func table() throws(Diagnostic) -> YAMLNode {
        let start = place
        let header = try row()
        var seen: Set<String> = []
        for cell in header {
            guard !cell.text.isEmpty else { throw fault("a column has no name", at: cell.place) }
            guard seen.insert(cell.text).inserted else {
                throw fault("two columns have the name '\(YAMLNode.excerpt(cell.text))'", at: cell.place)
            }
        }
        var rows: [YAMLNode] = []
        while offset < bytes.count {
            if Task.isCancelled { throw YAMLParser.cancellation }
            let cells = try row()
            // An empty line is no row.
            if cells.count == 1, cells[0].text.isEmpty, !cells[0].isQuoted { continue }
            guard cells.count == header.count else {
                let place = cells.count > header.count ? cells[header.count].place : cells[0].place
                throw fault(
                    "the row has \(Figures.counted(cells.count, "cell")) and the first one \(header.count); "
                        + "text with a separator in it needs quotes", at: place)
            }
            rows.append(YAMLNode(.mapping(zip(header, cells).map(Self.pair)), at: cells[0].place))
        }
        return YAMLNode(.sequence(rows), at: start)
    }

    private static func pair(_ name: Cell, _ cell: Cell) -> YAMLPair {
        let value: YAMLScalar = cell.text.isEmpty ? .null : .string(cell.text)
        return YAMLPair(
            key: YAMLNode(
                .scalar(text: name.text, style: .quoted, value: .string(name.text)), at: name.place),
            value: YAMLNode(.scalar(text: cell.text, style: .quoted, value: value), at: cell.place))
    }

    private var place: Diagnostic.Location {
        mutating get {
            Diagnostic.Location(file: file, line: line, column: column.column(at: offset, of: bytes))
        }
    }

    private func fault(_ reason: String, at place: Diagnostic.Location) -> Diagnostic {
        Diagnostic(.error, "not valid CSV: \(reason)", at: place)
    }

    private mutating func row() throws(Diagnostic) -> [Cell] {
        var cells = [try cell()]
        while offset < bytes.count, bytes[offset] == separator {
            offset += 1
            cells.append(try cell())
        }
        guard offset < bytes.count else { return cells }
        if bytes[offset...].starts(with: [13, 10]) { offset += 1 }
        beginLine()
        return cells
    }

    /// Whether a byte ends a row: CR and LF, as in RFC 4180, or either of them alone, as spreadsheets also write.
    private static func endsLine(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }

    private mutating func beginLine() {
        offset += 1
        line += 1
        column.beginLine(at: offset)
    }

    private mutating func cell() throws(Diagnostic) -> Cell {
        let start = place
        var text: [UInt8] = []
        let isQuoted = offset < bytes.count && bytes[offset] == UInt8(ascii: "\"")
        if isQuoted { text = try quoted(from: start) }
        let rest = offset
        while offset < bytes.count, bytes[offset] != separator, !Self.endsLine(bytes[offset]) { offset += 1 }
        guard !isQuoted || offset == rest else {
            throw fault("there is text after the closing quote", at: start)
        }
        if !isQuoted { text = Array(bytes[rest..<offset]) }
        return Cell(text: String(decoding: text, as: UTF8.self), isQuoted: isQuoted, place: start)
    }

    /// Reads a cell in quotes, within which a quote is written twice.
    private mutating func quoted(from start: Diagnostic.Location) throws(Diagnostic) -> [UInt8] {
        var text: [UInt8] = []
        offset += 1
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") {
                offset += 1
                guard offset < bytes.count, bytes[offset] == byte else { return text }
            }
            text.append(byte)
            let isLine = byte == 10 || byte == 13 && !bytes[offset...].starts(with: [13, 10])
            if isLine { beginLine() } else { offset += 1 }
        }
        throw fault("the quote that begins here is not closed", at: start)
    }
}

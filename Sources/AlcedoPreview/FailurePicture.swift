import AlcedoBase
import AlcedoIndex

/// A picture with the reason why another one cannot be shown.
enum FailurePicture {
    static let type = "image/svg+xml"

    /// Draws a message, as large as its frame allows, for a picture that is shown in any size.
    static func svg(_ message: String) -> Data {
        let lines = wrapped(message, at: 44)
        let height = max(200, 110 + 24 * lines.count)
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 \(height)" width="640" height="\(height)" \
            font-family="system-ui, sans-serif" role="img">
            <rect width="640" height="\(height)" fill="#fff4f2"/>
            <rect x="6" y="6" width="628" height="\(height - 12)" fill="none" stroke="#c0392b" stroke-width="4" \
            stroke-dasharray="14 8"/>
            <text x="32" y="58" font-size="24" font-weight="bold" fill="#a32b1e">no picture</text>

            """
        for (number, line) in lines.enumerated() {
            text +=
                "<text x=\"32\" y=\"\(98 + 24 * number)\" font-size=\"18\" font-family=\"ui-monospace, monospace\" "
                + "xml:space=\"preserve\" fill=\"#3b1411\">\(HTMLText.escape(line))</text>\n"
        }
        return Data((text + "</svg>\n").utf8)
    }

    /// Breaks a message into at most twelve lines, at spaces and slashes where there are any.
    static func wrapped(_ message: String, at width: Int) -> [String] {
        // XML has no control characters.
        var rest = String(
            message.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })[...]
        var lines: [String] = []
        while !rest.isEmpty, lines.count < 12 {
            guard rest.count > width else {
                lines.append(String(rest))
                return lines
            }
            let limit = rest.index(rest.startIndex, offsetBy: width)
            let line = rest[..<limit]
            let end = line.lastIndex { $0 == " " || $0 == "/" }.map(rest.index(after:)) ?? limit
            lines.append(String(rest[..<end]))
            rest = rest[end...]
        }
        if !rest.isEmpty { lines[lines.count - 1] += "…" }
        return lines
    }
}

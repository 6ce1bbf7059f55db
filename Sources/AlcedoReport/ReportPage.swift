import AlcedoBase
import AlcedoIndex
import AlcedoManifest
import CAssets

/// The HTML page. It is complete without its script, which sorts, folds and compares.
package struct ReportPage {
    let data: ReportData
    let pictures: ReportPictures

    /// The start of a report, which distinguishes it from all other files.
    static let mark = "<meta name=\"generator\" content=\"alcedo report "

    private static let script = "\n" + String(cString: alcedo_report_script())

    /// Returns whether a file that starts with these bytes is a report.
    package static func isReport(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes.prefix(1024), as: UTF8.self)
        // Minifiers omit quotes where HTML allows it, and reorder attributes.
        return [mark, "<meta name=generator content=\"alcedo report ", "<meta content=\"alcedo report "]
            .contains { text.contains($0) }
    }

    func write(to stream: inout FileSystem.Stream) throws {
        try stream.write(head)
        let totals = data.totals
        try stream.write(
            "<body>\n<header class=\"top\">\n<h1>Image report</h1>\n\(about)\(tiles(totals))</header>\n<main>\n"
        )
        try stream.write(failures + notices + formats(totals) + change)
        try stream.write(Self.loads + toolbar)
        try stream.write("<section id=\"sources\" aria-label=\"Images\">\n")
        for (number, source) in data.sources.enumerated() {
            try Task.checkCancellation()
            try write(source, number: number, to: &stream)
        }
        try stream.write("</section>\n</main>\n<script>\(Self.script)</script>\n</body>\n</html>\n")
    }

    // MARK: Head

    private var head: String {
        let script = "'\(ContentDigest(hashing: Self.script).sri)'"
        // Whatever the index contains, only this script runs, and nothing is loaded from elsewhere.
        let images = pictures.isLinked ? "'self' file: data:" : "data:"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            \(Self.mark)\(AlcedoVersion.current)">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src \(images); \
            style-src 'unsafe-inline'; script-src \(script)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="robots" content="noindex">
            <title>Image report: \(ReportText.of(data.manifest))</title>
            <style>
            \(String(cString: alcedo_report_style()))</style>
            </head>

            """
    }

    private var about: String {
        var parts = [data.manifest, "index by \(data.generator)"]
        if !data.baseURL.isEmpty { parts.append("addresses begin with \(data.baseURL)") }
        if !data.selection.isEmpty { parts.append("only \(data.selection.joined(separator: ", "))") }
        return "<p class=\"about\">\(ReportText.of(parts.joined(separator: " · ")))</p>\n"
    }

    private func tiles(_ totals: ReportTotals) -> String {
        var tiles = [
            tile(
                "originals", Figures.counted(totals.sources, "image"), "original-bytes",
                totals.originalBytes,
                ""),
            tile(
                "files", Figures.counted(totals.files, "file"), "file-bytes", totals.bytes,
                totals.originalBytes > 0
                    ? ", \(ReportNumber.share(Double(totals.bytes) / Double(totals.originalBytes))) of the originals"
                    : ""),
        ]
        if totals.inlineFiles > 0 {
            tiles.append(
                tile(
                    "inline", "\(Figures.grouped(totals.inlineFiles)) inline", "inline-bytes",
                    totals.inlineBytes, ""))
        }
        if !data.failures.isEmpty {
            tiles.append(
                "<li class=\"bad\"><a href=\"#failed\"><b>\(Figures.grouped(data.failures.count)) failed</b></a>"
                    + "<span>in the last build</span></li>")
        }
        if !data.notices.isEmpty {
            tiles.append(
                "<li class=\"odd\"><a href=\"#notices\"><b>\(Figures.grouped(data.notices.count)) to look at</b></a>"
                    + "<span>besides</span></li>")
        }
        return "<ul class=\"tiles\">\n" + tiles.map { $0 + "\n" }.joined() + "</ul>\n"
    }

    private func tile(_ name: String, _ count: String, _ bytesName: String, _ bytes: Int, _ rest: String)
        -> String
    {
        "<li id=\"\(name)\"><b>\(count)</b><span>\(Self.number(bytesName, bytes))\(rest)</span></li>"
    }

    // MARK: Problems

    private var failures: String {
        guard let note = data.failureNote else { return "" }
        var text =
            "<section id=\"failed\" class=\"trouble bad\">\n<h2>Failed</h2>\n<p>\(ReportText.of(note))</p>\n<ul>\n"
        for failure in data.failures {
            text += "<li><code>\(ReportText.of(failure.description))</code></li>\n"
        }
        return text + "</ul>\n</section>\n"
    }

    private var notices: String {
        guard !data.notices.isEmpty else { return "" }
        var text = "<section id=\"notices\" class=\"trouble odd\">\n<h2>To look at</h2>\n<ul>\n"
        for notice in data.notices {
            text += "<li><b>\(ReportText.of(notice.source))</b>: \(ReportText.of(notice.text))</li>\n"
        }
        return text + "</ul>\n</section>\n"
    }

    // MARK: Formats

    private func formats(_ totals: ReportTotals) -> String {
        guard !totals.formats.isEmpty else { return "" }
        let most = totals.formats.map(\.bitsPerPixel).max() ?? 0
        let isScored = totals.formats.contains { $0.scores != nil }
        let last = totals.fallbacks.isEmpty ? "the last format" : totals.fallbacks.joined(separator: " or ")
        var text = """
            <section id="formats">
            <h2>Formats</h2>
            <div class="scroll"><table>
            <thead><tr><th scope="col">Format</th><th scope="col">Files</th><th scope="col">Bytes</th>\
            <th scope="col">Bits per pixel</th><th scope="col">Against \(ReportText.of(last))</th>\
            <th scope="col">Larger than that</th>\(isScored ? "<th scope=\"col\">Scores</th>" : "")</tr></thead>
            <tbody>

            """
        for format in totals.formats {
            let width = most > 0 ? format.bitsPerPixel / most * 100 : 0
            let bar = "class=\"bar\" style=\"--part:\(String(width, places: 1))%\""
            text +=
                "<tr data-format=\"\(ReportText.of(format.name))\"><th scope=\"row\">\(ReportText.of(format.name))</th>"
            text += "<td>\(Self.number("count", format.files, Figures.grouped(format.files)))</td>"
            text += "<td>\(Self.number("bytes", format.bytes))</td>"
            text +=
                "<td \(bar)>\(Self.number("bits", format.bitsPerPixel, ReportNumber.bits(format.bitsPerPixel)))</td>"
            if let saving = format.saving {
                let sizes = Figures.counted(format.compared, "size")
                text +=
                    "<td>\(Self.number("saving", saving, ReportNumber.change(saving))) <small>in \(sizes)</small></td>"
                text +=
                    "<td>\(Self.number("larger", format.larger, Figures.grouped(format.larger)))</td>"
            } else {
                text += "<td>–</td><td>–</td>"
            }
            if isScored {
                text += "<td>"
                if let scores = format.scores {
                    text += Self.number("score", scores.mean, ReportNumber.score(scores.mean))
                    text +=
                        " <small>from \(Self.number("lowest", scores.lowest, ReportNumber.score(scores.lowest)))</small>"
                } else {
                    text += "–"
                }
                text += "</td>"
            }
            text += "</tr>\n"
        }
        return text + """
            </tbody>
            </table></div>
            <p class="hint">A saving compares files with the file of the last format of their variant in the same size. \
            Files that several images share count once. Bits per pixel are \
            per frame.</p>
            </section>

            """
    }

    // MARK: Parts

    private var toolbar: String {
        guard data.sources.count > 0 else {
            return "<p class=\"hint\">There are no images.</p>\n"
        }
        return """
            <form id="tools" hidden>
            <label>Find <input type="search" id="find" placeholder="part of a name"></label>
            <label>Order <select id="order"><option value="number">of the manifest</option>\
            <option value="name">by name</option><option value="bytes">most bytes first</option>\
            <option value="saving">least saved first</option>\(scored)\(changed)</select></label>
            <label><input type="checkbox" id="larger"> only images with files larger than the last format's</label>
            <button type="button" id="unfold">Show all sizes</button>
            <output id="shown"></output>
            </form>

            """
    }

    // The script fills it in: browsers decide what they load.
    private static let loads = """
        <section id="loads" hidden>
        <h2>What devices load</h2>
        <div class="scroll"><table>
        <thead><tr><th scope="col">Variant</th></tr></thead></table></div>
        <p class="hint">The mean of all images, by the variants' <code>sizes</code>, of the first format that all browsers know. Without \
        <code>sizes</code>, browsers assume the width of the window.</p>
        </section>

        """

    private var changed: String {
        data.sources.contains { $0.change != nil }
            ? "<option value=\"change\">most changed first</option>" : ""
    }

    private var scored: String {
        data.sources.contains { $0.lowestScore != nil }
            ? "<option value=\"score\">lowest score first</option>" : ""
    }

    /// Returns a number for readers, with its value for programs.
    static func number(_ name: String, _ value: Int, _ text: String? = nil) -> String {
        "<span class=\"\(name)\" data-value=\"\(value)\">\(text ?? ReportNumber.bytes(value))</span>"
    }

    static func number(_ name: String, _ value: Double, _ text: String) -> String {
        "<span class=\"\(name)\" data-value=\"\(value)\">\(text)</span>"
    }
}

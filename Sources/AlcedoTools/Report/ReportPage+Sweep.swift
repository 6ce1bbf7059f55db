import AlcedoBase
import AlcedoImaging
import AlcedoManifest

extension ReportPage {
    /// Scores with a name, and one between them.
    private static let targets: [(score: Int, line: String)] =
        (QualityTarget.Level.allCases.map { ($0.score, "quality: \($0.rawValue)") }
        + [(75, "quality: { target: 75 }")]).sorted { $0.score < $1.score }

    /// Writes a picture in many qualities: what each score costs, and all files to look at.
    func write(_ sweep: QualitySweep, to stream: inout FileSystem.Stream) throws {
        let formats = sweep.formats
        let id = ReportText.of(sweep.source)
        try stream.write(
            """
            <section id="sweep" aria-label="Qualities">
            <h2>\(id): \(ReportText.of(sweep.variant)) in \(Figures.counted(sweep.files.count, "quality", "qualities"))</h2>
            <p class="hint">\(sweep.size.width) × \(sweep.size.height) pixels. Each line has the smallest of these files that \
            reach a score; the last column goes into the variant <code>\(ReportText.of(sweep.variant))</code> of \
            <code>\(ReportText.of(data.manifest))</code>, where every picture then gets the quality that it needs itself.</p>
            \(Self.chart(sweep))
            """)
        try stream.write(Self.table(sweep))
        try stream.write(
            "<article data-name=\"\(id)\">\n<div class=\"variant\" style=\"--columns:\(formats.count)\">\n"
                + "<h3>\(ReportText.of(sweep.variant)) <small>from the best to the worst</small></h3>\n")
        let most = formats.map { format in sweep.files.count { $0.format == format } }.max() ?? 0
        for step in 0..<most {
            // From the best to the worst.
            let row = formats.map { format in
                sweep.files.filter { $0.format == format }.reversed().dropFirst(step).first
            }
            try write(row, of: sweep, to: &stream)
        }
        try stream.write("</div>\n</article>\n</section>\n")
    }

    private func write(
        _ row: [QualitySweep.File?], of sweep: QualitySweep, to stream: inout FileSystem.Stream
    ) throws {
        let (width, height) = (sweep.size.width, sweep.size.height)
        var text = "<details class=\"row\" data-width=\"\(width)\" data-height=\"\(height)\">\n<summary>"
        text +=
            "<span class=\"size\">\(row.compactMap { $0 }.map { String($0.quality) }.joined(separator: " · "))</span>\n"
        for file in row {
            guard let file else {
                text += "<span class=\"cell none\">–</span>\n"
                continue
            }
            text += "<span class=\"cell\" data-format=\"\(file.format.word) \(file.quality)\">"
            text += "<b>\(file.format.word) \(file.quality)</b> \(Self.number("bytes", file.data.count))"
            let score =
                file.score.map { "score " + Self.number("score", $0, ReportNumber.score($0)) } ?? "no score"
            text += "<small>\(score)</small></span>\n"
        }
        try stream.write(text + "</summary>\n<div class=\"shots\">\n")
        for file in row {
            guard let file else {
                try stream.write("<div class=\"shot\">–</div>\n")
                continue
            }
            try stream.write(
                """
                <figure class="shot"><img src="data:\(file.format.mediaType);base64,\(file.data.base64EncodedString())" \
                alt="\(file.format.word) \(file.quality), \(width) × \(height)" width="\(width)" height="\(height)" \
                style="max-width:\(width)px"><figcaption>quality \(file.quality)</figcaption></figure>

                """)
        }
        try stream.write("</div>\n</details>\n")
    }

    // MARK: Targets

    private static func table(_ sweep: QualitySweep) -> String {
        let formats = sweep.formats
        guard sweep.files.contains(where: { $0.score != nil }) else {
            return "<p class=\"hint\">The picture is too small for scores.</p>\n"
        }
        let heads = formats.map { "<th scope=\"col\">\($0.word)</th>" }.joined()
        var text =
            "<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">Score</th>\(heads)"
            + "<th scope=\"col\">To paste</th></tr></thead>\n<tbody>\n"
        for (score, line) in targets {
            text += "<tr data-target=\"\(score)\"><th scope=\"row\">\(score)</th>"
            for format in formats {
                let file = sweep.smallest(format, reaching: Double(score))
                text +=
                    file.map { file in
                        "<td>\(number("bytes", file.data.count)) <small>quality "
                            + number("quality", file.quality, String(file.quality)) + "</small></td>"
                    } ?? "<td><small>none of them</small></td>"
            }
            text += "<td><code class=\"paste\">\(ReportText.of(line))</code></td></tr>\n"
        }
        return text + "</tbody></table></div>\n"
    }

    // MARK: Chart

    /// Draws bytes, on a logarithmic scale, over scores.
    private static func chart(_ sweep: QualitySweep) -> String {
        let files = sweep.files.filter { ($0.score ?? -1) >= 20 }
        guard let least = files.map(\.data.count).min(), let most = files.map(\.data.count).max(),
            least < most
        else { return "" }
        let (width, height, left, bottom) = (640.0, 280.0, 64.0, 28.0)
        func x(_ score: Double) -> Double { left + (score - 20) / 80 * (width - left - 8) }
        func y(_ bytes: Int) -> Double {
            let part = log(Double(bytes) / Double(least)) / log(Double(most) / Double(least))
            return 10 + (1 - part) * (height - bottom - 20)
        }
        func point(_ file: QualitySweep.File) -> String {
            "\(String(x(file.score ?? 20), places: 1)),\(String(y(file.data.count), places: 1))"
        }
        var text =
            "<svg class=\"chart\" viewBox=\"0 0 640 280\" role=\"img\" aria-label=\"Bytes by score, for each format\">\n"
        for score in stride(from: 30, through: 90, by: 10) {
            let place = String(x(Double(score)), places: 1)
            text +=
                "<path class=\"grid\" d=\"M\(place) 8V252\"/><text x=\"\(place)\" y=\"270\" text-anchor=\"middle\">\(score)</text>\n"
        }
        for part in [0.0, 0.5, 1] {
            let bytes = Int((Double(least) * pow(Double(most) / Double(least), part)).rounded())
            text +=
                "<text x=\"58\" y=\"\(String(y(bytes) + 4, places: 1))\" text-anchor=\"end\">\(ReportNumber.bytes(bytes))</text>\n"
        }
        for (number, format) in sweep.formats.enumerated() {
            let line = files.filter { $0.format == format }
            guard !line.isEmpty else { continue }
            text +=
                "<g class=\"line-\(number % 4)\"><polyline points=\"\(line.map(point).joined(separator: " "))\"/>\n"
            for file in line {
                text +=
                    "<circle cx=\"\(String(x(file.score ?? 20), places: 1))\" cy=\"\(String(y(file.data.count), places: 1))\" r=\"3.5\">"
                    + "<title>\(format.word) \(file.quality): \(ReportNumber.bytes(file.data.count)), score "
                    + "\(ReportNumber.score(file.score ?? 0))</title></circle>\n"
            }
            text += "<text x=\"76\" y=\"\(24 + number * 18)\">\(format.word)</text></g>\n"
        }
        return text + "</svg>\n"
    }
}

import AlcedoBase
import AlcedoImaging
import AlcedoManifest

extension ReportPage {
    /// Writes a picture in many qualities: what each score costs, and all files to look at.
    func write(_ sweep: QualitySweep, to stream: inout FileSystem.Stream) throws {
        let formats = sweep.formats
        let (id, variant) = (ReportText.of(sweep.source), ReportText.of(sweep.variant))
        let count = Figures.counted(sweep.files.count { $0.quality != nil }, "quality", "qualities")
        try stream.write(
            """
            <section id="sweep" aria-label="Qualities">
            <h2>\(id): \(variant) in \(count)</h2>
            <p class="hint">\(sweep.size.width) × \(sweep.size.height) pixels. Each line of the table has the files that a score \
            leads to; its last column goes into the variant <code>\(variant)</code> of \
            <code>\(ReportText.of(data.manifest))</code>, where every picture gets the quality that it needs itself.</p>
            \(Self.chart(sweep))
            """)
        try stream.write(Self.table(sweep))
        try stream.write(
            "<article data-name=\"\(id)\">\n<div class=\"variant\" style=\"--columns:\(formats.count)\">\n"
                + "<h3>\(variant) <small>from the best to the worst</small></h3>\n")
        let columns = formats.map { format in Array(sweep.files.filter { $0.format == format }.reversed()) }
        for step in 0..<(columns.map(\.count).max() ?? 0) {
            try write(
                columns.map { $0.indices.contains(step) ? $0[step] : nil }, of: sweep, to: &stream)
        }
        try stream.write("</div>\n</article>\n</section>\n")
    }

    private func write(
        _ row: [QualitySweep.File?], of sweep: QualitySweep, to stream: inout FileSystem.Stream
    ) throws {
        let (width, height) = (sweep.size.width, sweep.size.height)
        let names = row.map { $0.map(Self.name) ?? "–" }
        var text = "<details class=\"row\" data-width=\"\(width)\" data-height=\"\(height)\">\n<summary>"
        text += "<span class=\"size\">\(names.joined(separator: " · "))</span>\n"
        for (file, name) in zip(row, names) {
            guard let file else {
                text += "<span class=\"cell none\">–</span>\n"
                continue
            }
            let title = "\(file.format.word) \(name)"
            text += "<span class=\"cell\" data-format=\"\(title)\"><b>\(title)</b> "
            text += Self.number("bytes", file.data.count) + "<small>"
            if let score = file.score {
                text += "score " + Self.number("score", score, ReportNumber.score(score))
            } else {
                text += file.quality == nil ? Self.own : "no score"
            }
            text += "</small></span>\n"
        }
        try stream.write(text + "</summary>\n<div class=\"shots\">\n")
        for (file, name) in zip(row, names) {
            guard let file else {
                try stream.write("<div class=\"shot\">–</div>\n")
                continue
            }
            let address = "data:\(file.format.mediaType);base64,\(file.data.base64EncodedString())"
            try stream.write(
                """
                <figure class="shot"><img src="\(address)" alt="\(file.format.word) \(name), \(width) × \(height)" \
                width="\(width)" height="\(height)" style="max-width:\(width)px">\
                <figcaption>\(file.quality == nil ? Self.own : "quality \(name)")</figcaption></figure>

                """)
        }
        try stream.write("</div>\n</details>\n")
    }

    private static let own = "the source's own file"

    private static func name(_ file: QualitySweep.File) -> String {
        file.quality.map(String.init) ?? "original"
    }

    // MARK: Targets

    private static func table(_ sweep: QualitySweep) -> String {
        guard sweep.files.contains(where: { $0.score != nil }) else {
            return "<p class=\"hint\">The picture is too small for scores.</p>\n"
        }
        let formats = sweep.formats
        let heads = formats.map { "<th scope=\"col\">\($0.word)</th>" }.joined()
        var text =
            "<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">Score</th>\(heads)"
            + "<th scope=\"col\">To paste</th></tr></thead>\n<tbody>\n"
        for target in sweep.targets {
            text += "<tr data-target=\"\(target.score)\"><th scope=\"row\">\(target.score)</th>"
            for format in formats {
                text += "<td>"
                if let file = target.files.first(where: { $0.format == format }) {
                    text += number("bytes", file.bytes) + " <small>\(words(of: file))</small>"
                }
                text += "</td>"
            }
            text += "<td><code class=\"paste\">\(line(for: target.score))</code></td></tr>\n"
        }
        return text + "</tbody></table></div>\n"
    }

    private static func words(of file: QualitySweep.Target.File) -> String {
        guard let found = file.found else { return own }
        var parts = [
            found.quality.map { "quality " + number("quality", $0, String($0)) } ?? "lossless"
        ]
        if found.hasFullChroma { parts.append("4:4:4") }
        if found.outcome == .missed, let score = found.score {
            parts.append("no more than a score of \(ReportNumber.score(score))")
        }
        return parts.joined(separator: ", ")
    }

    /// The line of a manifest that asks for a score.
    private static func line(for score: Int) -> String {
        QualityTarget.Level.allCases.first { $0.score == score }.map { "quality: \($0.rawValue)" }
            ?? "quality: { target: \(score) }"
    }

    // MARK: Chart

    /// Draws bytes, on a logarithmic scale, over scores.
    private static func chart(_ sweep: QualitySweep) -> String {
        let files = sweep.files.filter { $0.quality != nil && $0.score ?? -1 >= 20 }
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
                    + "<title>\(format.word) \(name(file)): \(ReportNumber.bytes(file.data.count)), score "
                    + "\(ReportNumber.score(file.score ?? 0))</title></circle>\n"
            }
            text += "<text x=\"76\" y=\"\(24 + number * 18)\">\(format.word)</text></g>\n"
        }
        return text + "</svg>\n"
    }
}

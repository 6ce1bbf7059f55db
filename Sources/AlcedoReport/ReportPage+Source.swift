import AlcedoBase
import AlcedoIndex
import AlcedoManifest

extension ReportPage {
    /// Writes one image with all its variants.
    func write(_ source: ReportSource, number: Int, to stream: inout FileSystem.Stream) throws {
        let entry = source.entry
        var text = "<article class=\"source\" id=\"image-\(number + 1)\" data-number=\"\(number)\""
        text += " data-name=\"\(ReportText.of(source.id))\" data-bytes=\"\(source.bytes)\""
        if let saving = source.saving { text += " data-saving=\"\(saving)\"" }
        if let score = source.lowestScore { text += " data-score=\"\(score)\"" }
        if let change = source.change { text += " data-change=\"\(change)\"" }
        text += " data-width=\"\(entry.source.width)\" data-height=\"\(entry.source.height)\""
        text += " data-larger=\"\(source.largerThanFallback)\">\n<header>\n"
        text += "<h2><a href=\"#image-\(number + 1)\">\(ReportText.of(source.id))</a>"
        if entry.stale == true { text += " <span class=\"badge bad\">from an earlier build</span>" }
        text += "</h2>\n<p class=\"facts\">\(facts(source))</p>\n"
        if let alt = entry.alt {
            text +=
                alt.isEmpty
                ? "<p class=\"alt\">decorative, without a text alternative</p>\n"
                : "<p class=\"alt\">“\(ReportText.of(alt))”</p>\n"
        } else {
            text += "<p class=\"alt\">no text alternative</p>\n"
        }
        if let meta = entry.meta {
            let words = Self.words(of: meta)
            if !words.isEmpty { text += "<p class=\"meta\">\(ReportText.of(words))</p>\n" }
        }
        for media in entry.media ?? [] {
            text +=
                "<p class=\"meta\">for <code>\(ReportText.of(media.media))</code>: \(ReportText.of(media.image))</p>\n"
        }
        if let placeholders = entry.placeholders { text += Self.placeholders(placeholders) }
        try stream.write(text + "</header>\n")
        if let way = pictures.originalWays[source.id] {
            try stream.write("<div class=\"original\"><figure class=\"shot\">")
            try write(
                way, name: "original", width: entry.source.width.calculable,
                height: entry.source.height.calculable,
                to: &stream)
            try stream.write("<figcaption>the original</figcaption></figure></div>\n")
        }
        for variant in source.variants { try write(variant, to: &stream) }
        try stream.write("</article>\n")
    }

    private func facts(_ source: ReportSource) -> String {
        let original = source.entry.source
        var parts = [
            "\(original.width) × \(original.height)", ReportText.of(original.format),
            Self.number("original", original.bytes),
        ]
        if original.frames > 1 { parts.append("\(Figures.grouped(original.frames)) frames") }
        if let place = original.path ?? original.url { parts.append("<code>\(ReportText.of(place))</code>") }
        let count = source.files.count
        parts.append(
            "<b>\(Figures.counted(count, "file"))</b>, " + Self.number("made", source.bytes)
                + (original.bytes > 0
                    ? " (\(ReportNumber.share(Double(source.bytes) / Double(original.bytes))) of the original)"
                    : ""))
        if let saving = source.saving {
            parts.append(
                "smallest against last format " + Self.number("saved", saving, ReportNumber.change(saving)))
        }
        if let score = source.lowestScore {
            parts.append("lowest score " + Self.number("lowest", score, ReportNumber.score(score)))
        }
        return parts.joined(separator: " · ")
    }

    // MARK: Variants

    private func write(_ variant: ReportVariant, to stream: inout FileSystem.Stream) throws {
        let style = "--columns:\(max(1, variant.formats.count))"
        var text = "<section class=\"variant\(variant.isInline ? " inline" : "")\" style=\"\(style)\""
        text += " data-variant=\"\(ReportText.of(variant.name))\""
        text += " data-formats=\"\(ReportText.of(variant.formats.joined(separator: " ")))\""
        if let sizes = variant.sizes { text += " data-sizes=\"\(ReportText.of(sizes))\"" }
        text += ">\n"
        text += "<h3>\(ReportText.of(variant.name))"
        if variant.isInline { text += " <small>inline, in the index itself</small>" }
        if let sizes = variant.sizes { text += " <small>sizes: \(ReportText.of(sizes))</small>" }
        for other in variant.media {
            text += " <small>for \(ReportText.of(other.media)): \(ReportText.of(other.variant))</small>"
        }
        try stream.write(text + "</h3>\n")
        if variant.rows.isEmpty { try stream.write("<p class=\"hint\">no files</p>\n") }
        for row in variant.rows { try write(row, of: variant, to: &stream) }
        try stream.write("</section>\n")
    }

    private func write(_ row: ReportRow, of variant: ReportVariant, to stream: inout FileSystem.Stream) throws
    {
        let density = row.density.map { " <small>@\(Self.plain($0))x</small>" } ?? ""
        var text = "<details class=\"row\" open data-width=\"\(row.width)\" data-height=\"\(row.height)\""
        if let density = row.density { text += " data-density=\"\(density)\"" }
        text += ">\n<summary><span class=\"size\">\(row.width) × \(row.height)\(density)</span>\n"
        for (column, file) in row.files.enumerated() {
            text +=
                file.map { cell($0, fallback: variant.formats.last ?? "") }
                ?? "<span class=\"cell none\"><b>\(ReportText.of(variant.formats[column]))</b> –</span>\n"
        }
        try stream.write(text + "</summary>\n<div class=\"shots\">\n")
        for file in row.files {
            guard let file else {
                try stream.write("<div class=\"shot\">–</div>\n")
                continue
            }
            try stream.write("<figure class=\"shot\">")
            try write(
                pictures.way(of: file), name: file.format, width: row.width, height: row.height, to: &stream)
            let name =
                file.file.file ?? "\(Figures.counted(file.file.url.utf8.count, "character")) in the page"
            try stream.write("<figcaption>\(ReportText.of(name))</figcaption></figure>\n")
        }
        try stream.write("</div>\n</details>\n")
    }

    private func cell(_ file: ReportFile, fallback: String) -> String {
        var classes = "cell bar"
        if file.isSmallest { classes += " smallest" }
        if file.isLargerThanFallback { classes += " larger" }
        let width = String(file.partOfLargest * 100, places: 1)
        var text =
            "<span class=\"\(classes)\" data-format=\"\(ReportText.of(file.format))\" style=\"--part:\(width)%\">"
        text += "<b>\(ReportText.of(file.format))</b> \(Self.number("bytes", file.file.bytes))"
        if let saving = file.saving {
            text += " " + Self.number("saving", saving, ReportNumber.change(saving))
        }
        if file.isSmallest { text += " <span class=\"badge good\">smallest</span>" }
        if file.isLargerThanFallback {
            text += " <span class=\"badge bad\">larger than \(ReportText.of(fallback))</span>"
        }
        var parts = Self.quality(of: file.file)
        parts += [
            Self.number("bits", file.bitsPerPixel, ReportNumber.bits(file.bitsPerPixel)) + " bits/px",
            Self.number("largest", file.partOfLargest, ReportNumber.share(file.partOfLargest))
                + " of the largest",
        ]
        if let former = Self.former(file) { parts.append(former) }
        if let part = file.partOfOriginal {
            parts.append(Self.number("original", part, ReportNumber.share(part)) + " of the original file")
        }
        return text + "<small>\(parts.joined(separator: " · "))</small></span>\n"
    }

    /// What the search for a quality came to.
    private static func quality(of file: ImageIndex.File) -> [String] {
        var parts: [String] = []
        if let score = file.score {
            parts.append("score " + number("score", score, ReportNumber.score(score)))
        }
        switch file.quality {
        case .lossy(let value)?: parts.append("quality " + number("quality", value, String(value)))
        case .lossless?: parts.append("lossless")
        case nil: break
        }
        if let encodes = file.encodes, encodes > 1 {
            parts.append(number("encodes", encodes, String(encodes)) + " tries")
        }
        return parts
    }

    // MARK: Pictures

    private func write(
        _ way: ReportPictures.Way, name: String, width: Int, height: Int, to stream: inout FileSystem.Stream
    ) throws {
        let address: String
        switch way {
        case .absent(let reason):
            return try stream.write("<span class=\"absent\">\(ReportText.of(reason))</span>")
        case .address(let url), .linked(_, let url, _): address = ReportText.of(url)
        case .embedded(let path, let type, let digest), .cleaned(let path, let type, let digest):
            var bytes = try bytes(of: path, digest).map { Data($0) }
            if case .cleaned = way { bytes = bytes.flatMap { ReportPictures.showable($0, type: type) } }
            guard let bytes else {
                return try stream.write(
                    "<span class=\"absent\">changed while the report was being written</span>")
            }
            address = "data:\(type);base64," + bytes.base64EncodedString()
        }
        // Embedded pictures are already loaded; linked pictures load when they become visible.
        let loading = pictures.isLinked ? " loading=\"lazy\"" : ""
        try stream.write("<img src=\"\(address)\" alt=\"\(ReportText.of(name)), \(width) × \(height)\"")
        try stream.write(" width=\"\(width)\" height=\"\(height)\" style=\"max-width:\(width)px\"\(loading)>")
    }

    private func bytes(of path: String, _ digest: ContentDigest) throws -> [UInt8]? {
        do {
            let bytes = try FileSystem.readBytes(path)
            return ContentDigest(hashing: bytes) == digest ? bytes : nil
        } catch let error where error.isMissing {
            return nil
        }
    }
}

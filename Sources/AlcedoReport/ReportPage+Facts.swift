import AlcedoIndex

extension ReportPage {
    /// Returns the metadata of an original in one line.
    static func words(of meta: ImageIndex.Meta) -> String {
        var parts = [meta.title, meta.description, meta.creator, meta.copyright, meta.dateTimeOriginal]
        parts.append([meta.make, meta.model].compactMap(\.self).joined(separator: " "))
        parts.append(meta.lensModel)
        parts.append(meta.focalLength.map { "\(plain($0)) mm" })
        parts.append(meta.fNumber.map { "f/\(plain($0))" })
        parts.append(meta.exposureTime.map { "\($0) s" })
        parts.append(meta.isoSpeed.map { "ISO \(plain($0))" })
        parts.append(meta.gps.map { "\($0.latitude), \($0.longitude)" })
        parts.append(meta.keywords?.joined(separator: ", "))
        return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// Returns the placeholders that are shown while a picture is loading. The script unpacks the hashes.
    static func placeholders(_ placeholders: ImageIndex.Placeholders) -> String {
        var items: [String] = []
        for (name, color) in [
            ("dominant", placeholders.dominantColor), ("average", placeholders.averageColor),
        ] {
            if let color { items.append(swatch([color]) + " \(name) <code>\(ReportText.of(color))</code>") }
        }
        if let palette = placeholders.palette { items.append(swatch(palette) + " palette") }
        for (name, hash) in [("BlurHash", placeholders.blurhash), ("ThumbHash", placeholders.thumbhash)] {
            guard let hash else { continue }
            let text = ReportText.of(hash)
            items.append("\(name) <code class=\"hash\" data-kind=\"\(name)\">\(text)</code>")
        }
        guard !items.isEmpty else { return "" }
        return "<ul class=\"placeholders\">\n" + items.map { "<li>\($0)</li>\n" }.joined() + "</ul>\n"
    }

    private static func swatch(_ colors: [String]) -> String {
        colors.map { color in
            guard let color = ReportText.color(color) else { return "" }
            return "<span class=\"swatch\" title=\"\(color)\" style=\"--color:\(color)\">&nbsp;</span>"
        }.joined()
    }

    /// Formats a number, omitting a zero fraction.
    static func plain(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
    }
}

import AlcedoIndex

/// The page: the first picture that has a hero variant on top, then all others, then every variant of the first.
struct GalleryPage {
    let template: Template

    func html(for index: ImageIndex) throws -> String {
        let hero = index.entries.first { $0.image.variants["hero"] != nil }
        let others = index.entries.filter { $0.id != hero?.id }
        let hours = try others.filter { $0.id.hasPrefix("hours/") }.map {
            // There are four in a row, or two.
            try card($0.image, sizes: "(min-width: 60em) 25vw, 50vw")
        }
        let gallery = try others.filter { !$0.id.hasPrefix("hours/") }.map { try card($0.image) }
        let files = Set(index.entries.flatMap { $0.image.files.compactMap(\.file) })
        return try template.page([
            "title": "Alcedo",
            "hero": hero.map { try $0.image.picture("hero", options: .first) } ?? "",
            "gallery": gallery.joined(separator: "\n"),
            "hours": hours.joined(separator: "\n"),
            "variants": try hero.map { try variants(of: $0.image) } ?? "",
            "pictures": String(index.order.count),
            "files": String(files.count),
            "generator": HTML.escape(index.generator),
        ])
    }

    private func card(_ image: ImageIndex.Entry, sizes: String? = nil) throws -> String {
        let name = image.variants["card"] == nil ? "loop" : "card"
        let variant = try image.variant(name)
        let largest = variant.img ?? ImageIndex.Fallback(height: 1, src: "", width: 1)
        return try template.card([
            "picture": try image.picture(name, sizes: sizes),
            "href": HTML.escape(largest.src),
            "ratio": String(Double(largest.width * 1000 / largest.height) / 1000),
            "caption": HTML.escape(image.alt ?? ""),
            "facts": HTML.escape(facts(image, variant)),
        ])
    }

    /// `JPEG 1920 × 1280, 801 kB → WebP 480 px, 23 kB`: the original and the smallest file of the best format.
    private func facts(_ image: ImageIndex.Entry, _ variant: ImageIndex.Variant) -> String {
        let source = image.source
        var facts =
            "\(name(of: source.format)) \(source.width) × \(source.height), \(kilobytes(source.bytes))"
        if let format = variant.formats.first, let file = format.files.first {
            facts += " → \(name(of: format.format)) \(file.width) px, \(kilobytes(file.bytes))"
        }
        return facts
    }

    private func name(of format: String) -> String { format == "webp" ? "WebP" : format.uppercased() }

    private func kilobytes(_ bytes: Int) -> String {
        bytes >= 1_000_000
            ? "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB" : "\(max(1, (bytes + 500) / 1000)) kB"
    }

    private func variants(of image: ImageIndex.Entry) throws -> String {
        let names = ["thumb", "retina", "rounded", "avatar", "lqip"].filter { image.variants[$0] != nil }
        return try names.map { name in
            let picture = try image.picture(name, alt: "", options: PictureOptions(placeholder: .none))
            let facts = HTML.escape(try sizes(of: image.variant(name)))
            return """
                <figure class="variant">\(picture)
                <figcaption><code>\(name)</code> <small>\(facts)</small></figcaption></figure>
                """
        }
        .joined(separator: "\n")
    }

    /// `240, 480, 720 px`: the widths of the files of one format, and what one that stands in the page weighs.
    private func sizes(of variant: ImageIndex.Variant) -> String {
        let files = variant.formats.first?.files ?? []
        let widths = files.map { String($0.width) }.joined(separator: ", ") + " px"
        return files.contains { $0.file != nil }
            ? widths : "\(widths), \(files.first?.bytes ?? 0) bytes in the page"
    }
}

extension ImageIndex.Entry {
    /// Every file of every variant.
    var files: [ImageIndex.File] { variants.values.flatMap { $0.formats.flatMap(\.files) } }
}

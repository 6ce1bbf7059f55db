import AlcedoBase
import AlcedoIndex
import AlcedoManifest

/// A camera setting of a picture, formatted for photographers.
struct GalleryFact: Hashable, Sendable {
    /// Label: `Camera`.
    var label: String
    /// Value: `300 mm`.
    var value: String
    /// Machine-readable value of a date.
    var time: String?

    /// Returns the known facts, in display order.
    static func all(of meta: ImageIndex.Meta, _ words: GalleryWords = .english) -> [GalleryFact] {
        var facts: [GalleryFact] = []
        func add(_ label: GallerySettings.Word, _ value: String?, time: String? = nil) {
            guard let value = GalleryCaption.text(value) else { return }
            facts.append(GalleryFact(label: words[label], value: value, time: time))
        }
        add(.camera, camera(meta.make, meta.model))
        add(.lens, meta.lensModel)
        add(.focalLength, positive(meta.focalLength).map { words.number(number($0)) + " mm" })
        add(.aperture, positive(meta.fNumber).map { "f/" + words.number(number($0)) })
        add(.exposure, meta.exposureTime.map { words.number($0) + " s" })
        add(.iso, positive(meta.isoSpeed).map { words.number(number($0)) })
        if let taken = meta.dateTimeOriginal, let date = date(taken, words) {
            add(.taken, date.text, time: date.machine)
        }
        return facts
    }

    /// Returns `© 2024 Ada` or `Photograph: Ada`, with the credit line if it says more; `nil` if all are unknown.
    static func credit(of meta: ImageIndex.Meta, _ words: GalleryWords = .english) -> String? {
        var parts: [String] = []
        let texts = [meta.copyright, meta.creator, meta.credit].map(GalleryCaption.text)
        if let creator = texts[1], texts[0]?.contains(creator) != true {
            parts.append(words[.photograph, ["name": creator]])
        }
        if let copyright = texts[0] { parts.append(copyright) }
        if let credit = texts[2], !parts.contains(where: { $0.contains(credit) }) { parts.append(credit) }
        return parts.isEmpty ? nil : parts.joined(separator: ". ")
    }

    /// Returns the address of a picture's license, and what it permits in words; `nil` if there is no address of a page.
    static func license(
        of meta: ImageIndex.Meta, _ words: GalleryWords = .english
    ) -> (address: String, title: String)? {
        // Everyone can write metadata, and `javascript:` is an address, too.
        let addresses = [meta.webStatement, meta.licensorURL].compactMap(GalleryCaption.text)
        return addresses.first(where: WebAddress.isPage).map {
            ($0, GalleryCaption.text(meta.usageTerms) ?? words[.license])
        }
    }

    /// Joins make and model, unless the model repeats the make: `NIKON CORPORATION`, `NIKON D850`.
    private static func camera(_ make: String?, _ model: String?) -> String? {
        guard let make = GalleryCaption.text(make) else { return model }
        guard let model = GalleryCaption.text(model) else { return make }
        let maker = make.prefix { !$0.isWhitespace }
        return model.lowercased().hasPrefix(maker.lowercased()) ? model : "\(make) \(model)"
    }

    private static func positive(_ value: Double?) -> Double? {
        value.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }

    /// Formats a number with at most two decimals, omitting a zero fraction.
    private static func number(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
    }

    /// Returns `1 May 2024` and the machine-readable `2024-05-01`, also of a month or a year alone; `nil` if the text is not a
    /// date.
    private static func date(_ text: String, _ words: GalleryWords) -> (text: String, machine: String)? {
        let machine = String(text.prefix(10))
        if let time = GalleryTime(machine) {
            return (words.date(day: time.day, month: time.month, year: time.year), machine)
        }
        // XMP allows dates of unknown days and months. Their first day stands for them here.
        if machine.utf8.count == 7, let time = GalleryTime(machine + "-01") {
            return (words.date(month: time.month, year: time.year), machine)
        }
        guard machine.utf8.count == 4, let time = GalleryTime(machine + "-01-01") else { return nil }
        return (String(time.year), machine)
    }
}

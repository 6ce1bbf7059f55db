import AlcedoIndex
import Foundation

/// What a camera wrote about a picture, as photographers read it.
struct GalleryFact: Hashable, Sendable {
    /// What it is about: `Camera`.
    var label: String
    /// What it says: `300 mm`.
    var value: String
    /// The same for machines, where it is a date.
    var time: String?

    /// The facts that are known, in the order in which they are read.
    static func all(of meta: ImageIndex.Meta, _ words: GalleryWords = .english) -> [GalleryFact] {
        var facts: [GalleryFact] = []
        func add(_ label: GalleryWord, _ value: String?, time: String? = nil) {
            guard let value = GalleryCaption.text(value) else { return }
            facts.append(GalleryFact(label: words[label], value: value, time: time))
        }
        add(.camera, camera(meta.make, meta.model))
        add(.lens, meta.lensModel)
        add(.focalLength, positive(meta.focalLength).map { number($0) + " mm" })
        add(.aperture, positive(meta.fNumber).map { "f/" + number($0) })
        add(.exposure, meta.exposureTime.map { $0 + " s" })
        add(.iso, positive(meta.isoSpeed).map(number))
        if let taken = meta.dateTimeOriginal, let date = date(taken, words) {
            add(.taken, date.text, time: date.machine)
        }
        return facts
    }

    /// `© 2024 Ada`, `Photograph: Ada`, or nothing.
    static func credit(of meta: ImageIndex.Meta, _ words: GalleryWords = .english) -> String? {
        let creator = GalleryCaption.text(meta.creator)
        guard let copyright = GalleryCaption.text(meta.copyright) else {
            return creator.map { words[.photograph, ["name": $0]] }
        }
        guard let creator, !copyright.contains(creator) else { return copyright }
        return "\(words[.photograph, ["name": creator]]). \(copyright)"
    }

    /// Makers often repeat their name in that of the camera: `NIKON CORPORATION`, `NIKON D850`.
    private static func camera(_ make: String?, _ model: String?) -> String? {
        guard let make = GalleryCaption.text(make) else { return model }
        guard let model = GalleryCaption.text(model) else { return make }
        let maker = make.prefix { !$0.isWhitespace }
        return model.lowercased().hasPrefix(maker.lowercased()) ? model : "\(make) \(model)"
    }

    private static func positive(_ value: Double?) -> Double? {
        value.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }

    /// Two decimals at most, and none that is not needed.
    private static func number(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
    }

    /// `1 May 2024`, and `2024-05-01` for machines; `nil` for what is no date.
    private static func date(_ text: String, _ words: GalleryWords) -> (text: String, machine: String)? {
        let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, let year = Int(parts[0]), let month = Int(parts[1]),
            let day = Int(parts[2]), year > 0, (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return (words.date(day: day, month: month, year: year), String(text.prefix(10)))
    }
}

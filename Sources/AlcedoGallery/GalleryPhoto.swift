import AlcedoBase
import AlcedoIndex
import AlcedoManifest
import AlcedoTools

/// A picture of a gallery: its caption, its page, and the variants to show.
struct GalleryPhoto: Sendable {
    var id: String
    /// File name of its page.
    var page = ""
    var image: ImageIndex.Entry
    var caption: GalleryCaption
    /// Variant shown on its page.
    var large: String
    /// Variant shown in lists.
    var small: String
    /// Its place in the index.
    var position = 0

    /// Returns all pictures of an index in the gallery's order, except those that only stand in for another picture
    /// under a media condition (dark, narrow); see `GalleryStandIns`.
    ///
    /// - Throws: `ToolError.usage(_:)` if no picture has a variant named in the options.
    static func all(of index: ImageIndex, _ options: GalleryOptions) throws(ToolError) -> [GalleryPhoto] {
        for name in [options.variant, options.card] {
            guard let name, !index.order.isEmpty else { continue }
            guard !index.images.values.contains(where: { $0.shown[name] != nil }) else { continue }
            let known = Set(index.images.values.flatMap(\.shown.keys)).sorted().joined(separator: ", ")
            throw .usage("no picture has a variant '\(name)' with files; the variants are \(known)")
        }
        let withFiles = index.entries.filter { !$0.image.shown.isEmpty }
        let standIns = GalleryStandIns.ids(among: withFiles)
        let photos = withFiles.filter { !standIns.contains($0.id) }.enumerated().map { position, entry in
            GalleryPhoto(
                id: entry.id, image: entry.image, caption: GalleryCaption(id: entry.id, entry.image),
                large: entry.image.variant(options.variant, "photo", "hero") { $0 > $1 },
                small: entry.image.variant(options.card, "card", "thumb") { $0 < $1 }, position: position)
        }
        let order = options.order ?? .manifest
        return order.sorted(Array(photos.indices), photos).map { photos[$0] }
    }

    /// Identifier of its place in a list, for addresses that lead back there.
    var anchor: String { "p-" + page.dropLast(".html".count) }
    /// The folder in its id.
    var folder: String { NameTemplate.split(id: id).dir }
    /// The camera's local time to the second; the time zone is ignored.
    var time: String? { image.meta?.dateTimeOriginal.map { String($0.prefix(19)) } }

    /// Returns a variant's width divided by its height, limited to 0.02…50.
    func ratio(of name: String) -> Double {
        guard let size = image.variants[name]?.img, size.height > 0, size.width > 0 else { return 1 }
        return min(max(Double(size.width) / Double(size.height), 0.02), 50)
    }

    /// Width of the largest file of the large variant, in CSS pixels.
    var width: Int { image.variants[large]?.img?.width ?? image.source.width }
    /// Height of the largest file of the large variant, in CSS pixels.
    var height: Int { image.variants[large]?.img?.height ?? image.source.height }
}

extension ImageIndex.Entry {
    /// Variants with files.
    fileprivate var shown: [String: ImageIndex.Variant] { variants.filter { $0.value.img != nil } }

    /// Returns the first of these variants that exists, or else the one whose largest width sorts first.
    fileprivate func variant(_ names: String?..., by comesFirst: (Int, Int) -> Bool) -> String {
        let shown = shown
        if let name = names.compactMap({ $0 }).first(where: { shown[$0] != nil }) { return name }
        let sorted = shown.sorted { one, other in
            let (first, second) = (one.value.img?.width ?? 0, other.value.img?.width ?? 0)
            return first == second ? one.key < other.key : comesFirst(first, second)
        }
        return sorted.first?.key ?? ""
    }
}

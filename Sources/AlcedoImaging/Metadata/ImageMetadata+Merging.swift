import Foundation

extension ImageMetadata {
    /// Reads everything that a source says about itself, and settles where its parts differ.
    ///
    /// EXIF comes first. Between the other two it is as in the Metadata Working Group's "Guidelines for Handling
    /// Image Metadata" 2.0 (2010), in the reading of exiftool's module MWG: XMP before IPTC, except where a digest
    /// shows that the IPTC fields were changed after both were written together, by a program that knows nothing of
    /// XMP. Then IPTC comes first, but not a text that only looks changed because it had to be cut to IPTC's
    /// lengths. A title and keywords are not in EXIF itself; the ones that Windows puts there come last.
    public init(_ source: SourceMetadata) {
        let exif = source.exif.map { ImageMetadata(exif: $0) } ?? ImageMetadata()
        let xmp = source.xmp.map { ImageMetadata(xmp: $0) } ?? ImageMetadata()
        let block = source.iptc.flatMap { IPTCBlock($0) }
        let iptc = block.map { ImageMetadata($0) } ?? ImageMetadata()
        let isChanged = block?.isInStep == false

        self = exif
        func settle(
            _ field: WritableKeyPath<ImageMetadata, String?>, _ dataSet: IPTCBlock.DataSet?
        ) -> String? {
            guard isChanged, let own = iptc[keyPath: field] else {
                return xmp[keyPath: field] ?? iptc[keyPath: field]
            }
            return Self.uncut(own, xmp[keyPath: field], dataSet)
        }
        title = settle(\.title, .title) ?? exif.title
        description = exif.description ?? settle(\.description, .caption)
        creator = exif.creator ?? settle(\.creator, .creator)
        copyright = exif.copyright ?? settle(\.copyright, .copyright)
        dateTimeOriginal = exif.dateTimeOriginal ?? settle(\.dateTimeOriginal, nil)
        let lists =
            isChanged
            ? [Self.uncut(iptc.keywords, xmp.keywords), xmp.keywords] : [xmp.keywords, iptc.keywords]
        keywords = lists.first { !$0.isEmpty } ?? exif.keywords

        make = exif.make ?? xmp.make
        model = exif.model ?? xmp.model
        lensModel = exif.lensModel ?? xmp.lensModel
        exposureTime = exif.exposureTime ?? xmp.exposureTime
        fNumber = exif.fNumber ?? xmp.fNumber
        focalLength = exif.focalLength ?? xmp.focalLength
        isoSpeed = exif.isoSpeed ?? xmp.isoSpeed
        position = exif.position ?? xmp.position
    }

    /// The longer of two texts if the other is only its beginning, cut to the length of its dataset.
    private static func uncut(_ text: String, _ longer: String?, _ dataSet: IPTCBlock.DataSet?) -> String {
        guard let longer, let longest = dataSet?.longest else { return text }
        // A cut goes through bytes; up to three of the last character may be lost with it, and spaces.
        let isCut = text.utf8.count > longest - 4 && text.utf8.count <= longest
        return isCut && longer.utf8.count > longest && longer.utf8.starts(with: text.utf8) ? longer : text
    }

    private static func uncut(_ keywords: [String], _ longer: [String]) -> [String] {
        keywords.enumerated().map { index, keyword in
            uncut(keyword, longer.indices.contains(index) ? longer[index] : nil, .keyword)
        }
    }

    /// Several names in one text, as EXIF has them.
    static func joined(_ names: [String]) -> String? {
        names.isEmpty ? nil : names.joined(separator: "; ")
    }

    /// Each keyword once, where it stood first.
    static func unique(_ keywords: [String]) -> [String] {
        var seen: Set<String> = []
        return keywords.filter { seen.insert($0).inserted }
    }
}

import AlcedoBase
public import AlcedoRecipes

extension ImageMetadata {
    /// Reads all metadata of a source, and resolves differences between its parts.
    ///
    /// EXIF takes precedence. XMP and IPTC follow the Metadata Working Group's "Guidelines for Handling Image Metadata"
    /// 2.0 (2010), as interpreted by exiftool's module MWG: XMP before IPTC, unless a digest shows that a program
    /// without XMP support changed the IPTC fields after both were written together. IPTC then comes first, except for
    /// a text that only looks changed because it was cut to IPTC's lengths. A title and keywords are not part of EXIF;
    /// those that Windows stores there come last.
    public init(_ source: SerializationContext.Metadata) {
        let exif = source.exif.map { ImageMetadata(exif: $0) } ?? ImageMetadata()
        let xmp = source.xmp.map { ImageMetadata(xmp: $0) } ?? ImageMetadata()
        let block = source.iptc.flatMap { IPTCBlock($0) }
        let iptc = block.map { ImageMetadata($0) } ?? ImageMetadata()
        let isChanged = block?.isInStep == false

        self = exif
        func merged(
            _ field: WritableKeyPath<ImageMetadata, String?>, _ dataSet: IPTCBlock.DataSet?
        ) -> String? {
            guard isChanged, let own = iptc[keyPath: field] else {
                return xmp[keyPath: field] ?? iptc[keyPath: field]
            }
            return Self.uncut(own, xmp[keyPath: field], dataSet)
        }
        title = merged(\.title, .title) ?? exif.title
        description = exif.description ?? merged(\.description, .caption)
        creator = exif.creator ?? merged(\.creator, .creator)
        copyright = exif.copyright ?? merged(\.copyright, .copyright)
        dateTimeOriginal = exif.dateTimeOriginal ?? merged(\.dateTimeOriginal, nil)
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

        altText = xmp.altText
        extendedDescription = xmp.extendedDescription
        credit = merged(\.credit, .credit)
        usageTerms = xmp.usageTerms
        webStatement = xmp.webStatement
        licensorURL = xmp.licensorURL
        digitalSourceType = xmp.digitalSourceType
        rating = xmp.rating ?? exif.rating
        location = merged(\.location, .location)
        city = merged(\.city, .city)
        state = merged(\.state, .state)
        country = merged(\.country, .country)
    }

    /// Returns the longer of two texts if the other is its beginning, cut to the length of its dataset.
    private static func uncut(_ text: String, _ longer: String?, _ dataSet: IPTCBlock.DataSet?) -> String {
        guard let longer, let longest = dataSet?.longest else { return text }
        // Bytes are cut, not characters: up to three bytes of the last character may be lost with them, and spaces.
        let isCut = text.utf8.count > longest - 4 && text.utf8.count <= longest
        return isCut && longer.utf8.count > longest && longer.utf8.starts(with: text.utf8) ? longer : text
    }

    private static func uncut(_ keywords: [String], _ longer: [String]) -> [String] {
        keywords.enumerated().map { index, keyword in
            uncut(keyword, longer.indices.contains(index) ? longer[index] : nil, .keyword)
        }
    }

    /// Joins several names into one text, as in EXIF.
    static func joined(_ names: [String]) -> String? {
        names.isEmpty ? nil : names.joined(separator: "; ")
    }

    /// Removes repeated keywords, keeping the first of each.
    static func unique(_ keywords: [String]) -> [String] {
        var seen: Set<String> = []
        return keywords.filter { seen.insert($0).inserted }
    }
}

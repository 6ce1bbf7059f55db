public import AlcedoBase
public import AlcedoRecipes

extension ImageMetadata {
    /// Reads an IPTC block (IIM).
    ///
    /// Never fails: missing, damaged and blank values are ignored. Texts are read as UTF-8 if they are valid, because
    /// most programs write it whether they declare it or not, and otherwise as Latin-1.
    ///
    /// - Parameter iptc: Photoshop's resources, or the fields alone.
    public init(iptc: Data) {
        self.init()
        guard let block = IPTCBlock(iptc) else { return }
        self.init(block)
    }

    init(_ block: IPTCBlock) {
        self.init()
        title = block.text(.title)
        description = block.text(.caption)
        creator = Self.joined(block.texts(.creator))
        copyright = block.text(.copyright)
        credit = block.text(.credit)
        (location, city) = (block.text(.location), block.text(.city))
        (state, country) = (block.text(.state), block.text(.country))
        keywords = Self.unique(block.texts(.keyword))
        dateTimeOriginal = block.text(.dateCreated).flatMap { date in
            MetadataDate.iptc(date, time: block.text(.timeCreated))
        }
    }
}

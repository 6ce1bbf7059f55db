public import Foundation

extension ImageMetadata {
    /// Reads what an IPTC block (IIM) says.
    ///
    /// Never fails: what is missing, damaged or blank is left out. Texts are UTF-8 where they can be, which is what
    /// most programs write whether they declare it or not, and otherwise taken for Latin-1.
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
        keywords = Self.unique(block.texts(.keyword))
        dateTimeOriginal = block.text(.dateCreated).flatMap { date in
            MetadataDate.iptc(date, time: block.text(.timeCreated))
        }
    }
}

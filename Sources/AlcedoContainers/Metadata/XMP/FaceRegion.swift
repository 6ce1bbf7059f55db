import AlcedoBase
package import AlcedoRecipes

/// A face that a camera, a phone or an editor has marked in a picture.
///
/// Regions are part of the Metadata Working Group's "Guidelines for Handling Image Metadata" 2.0 (2010), section 5.9: center
/// and size in fractions of the picture as it is stored.
package struct FaceRegion: Hashable {
    /// The center, from the left.
    package var x: Double
    /// The center, from the top.
    package var y: Double
    /// The size across.
    package var width: Double
    /// The size down.
    package var height: Double

    /// Returns the region in the picture that is turned upright according to an EXIF orientation (1…8).
    func upright(orientation: Int) -> FaceRegion {
        let (across, down) = orientation >= 5 ? (height, width) : (width, height)
        let (x, y) =
            switch orientation {
            case 2: (1 - x, y)
            case 3: (1 - x, 1 - y)
            case 4: (x, 1 - y)
            case 5: (y, x)
            case 6: (1 - y, x)
            case 7: (1 - y, 1 - x)
            case 8: (y, 1 - x)
            default: (x, y)
            }
        return FaceRegion(x: x, y: y, width: across, height: down)
    }

    /// Returns the faces of a source in its upright picture; empty if there is no well-formed packet, or if its decoder turns
    /// the picture, because writers disagree on what regions refer to then.
    package static func faces(in metadata: SerializationContext.Metadata, of facts: ImageFacts)
        -> [FaceRegion]
    {
        guard let xmp = metadata.xmp else { return [] }
        if facts.type.traits.decoderTurns {
            let stored = metadata.exif.flatMap { ImageMetadata(exif: $0).orientation }
            guard stored ?? 1 == 1 else { return [] }
        }
        return XMPRegions.faces(in: xmp).map { $0.upright(orientation: facts.orientation) }
    }
}

/// Reads the regions of an XMP packet (`mwg-rs:Regions`), in each notation of RDF for nested structures.
enum XMPRegions {
    private static let regions = "http://www.metadataworkinggroup.com/schemas/regions/"
    private static let area = "http://ns.adobe.com/xmp/sType/Area#"

    /// Maximum number of regions read. No picture of a crowd has more than a few hundred.
    private static let maxRegions = 1000
    /// Maximum length of a packet in bytes, as for other properties.
    private static let longest = 4 << 20

    /// Returns the faces of people and pets; empty if the packet has none or is not well-formed.
    static func faces(in packet: Data) -> [FaceRegion] {
        // Most packets have no regions, and need not be parsed again.
        guard packet.count <= longest, packet.firstRange(of: Data(regions.utf8)) != nil else { return [] }
        var reader = XMLReader(Array(packet))
        var found: [FaceRegion] = []
        var open: [XMLReader.Name] = []
        // The properties of the region being read, and the depth of its list item.
        var values: [String: String] = [:]
        var item: Int?
        func keep(_ name: XMLReader.Name, _ value: String) {
            guard name.space == regions || name.space == area else { return }
            values[name.local, default: ""] += value
        }
        do throws(XMLReader.Malformed) {
            while let event = try reader.next(), found.count < maxRegions {
                switch event {
                case .start(let name, let attributes):
                    if item == nil, name.local == "li", name.space == XMPProperty.Space.rdf,
                        open.contains(XMLReader.Name(space: regions, local: "RegionList"))
                    {
                        (item, values) = (open.count, [:])
                    }
                    open.append(name)
                    if item != nil { for attribute in attributes { keep(attribute.name, attribute.value) } }
                case .text(let text):
                    if item != nil, let name = open.last { keep(name, text) }
                case .end:
                    open.removeLast()
                    guard item == open.count else { break }
                    item = nil
                    if let region = face(values) { found.append(region) }
                }
            }
        } catch {
            return []
        }
        return found
    }

    private static func face(_ values: [String: String]) -> FaceRegion? {
        func text(_ name: String) -> String? { values[name].flatMap { ExifText.tidy($0) } }
        func number(_ name: String) -> Double? {
            text(name).flatMap { Double($0) }.flatMap { (0...1).contains($0) ? $0 : nil }
        }
        guard ["Face", "Pet"].contains(text("Type")), text("unit") ?? "normalized" == "normalized",
            let x = number("x"), let y = number("y"),
            // A circle has a diameter.
            let width = number("w") ?? number("d"), let height = number("h") ?? number("d"),
            width > 0, height > 0
        else { return nil }
        return FaceRegion(x: x, y: y, width: width, height: height)
    }
}

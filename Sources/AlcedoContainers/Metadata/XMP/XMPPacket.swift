package import AlcedoBase
import AlcedoRecipes

/// Values of the properties in an XMP packet that Alcedo supports.
///
/// RDF has several notations for one value, and all that XMP allows are read: a property as an element or as an
/// attribute, a list or a set of languages, a value with qualifiers.
package struct XMPPacket {
    private struct Value {
        var text: String
        var language: String?
    }

    // The role of an open element.
    private enum Place {
        case wrapper, rdf, resource, list, item, qualified, ignored
        case property(XMLReader.Name)
        // A property of a licensor.
        case part(XMLReader.Name)
    }

    /// Maximum length of a packet in bytes. Photoshop's grow with the history of a file, to some hundred kilobytes.
    private static let longest = 4 << 20
    /// Maximum number of values read per property.
    private static let maxValues = 1000

    private var values: [XMLReader.Name: [Value]] = [:]
    private var places: [Place] = []
    // The property being read, and its value so far.
    private var property: XMLReader.Name?
    private var text = ""
    private var language: String?

    /// Reads a packet; `nil` if it is too long or not well-formed.
    package init?(_ data: Data) {
        guard data.count <= Self.longest else { return nil }
        var reader = XMLReader(Array(data))
        do throws(XMLReader.Malformed) {
            while let event = try reader.next() {
                switch event {
                case .start(let name, let attributes): start(name, attributes)
                case .text(let piece): append(piece)
                case .end: end()
                }
            }
        } catch {
            return nil
        }
    }

    /// Returns the text of a property, in the default language if there are several; `nil` if it is blank.
    func text(_ property: XMLReader.Name) -> String? {
        guard let found = values[property] else { return nil }
        let inDefault = found.first { $0.language?.lowercased() == "x-default" }
        return (inDefault ?? found.first).flatMap { ExifText.tidy($0.text) }
    }

    /// Returns all texts of a property that are not blank.
    func texts(_ property: XMLReader.Name) -> [String] {
        (values[property] ?? []).compactMap { ExifText.tidy($0.text) }
    }

    // MARK: Walking

    private mutating func start(_ name: XMLReader.Name, _ attributes: [XMLReader.Attribute]) {
        let isRDF = name.space == XMPProperty.Space.rdf
        let place: Place
        switch places.last {
        case nil, .wrapper?:
            place = isRDF && name.local == "RDF" ? .rdf : .wrapper
        case .rdf? where isRDF && name.local == "Description":
            place = .resource
            for attribute in attributes where XMPProperty.all.contains(attribute.name) {
                add(Value(text: attribute.value), to: attribute.name)
            }
        case .resource? where XMPProperty.all.contains(name):
            place = .property(name)
            begin(name, attributes)
        case .property? where isRDF && ["Alt", "Seq", "Bag"].contains(name.local):
            place = .list
            text = ""
        case .list? where isRDF && name.local == "li":
            place = .item
            begin(property, attributes)
            addParts(attributes)
        case .item?, .qualified?, .property?:
            place = startInside(name, attributes)
        default:
            place = .ignored
        }
        places.append(place)
    }

    private mutating func startInside(_ name: XMLReader.Name, _ attributes: [XMLReader.Attribute]) -> Place {
        // A value with qualifiers is a resource of which the value is one property.
        if name.space == XMPProperty.Space.rdf, ["Description", "value"].contains(name.local) {
            if case .qualified? = places.last, name.local != "value" { return .ignored }
            addParts(attributes)
            text =
                attributes.first { $0.name.space == XMPProperty.Space.rdf && $0.name.local == "value" }?.value
                ?? ""
            return .qualified
        }
        guard property == XMPProperty.licensor, name == XMPProperty.licensorURL else { return .ignored }
        text =
            attributes.first { $0.name.space == XMPProperty.Space.rdf && $0.name.local == "resource" }?.value
            ?? ""
        return .part(name)
    }

    // A licensor has the only structure of which a part is read. It may be written as attributes.
    private mutating func addParts(_ attributes: [XMLReader.Attribute]) {
        guard property == XMPProperty.licensor else { return }
        for attribute in attributes where attribute.name == XMPProperty.licensorURL {
            add(Value(text: attribute.value), to: attribute.name)
        }
    }

    private mutating func begin(_ name: XMLReader.Name?, _ attributes: [XMLReader.Attribute]) {
        property = name
        text = ""
        language = nil
        for attribute in attributes {
            switch (attribute.name.space, attribute.name.local) {
            case (XMPProperty.Space.xml, "lang"): language = attribute.value
            case (XMPProperty.Space.rdf, "resource"), (XMPProperty.Space.rdf, "value"): text = attribute.value
            default: break
            }
        }
    }

    private mutating func append(_ piece: String) {
        switch places.last {
        case .property?, .item?, .qualified?, .part?: text += piece
        default: break
        }
    }

    private mutating func end() {
        switch places.popLast() {
        case .part(let name)?:
            add(Value(text: text), to: name)
            text = ""
        case .item?:
            if let property { add(Value(text: text, language: language), to: property) }
            text = ""
        case .property(let name)?:
            // After a list, only whitespace is left.
            if ExifText.tidy(text) != nil { add(Value(text: text, language: language), to: name) }
            property = nil
            text = ""
        default: break
        }
    }

    private mutating func add(_ value: Value, to property: XMLReader.Name) {
        guard values[property, default: []].count < Self.maxValues else { return }
        values[property, default: []].append(value)
    }
}

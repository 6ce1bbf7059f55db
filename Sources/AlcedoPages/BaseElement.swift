import AlcedoIndex
import AlcedoMarkup

/// The `<base>` of a page, to which its relative addresses are relative.
package enum BaseElement {
    /// Replaces the address of the first `<base>` that has one.
    ///
    /// - Parameter change: Returns the new address; `nil` to leave it.
    package static func changing(_ page: [UInt8], _ change: (String) -> String?) -> [UInt8] {
        for case .start(let tag) in HTMLTags(page) where tag.name == "base" {
            guard let attribute = tag.attributes.first(where: { $0.name == "href" }) else { continue }
            guard let address = change(attribute.value) else { return page }
            let text = "href=\"\(HTMLText.escape(address))\""
            return Array(page[..<attribute.place.lowerBound]) + Array(text.utf8)
                + Array(page[attribute.place.upperBound...])
        }
        return page
    }
}

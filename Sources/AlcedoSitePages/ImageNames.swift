import AlcedoBase
import AlcedoIndex
import AlcedoMarkup
import AlcedoPages

/// The names of an index's images, to find the one that a misspelt address means.
final class ImageNames {
    private let index: ImageIndex
    private let rewriter: PageRewriter
    // Addresses by the last part, which is what is misspelt most.
    private lazy var addresses: [(name: String, address: String)] = index.order.map { id in
        (Self.name(of: id), rewriter.address(ofImage: id))
    }
    private var known: [String: String?] = [:]
    private var likelySites: [String: String?] = [:]
    private static let maxTriedSites = 1000
    // Each name is compared with all others, so pages with many unknown ones would take minutes.
    private static let maxComparisons = 500_000

    init(_ index: ImageIndex, _ rewriter: PageRewriter) {
        self.index = index
        self.rewriter = rewriter
    }

    /// Returns the address that is probably meant.
    func suggestion(for address: String) -> String? {
        if let whole = rewriter.addressWithSite(address) { return whole }
        // Without the site's address, the right ones look wrong.
        if Self.isElsewhere(address) || likelySite(behind: address) != nil { return nil }
        // An address that leads to the same place is no advice.
        return closest(to: Self.name(of: address)).flatMap { rewriter.isSame($0, address) ? nil : $0 }
    }

    /// Returns the address that the site probably has, because an address would then be that of an image.
    func likelySite(behind address: String) -> String? {
        if let known = likelySites[address] { return known }
        guard likelySites.count < Self.maxTriedSites else { return nil }
        let site = rewriter.likelySite(behind: address)
        likelySites[address] = .some(site)
        return site
    }

    /// Returns the address of the image with the most similar name.
    private func closest(to name: String) -> String? {
        if let known = known[name] { return known }
        guard known.count * index.order.count < Self.maxComparisons else { return nil }
        let closest = Suggestion.closest(to: name, among: addresses.lazy.map(\.name))
        let found = closest.flatMap { closest in addresses.first { $0.name == closest }?.address }
        known[name] = .some(found)
        return found
    }

    private static func name(of address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return name.percentDecoded ?? name
    }

    /// Whether an address has the name of a picture that a manifest of 'alcedo init' takes.
    static func isPicture(_ address: String) -> Bool {
        let name = name(of: address).lowercased()
        return ["avif", "gif", "heic", "heif", "jpeg", "jpg", "jxl", "png", "tif", "tiff", "webp"].contains {
            name.hasSuffix("." + $0)
        }
    }

    /// Whether an address is of another host, or of no picture of a site.
    static func isElsewhere(_ address: String) -> Bool {
        let start = address.drop { $0.isWhitespace }.prefix(8).lowercased()
        return ["https://", "http://", "//", "data:", "blob:"].contains { start.hasPrefix($0) }
    }
}

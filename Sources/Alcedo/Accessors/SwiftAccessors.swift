import AlcedoIndex
import AlcedoManifest

/// Swift source with a member for each picture and each variant of an index.
///
/// The compiler then finds misspelled and deleted pictures, and editors list the existing ones.
struct SwiftAccessors {
    /// How the generated code finds the index.
    enum Place {
        /// In the bundle of the target that the code belongs to.
        case bundle
        /// At a path relative to the folder of the generated file.
        case file(String)
    }

    /// The start of each generated file. A file without it was not written by Alcedo.
    static let mark = "// Written by Alcedo"

    private let index: ImageIndex
    private let manifest: String
    private let place: Place
    private let tree: AccessorTree
    // The types of pictures: the names of their variants, and whether there is a text alternative.
    private var kinds: [Kind: String] = [:]
    private var kindsInOrder: [Kind] = []

    private struct Kind: Hashable {
        var variants: [String]
        var isDescribed: Bool
    }

    /// - Parameters:
    ///   - manifest: The manifest's name, for messages.
    /// - Throws: `SiteError.collision(_:)` if two pictures, or two variants of a picture, result in the same name.
    init(_ index: ImageIndex, manifest: String, at place: Place) throws(SiteError) {
        self.index = index
        self.manifest = manifest
        self.place = place
        tree = try AccessorTree(ids: index.images.keys.sorted())
        for id in index.images.keys.sorted() {
            guard let kind = kind(of: id), kinds[kind] == nil else { continue }
            _ = try Self.names(of: kind.variants)
            kindsInOrder.append(kind)
            kinds[kind] = "Picture\(kindsInOrder.count)"
        }
    }

    private func kind(of id: String) -> Kind? {
        index.images[id].map { Kind(variants: $0.variants.keys.sorted(), isDescribed: $0.alt != nil) }
    }

    /// Returns variants with their names in Swift.
    private static func names(of variants: [String]) throws(SiteError) -> [(name: String, variant: String)] {
        var taken: [String: String] = [:]
        var names: [(String, String)] = []
        for variant in variants {
            var name = SwiftName.identifier(variant)
            if name == "image" { name = "imageVariant" }
            if let other = taken.updateValue(variant, forKey: name) {
                throw .collision(
                    "the variants '\(other)' and '\(variant)' are both '\(name)' in Swift; rename one of them"
                )
            }
            names.append((name, variant))
        }
        return names
    }

    func source() throws(SiteError) -> String {
        var lines = [
            "\(Self.mark) from \(SwiftName.comment(manifest)). Changes here are lost.",
            "// swift-format-ignore-file",
            "// swiftlint:disable all",
            "",
            "import AlcedoIndex",
        ]
        if case .bundle = place { lines.append("import Foundation") }
        let catalog =
            switch place {
            case .bundle: "ImageCatalog(resources: Bundle.module.resourceURL ?? Bundle.module.bundleURL)"
            case .file(let path): "ImageCatalog(path: \(SwiftName.literal(path)), besides: #filePath)"
            }
        lines += ["", "/// The pictures of \(SwiftName.comment(manifest))."]
        write(tree, named: "Images", below: "", to: &lines) { lines in
            lines += [
                "    /// The index, and the folder that it is in.",
                "    static let catalog = \(catalog)",
            ]
        }
        lines += [
            "", "/// What pictures have: a type for each choice of variants.", "enum AlcedoPictures {}",
        ]
        for kind in kindsInOrder { try write(kind, to: &lines) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func write(
        _ tree: AccessorTree, named name: String, below indent: String, to lines: inout [String],
        first: (inout [String]) -> Void = { _ in }
    ) {
        let inner = indent + "    "
        lines += ["\(indent)@dynamicMemberLookup", "\(indent)enum \(SwiftName.written(name)) {"]
        first(&lines)
        for (name, id) in tree.images.sorted(by: { $0.key < $1.key }) {
            guard let entry = index.images[id], let kind = kind(of: id), let type = kinds[kind] else {
                continue
            }
            lines += [
                "",
                "\(inner)/// \(Self.description(id, entry))",
                "\(inner)static var \(SwiftName.written(name)): AlcedoPictures.\(type) { "
                    + ".init(image: CatalogImage(Images.catalog, \(SwiftName.literal(id)))) }",
            ]
        }
        for (name, folder) in tree.folders.sorted(by: { $0.key < $1.key }) {
            lines.append("")
            write(folder, named: name, below: inner, to: &lines)
        }
        lines += unavailable(inner)
        lines.append("\(indent)}")
    }

    private func write(_ kind: Kind, to lines: inout [String]) throws(SiteError) {
        guard let name = kinds[kind] else { return }
        let type = kind.isDescribed ? "CatalogVariant" : "CatalogVariant.Undescribed"
        let shown = kind.variants.isEmpty ? "no variant" : kind.variants.joined(separator: ", ")
        lines += [
            "",
            "extension AlcedoPictures {",
            "    /// A picture with \(SwiftName.comment(shown)).",
            "    @dynamicMemberLookup",
            "    struct \(name): Sendable {",
            "        /// The picture itself.",
            "        let image: CatalogImage",
        ]
        for (name, variant) in try Self.names(of: kind.variants) {
            lines += [
                "        /// The variant `\(SwiftName.comment(variant))`.",
                "        var \(SwiftName.written(name)): \(type) { .init(image, \(SwiftName.literal(variant))) }",
            ]
        }
        lines += [
            "",
            "        @available(*, unavailable, message: \(message("no variant of this name for this picture")))",
            "        subscript(dynamicMember name: String) -> CatalogVariant { .init(image, name) }",
            "    }",
            "}",
        ]
    }

    /// Returns members that make the compiler name the manifest if a picture is missing.
    private func unavailable(_ indent: String) -> [String] {
        [
            "",
            "\(indent)@available(*, unavailable, message: \(message("no picture of this name")))",
            "\(indent)static subscript(dynamicMember name: String) -> ImageCatalog.MissingImage {",
            "\(indent)    .init(Images.catalog, name)",
            "\(indent)}",
        ]
    }

    private func message(_ text: String) -> String {
        SwiftName.literal("\(SwiftName.comment(manifest)) has \(text)")
    }

    private static func description(_ id: String, _ entry: ImageIndex.Entry) -> String {
        var text = "`\(SwiftName.comment(id))`, \(entry.source.width) × \(entry.source.height)"
        if let alt = entry.alt, !alt.isEmpty { text += ": \(SwiftName.comment(alt))" }
        return text
    }
}

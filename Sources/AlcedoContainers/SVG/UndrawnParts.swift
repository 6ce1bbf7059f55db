package import AlcedoBase
import AlcedoMarkup
package import AlcedoRecipes
import CAlcedoSystem

/// What browsers draw of an SVG, and librsvg leaves out without a word.
///
/// Animations are not among it: a picture shows their beginning.
package struct UndrawnParts {
    /// A kind of part. The first version of librsvg 2 that draws it is from its NEWS, up to 2.63.3.
    enum Kind: Int, CaseIterable {
        case foreignObject, textPath, dropShadow, webP, avif, variables, fallbacks, origin, shapes, colors,
            hwb, strokes,
            blocks, background

        /// The minor version that draws it; `nil` if none does.
        var firstVersion: Int? {
            switch self {
            case .dropShadow, .hwb, .strokes: 56
            case .webP, .fallbacks: 58
            default: nil
            }
        }

        /// The name in a sentence.
        var words: String {
            switch self {
            case .foreignObject: "'foreignObject'"
            case .textPath: "'textPath'"
            case .dropShadow: "'feDropShadow'"
            case .webP: "embedded WebP"
            case .avif: "embedded AVIF"
            case .variables, .fallbacks: "CSS variables (var())"
            case .origin: "'transform-origin' and 'transform-box'"
            case .shapes: "shapes of 'clip-path' such as circle()"
            case .colors: "colours such as oklch() and color-mix()"
            case .hwb: "colours in hwb()"
            case .strokes: "'vector-effect'"
            case .blocks: "rules in '@media', '@supports' and '@layer'"
            case .background: "the background of the root element"
            }
        }
    }

    private(set) var found: Set<Kind> = []
    private var definesVariables = false

    /// Returns a sentence on what is missing in pictures of a drawing; nothing for one that only passes through.
    ///
    /// - Parameters:
    ///   - version: The minor version of librsvg 2; `nil` if it is unknown.
    ///   - decoders: The files of GdkPixbuf's decoders, which librsvg has used before 2.58.
    package static func remarks(
        _ data: Data, _ type: ImageType, _ requests: [ImageRequest], version: Int?,
        decoders: @autoclosure () -> [String] = []
    ) -> [String] {
        let isKept = requests.allSatisfy { $0.encodings.allSatisfy(\.format.isOriginal) }
        guard type == .svg, !isKept else { return [] }
        var found = data.withUnsafeBytes { UndrawnParts($0).found }
        for (kind, name) in [Kind.webP: "loader-webp", .avif: "loader-avif"]
        where found.contains(kind) && version ?? 58 < 58 && decoders().contains(where: { $0.contains(name) })
        {
            found.remove(kind)
        }
        let names = Kind.allCases.filter { kind in
            found.contains(kind) && kind.firstVersion.map { $0 > version ?? .max } ?? true
        }
        .map(\.words)
        guard let last = names.last else { return [] }
        let list = names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
        // A cleaned drawing has no foreign objects either.
        let advice = "'formats: original'" + (found.contains(.foreignObject) ? " and 'verbatim: true'" : "")
        return [
            "librsvg\(version.map { " 2.\($0)" } ?? "") does not draw \(list); publish the drawing itself with \(advice)"
        ]
    }

    /// Finds parts of a document that is not compressed. Most have none of the words, and are only searched for them.
    init(_ bytes: UnsafeRawBufferPointer) {
        guard Self.mayHaveAny(bytes) else { return }
        var tags = SVGTags(bytes)
        var isInSwitch = false
        var isRoot = true
        while let tag = tags.next() {
            let name = tags.string(tag.name).split(separator: ":").last ?? ""
            let isEmpty = bytes[tag.end - 2] == UInt8(ascii: "/")
            var attributes: [String: String] = [:]
            for attribute in tag.attributes {
                let key = tags.string(attribute.name)
                // Embedded pictures are long, and their beginnings suffice.
                let isAddress = key.hasSuffix("href")
                if isAddress || Self.attributes.contains(key) {
                    attributes[isAddress ? "href" : key] = tags.string(
                        isAddress ? attribute.value.prefix(20) : attribute.value)
                }
            }
            switch name {
            case "foreignObject":
                // Pages are no drawings.
                if !isEmpty { tags.skip(past: "foreignObject") }
                let isSomething = attributes["width"] != "0" && attributes["height"] != "0"
                if isSomething, !isInSwitch || tags.endsSwitch() { found.insert(.foreignObject) }
            case "textPath": found.insert(.textPath)
            case "feDropShadow": found.insert(.dropShadow)
            case "image", "feImage":
                let address = attributes["href"] ?? ""
                if address.hasPrefix("data:image/webp") { found.insert(.webP) }
                if address.hasPrefix("data:image/avif") { found.insert(.avif) }
            case "style" where !isEmpty:
                add(sheet: tags.string(tags.text()).replacing("<![CDATA[", with: ""))
            default: break
            }
            add(attributes, isRoot: isRoot)
            isInSwitch = name == "switch"
            isRoot = false
        }
        if found.contains(.fallbacks), definesVariables { found.insert(.variables) }
        if found.contains(.variables) { found.remove(.fallbacks) }
    }

    private static func mayHaveAny(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let words: [StaticString] = [
            "foreignObject", "textPath", "feDropShadow", "image/webp", "image/avif", "var(", "transform-",
            "clip-path",
            "color-mix(", "light-dark(", "lab(", "lch(", "hwb(", "color(", "vector-effect", "@media",
            "@supports", "@layer",
            "background",
        ]
        guard let base = bytes.baseAddress else { return false }
        return words.contains {
            alcedo_find(base, UInt(bytes.count), $0.utf8Start, UInt($0.utf8CodeUnitCount)) != nil
        }
    }

    // MARK: Styles

    /// Attributes that are read: properties, and what decides whether they matter.
    private static let attributes: Set<String> = [
        "width", "height", "style", "transform", "transform-origin", "transform-box", "clip-path",
        "vector-effect", "fill",
        "stroke", "stop-color", "flood-color", "lighting-color", "color",
    ]

    /// Adds the properties of an element, of which a style overrides attributes.
    private mutating func add(_ attributes: [String: String], isRoot: Bool) {
        var block = Block(isRoot: isRoot)
        for (name, value) in attributes where name != "style" && name != "href" { block.add(name, value) }
        if let style = attributes["style"] {
            DrawnStyles.forEachDeclaration(style) { declaration, _ in block.add(declaration) }
        }
        add(block)
    }

    private mutating func add(sheet: String) {
        var blocks: [(preludes: [String], block: Block)] = []
        DrawnStyles.forEachDeclaration(sheet) { declaration, preludes in
            if blocks.last?.preludes != preludes { blocks.append((preludes, Block(isRoot: false))) }
            blocks[blocks.count - 1].block.add(declaration)
        }
        for (preludes, block) in blocks where !preludes.contains(where: { $0.contains("keyframes") }) {
            if !block.isEmpty, preludes.contains(where: Self.isApplied) { found.insert(.blocks) }
            add(block)
        }
    }

    /// Whether a prelude is that of a group of rules which a browser applies where nothing else is set.
    private static func isApplied(_ prelude: String) -> Bool {
        let text = prelude.lowercased().drop { $0.isWhitespace }
        guard ["@media", "@supports", "@layer"].contains(where: text.hasPrefix) else { return false }
        return !["print", "dark", "motion", "hover", "pointer", "contrast", "forced", "reduced", "inverted"]
            .contains { text.contains($0) }
    }

    private mutating func add(_ block: Block) {
        found.formUnion(block.found)
        if block.hasOrigin, block.isTransformed { found.insert(.origin) }
        definesVariables = definesVariables || block.definesVariables
    }

    /// The declarations of a rule, or the properties of an element.
    private struct Block {
        let isRoot: Bool
        var found: Set<Kind> = []
        var isEmpty = true
        var isTransformed = false
        var hasOrigin = false
        var definesVariables = false
        /// Properties with a value that librsvg knows, which it keeps if it does not know a later one.
        private var known: Set<String> = []

        init(isRoot: Bool) { self.isRoot = isRoot }

        mutating func add(_ declaration: ArraySlice<UInt8>) {
            guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { return }
            let name = String(decoding: declaration[..<colon], as: UTF8.self).trimming().lowercased()
            add(name, String(decoding: declaration[(colon + 1)...], as: UTF8.self).lowercased())
        }

        mutating func add(_ name: String, _ value: String) {
            isEmpty = false
            let value = value.trimming()
            for variable in value.components(separatedBy: "var(--").dropFirst() {
                let hasFallback = variable.first { $0 == "," || $0 == ")" } == ","
                found.insert(hasFallback ? .fallbacks : .variables)
            }
            switch name {
            case "transform": isTransformed = isTransformed || value != "none" && !value.isEmpty
            case "transform-box": hasOrigin = hasOrigin || value != "view-box"
            case "transform-origin":
                let isCorner = value.split(separator: " ").allSatisfy {
                    ["0", "0px", "0%", "left", "top"].contains($0)
                }
                hasOrigin = hasOrigin || !isCorner
            case "clip-path": if value.contains("("), !value.contains("url(") { found.insert(.shapes) }
            case "vector-effect": if value.hasPrefix("non-scaling-stroke") { found.insert(.strokes) }
            case "background", "background-color":
                let isClear = ["none", "transparent", "initial", "unset", "inherit", "0"].contains {
                    value.hasPrefix($0)
                }
                if isRoot, !isClear { found.insert(.background) }
            case "fill", "stroke", "stop-color", "flood-color", "lighting-color", "color":
                if let kind = Self.unknownColor(value) {
                    if !known.contains(name) { found.insert(kind) }
                } else {
                    known.insert(name)
                }
            case _ where name.hasPrefix("--"): definesVariables = true
            default: break
            }
        }

        private static func unknownColor(_ value: Substring) -> Kind? {
            if value.hasPrefix("hwb(") { return .hwb }
            let functions = ["color-mix(", "light-dark(", "oklab(", "oklch(", "lab(", "lch(", "color("]
            return functions.contains(where: value.hasPrefix) ? .colors : nil
        }
    }
}

extension SVGTags {
    /// Whether the next end tag, after one that has just begun, is that of a `switch`.
    fileprivate mutating func endsSwitch() -> Bool {
        skip { $0 != UInt8(ascii: "<") }
        return stands("</switch", at: at)
    }
}

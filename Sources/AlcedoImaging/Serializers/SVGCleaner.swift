import AlcedoBase

/// Writes an SVG anew from what is known to be harmless, so that it can be opened by itself and put into a page.
///
/// The document is parsed strictly and only elements and attributes of a list are written: no script, no event handler, no
/// foreign content, no address but fragments of the document and pictures in it. Comments, processing instructions, the
/// document type, `metadata` and everything in other namespaces is left out, and with it what editors write about
/// themselves, the author and the file's folder. `docs/formats.md` has the list.
enum SVGCleaner {
    /// Returns the cleaned document.
    ///
    /// - Throws: `ContainerError` for a document that is compressed, not well-formed, or not in UTF-8.
    static func cleaned(_ data: Data) throws(ContainerError) -> Data {
        if data.starts(with: [0x1F, 0x8B]) { throw failure("it is compressed; decompress it first") }
        guard let start = data.withUnsafeBytes({ SVGRoot($0)?.offset }) else {
            throw failure("its root element was not found; save it as UTF-8")
        }
        var reader = XMLReader([UInt8](data.dropFirst(start)), maxElements: 2_000_000)
        var writer = SVGWriter()
        // Names of open elements that are written, and the depth within one that is not.
        var open: [String] = []
        var skipped = 0
        do throws(XMLReader.Malformed) {
            while let event = try reader.next() {
                switch event {
                case .start(let name, let attributes):
                    guard skipped == 0, isKept(name, attributes, isRoot: open.isEmpty) else {
                        skipped += 1
                        continue
                    }
                    open.append(name.local)
                    writer.start(name.local, attributes.compactMap { kept($0, of: name.local) })
                case .text(let text) where skipped == 0:
                    writer.text(open.last == "style" ? CSSCleaner.cleaned(text) : text)
                case .text: continue
                case .end where skipped > 0: skipped -= 1
                case .end: writer.end(open.removeLast())
                }
            }
        } catch {
            throw failure("\(error.reason), at byte \(start + error.offset)")
        }
        guard !writer.isEmpty else { throw failure("its root element is not in the namespace of SVG") }
        return writer.document
    }

    static func failure(_ reason: String) -> ContainerError {
        ContainerError(format: OutputFormat(originalOf: .svg), reason: reason)
    }

    // MARK: The policy

    private static let namespace = "http://www.w3.org/2000/svg"
    private static let links = "http://www.w3.org/1999/xlink"
    private static let xml = "http://www.w3.org/XML/1998/namespace"

    /// Elements of SVG 1.1 and 2 that draw, describe or animate. Not among them: `script`, `foreignObject`, `metadata`,
    /// elements of HTML, and those that load fonts, profiles and cursors.
    private static let elements: Set<String> = [
        "svg", "g", "defs", "symbol", "use", "switch", "a", "view", "title", "desc", "style",
        "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image",
        "text", "tspan", "textPath", "marker", "pattern", "clipPath", "mask",
        "linearGradient", "radialGradient", "stop", "filter",
        "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix",
        "feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA",
        "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feImage", "feMerge", "feMergeNode",
        "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight", "feTile",
        "feTurbulence",
        "animate", "animateMotion", "animateTransform", "set", "mpath",
    ]

    private static func isKept(_ name: XMLReader.Name, _ attributes: [XMLReader.Attribute], isRoot: Bool)
        -> Bool
    {
        guard name.space == namespace, elements.contains(name.local), !isRoot || name.local == "svg" else {
            return false
        }
        // An animation could set what may not be written.
        let target = attributes.first { $0.name.local == "attributeName" }?.value.lowercased() ?? ""
        return !target.contains("href") && !target.contains("style") && !target.hasPrefix("on")
    }

    /// Returns the attribute as it is written; `nil` to leave it out.
    private static func kept(
        _ attribute: XMLReader.Attribute, of element: String
    ) -> (name: String, value: String)? {
        let (name, value) = (attribute.name.local, attribute.value)
        switch attribute.name.space {
        case links where name == "href":
            return isKept(address: value, of: element) ? ("xlink:href", value) : nil
        case xml where name == "lang" || name == "space": return ("xml:" + name, value)
        case "": break
        default: return nil
        }
        let lowercase = name.lowercased()
        switch lowercase {
        case "href": return isKept(address: value, of: element) ? (name, value) : nil
        case "style": return (name, CSSCleaner.cleaned(value))
        case "src", "base", "ping", "target", "download", "formaction", "action", "srcdoc", "xmlns":
            return nil
        default: return lowercase.hasPrefix("on") || CSSCleaner.refersElsewhere(value) ? nil : (name, value)
        }
    }

    /// Whether an address is a fragment of the document or, for a picture in it, a picture.
    private static func isKept(address: String, of element: String) -> Bool {
        if address.hasPrefix("#") { return true }
        guard element == "image" || element == "feImage" else { return false }
        return ["png", "jpeg", "jpg", "gif", "webp", "avif"].contains {
            address.hasPrefix("data:image/\($0);base64,")
        }
    }
}

/// Writes elements of SVG, with its namespace as the default.
private struct SVGWriter {
    private var body = ""
    private var usesLinks = false
    // The start tag still lacks its end, since the element may be empty.
    private var isTagOpen = false

    var isEmpty: Bool { body.isEmpty }

    /// The document, which declares the namespaces that it uses.
    var document: Data {
        let links = usesLinks ? " xmlns:xlink=\"http://www.w3.org/1999/xlink\"" : ""
        return Data("<svg xmlns=\"http://www.w3.org/2000/svg\"\(links)\(body.dropFirst("<svg".count))".utf8)
    }

    mutating func start(_ name: String, _ attributes: [(name: String, value: String)]) {
        closeTag()
        body += "<" + name
        for (name, value) in attributes {
            if name.hasPrefix("xlink:") { usesLinks = true }
            let quote = value.contains("\"") && !value.contains("'") ? "'" : "\""
            let escaped = Self.escaped(value)
            body +=
                " \(name)=\(quote)\(quote == "\"" ? escaped.replacing("\"", with: "&quot;") : escaped)\(quote)"
        }
        isTagOpen = true
    }

    mutating func text(_ text: String) {
        if text.isEmpty { return }
        closeTag()
        body += Self.escaped(text).replacing("]]>", with: "]]&gt;")
    }

    mutating func end(_ name: String) {
        body += isTagOpen ? "/>" : "</\(name)>"
        isTagOpen = false
    }

    private mutating func closeTag() {
        if isTagOpen { body += ">" }
        isTagOpen = false
    }

    /// Text without characters that XML does not allow (XML 1.0, 2.2).
    private static func escaped(_ text: String) -> String {
        let allowed = text.unicodeScalars.filter { scalar in
            scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
                || [0x09, 0x0A, 0x0D].contains(scalar.value)
        }
        return String(allowed).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}

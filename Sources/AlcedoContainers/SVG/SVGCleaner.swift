package import AlcedoBase
import AlcedoRecipes

/// Writes an SVG anew from what is known to be harmless, so that it can be opened by itself and put into a page.
///
/// The document is parsed strictly and only elements and attributes of a list are written: no script, no event handler, no
/// foreign content, no address but fragments of the document and pictures in it. Comments, processing instructions, the
/// document type, `metadata` and everything in other namespaces is left out, and with it what editors write about
/// themselves, the author and the file's folder. `docs/formats.md` has the list.
package enum SVGCleaner {
    /// Returns the cleaned document.
    ///
    /// - Throws: `ContainerError` for a document that is compressed, not well-formed, or not in UTF-8, for one with a picture
    ///   that cannot be cleaned or a part that is used and removed, and for one that repeats itself too often.
    package static func cleaned(_ data: Data) throws(ContainerError) -> Data {
        if data.starts(with: [0x1F, 0x8B]) { throw failure("it is compressed; decompress it first") }
        guard let start = data.withUnsafeBytes({ SVGRoot($0)?.offset }) else {
            throw failure("its root element was not found; save it as UTF-8")
        }
        var reader = XMLReader([UInt8](data.dropFirst(start)), maxElements: 2_000_000)
        var writer = SVGWriter()
        // Names of open elements that are written, and the depth within one that is not.
        var open: [String] = []
        var skipped = 0
        // Names of removed elements, which nothing that is kept may use.
        var removed: Set<String> = []
        // The text of a style sheet, which may be divided by comments and other elements.
        var style = ""
        while let event = try next(&reader, start) {
            switch event {
            case .start(let name, let attributes):
                // What is in a title is text; in a page, it would be parsed as HTML.
                guard skipped == 0, !SVGPolicy.textOnly.contains(open.last ?? ""),
                    SVGPolicy.isKept(name, attributes, isRoot: open.isEmpty)
                else {
                    skipped += 1
                    for attribute in attributes where attribute.name.local == "id" {
                        removed.insert(attribute.value)
                    }
                    continue
                }
                open.append(name.local)
                var kept: [(name: String, value: String)] = []
                for attribute in attributes {
                    if let attribute = try SVGPolicy.kept(attribute, of: name.local) {
                        kept.append(attribute)
                    }
                }
                writer.start(name.local, kept)
            case .text(let text) where skipped == 0:
                if open.last == "style" {
                    style += text
                } else {
                    writer.text(SVGWriter.allowed(text))
                }
            case .text: continue
            case .end where skipped > 0: skipped -= 1
            case .end:
                let name = open.removeLast()
                if name == "style" {
                    writer.text(try CSSCleaner.cleaned(SVGWriter.allowed(style)))
                    style = ""
                }
                writer.end(name)
            }
        }
        guard !writer.isEmpty else { throw failure("its root element is not in the namespace of SVG") }
        try check(writer.document, removed)
        return writer.document
    }

    /// Checks how much a cleaned document makes a browser draw, and that what it uses is still in it.
    private static func check(_ document: Data, _ removed: Set<String>) throws(ContainerError) {
        let drawn: DrawnElements
        do {
            drawn = try DrawnElements([UInt8](document))
        } catch {
            throw failure("\(error.reason), at byte \(error.offset) without what is removed")
        }
        if let reason = drawn.refusal { throw failure(reason) }
        if let name = drawn.missing.intersection(removed).min() {
            throw failure("it uses the part '#\(name)', which is removed")
        }
    }

    private static func next(
        _ reader: inout XMLReader, _ start: Int
    ) throws(ContainerError) -> XMLReader.Event? {
        do {
            return try reader.next()
        } catch {
            throw failure("\(error.reason), at byte \(start + error.offset)")
        }
    }

    package static func failure(_ reason: String) -> ContainerError {
        ContainerError(format: OutputFormat(originalOf: .svg), reason: reason)
    }
}

import AlcedoBase
import AlcedoRecipes
import CAlcedoSystem

/// The number of elements that a drawing makes a browser draw, with all repetitions.
///
/// `use`, patterns, markers, masks, clips and filters draw a part of the drawing again, and may repeat one another, so that a
/// kilobyte draws billions. Nothing is drawn here: references are followed and counted, up to a limit.
package struct DrawnElements {
    /// Maximum number of drawn elements, or that of the elements in the file if it is larger. Maps and plots have up to
    /// 100,000; a browser draws half a million in about a second, and librsvg follows as many references.
    static let max = 500_000
    /// What a step of a filter counts, which computes every pixel of its element anew.
    static let filterStep = 20
    /// Maximum nesting with references, or that of the elements in the file if it is deeper.
    private static let maxDepth = 200
    /// Maximum nesting of the elements in the file. librsvg draws by recursion, and runs out of stack at some 2,000.
    static let maxLevels = 500

    private struct Element {
        var type: String
        var parent: Int
        var children: [Int] = []
        var id: String?
        var classes: String?
        /// Targets of `href`.
        var links: [String] = []
        var references = DrawnReferences()
        /// Vertices of a line, where markers stand.
        var vertices = 0
        /// What it counts as a step of a filter, in steps.
        var steps = 1
    }

    private var elements: [Element] = []
    private var ids: [String: Int] = [:]
    private var styles = DrawnStyles()
    private var isActive: [Bool] = []
    private var isTooDeep = false
    private var levels = 0
    /// What is known of elements by their place: their references with those of style sheets, and what their children inherit.
    private var references: [Int: DrawnReferences] = [:]
    private var contexts: [Int: DrawnReferences.Inherited] = [:]
    private(set) var count = 0
    private var limit: Int { Swift.max(Self.max, elements.count) }
    /// Names of parts that are used and missing.
    private(set) var missing: Set<String> = []

    /// Whether a document may repeat anything.
    package static func mayRepeat(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress else { return false }
        return ["href", "url(", "URL("].contains { (words: StaticString) in
            alcedo_find(base, UInt(bytes.count), words.utf8Start, UInt(words.utf8CodeUnitCount)) != nil
        }
    }

    /// Counts the elements of a document, from its root element on.
    ///
    /// - Throws: `XMLReader.Malformed` if it is not well-formed.
    package init(_ document: [UInt8]) throws(XMLReader.Malformed) {
        var reader = XMLReader(document, maxElements: 2_000_000, maxDepth: Self.maxLevels)
        var open: [Int] = []
        var style = ""
        while let event = try reader.next() {
            switch event {
            case .start(let name, let attributes):
                var element = Self.element(name.local, attributes, parent: open.last ?? -1)
                // The value of an animation may become that of any element.
                if Self.animations.contains(element.type) {
                    let names = element.references.own
                    if !names.isEmpty { styles.addEverywhere(names) }
                    element.references = DrawnReferences()
                }
                if let id = element.id, ids[id] == nil { ids[id] = elements.count }
                if let parent = open.last { elements[parent].children.append(elements.count) }
                open.append(elements.count)
                levels = Swift.max(levels, open.count)
                elements.append(element)
            case .text(let text):
                if let last = open.last, elements[last].type == "style" { style += text }
            case .end:
                if let last = open.popLast(), elements[last].type == "style" {
                    styles.add(style)
                    style = ""
                }
            }
        }
        isActive = [Bool](repeating: false, count: elements.count)
        walk(0, DrawnReferences.Inherited(), depth: 0)
    }

    /// Whether a document is read here as a whole and without entities, so that the limits of other readers need not hold.
    package static func isBounded(_ document: UnsafeRawBufferPointer) -> Bool {
        let entity: StaticString = "<!ENTITY"
        guard let root = SVGRoot(document), let base = document.baseAddress,
            alcedo_find(base, UInt(root.offset), entity.utf8Start, UInt(entity.utf8CodeUnitCount)) == nil
        else { return false }
        do {
            return try DrawnElements([UInt8](document[root.offset...])).refusal == nil
        } catch {
            return false
        }
    }

    /// Why the drawing is not drawn or published; `nil` if it may be.
    package var refusal: String? {
        if isTooDeep {
            return
                "it repeats parts of itself within one another, more than \(Self.maxDepth) deep; simplify it"
        }
        guard count > limit else { return nil }
        return
            "it makes a browser draw more than \(Self.max) elements, because it repeats parts of itself (use, pattern, "
            + "marker, mask, clipPath or filter); simplify it, or save it as PNG"
    }

    // MARK: Reading

    private static func element(_ type: String, _ attributes: [XMLReader.Attribute], parent: Int) -> Element {
        var element = Element(type: type, parent: parent)
        for attribute in attributes {
            let value = attribute.value
            switch attribute.name.local {
            case "id": element.id = value
            case "class": element.classes = value
            case "href" where value.trimming().hasPrefix("#"):
                element.links.append(DrawnReferences.fragment(String(value.trimming().dropFirst())))
            case "style": element.references.add(style: value)
            case "points": element.vertices = LineVertices.count(points: value)
            case "d": element.vertices = LineVertices.count(path: value)
            // Each computes the noise once more.
            case "numOctaves": element.steps = Int(min(Swift.max(Double(value) ?? 1, 1), 1000))
            case let name: element.references.add(name, value)
            }
        }
        if type == "line" { element.vertices = 2 }
        return element
    }

    // MARK: Counting

    private typealias Context = DrawnReferences.Inherited

    private static let animations: Set<String> = ["animate", "set", "animateTransform", "animateMotion"]

    /// Elements that are only drawn where they are referred to.
    private static let hidden: Set<String> = [
        "defs", "symbol", "clipPath", "mask", "marker", "pattern", "linearGradient", "radialGradient",
        "filter",
    ]
    /// Elements whose `href` draws something: not a link or a gradient. What is used inherits from where it is used.
    private static let users: Set<String> = ["use", "pattern", "feImage", "textPath", "filter"]
    private static let shapes: Set<String> = [
        "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "textPath",
    ]

    private mutating func walk(_ index: Int, _ outer: Context, depth: Int, isTarget: Bool = false) {
        count += 1
        if depth > Swift.max(Self.maxDepth, levels) { isTooDeep = true }
        guard count <= limit, !isTooDeep else { return }
        let type = elements[index].type
        if Self.hidden.contains(type), !isTarget { return }
        let references = references(of: index)
        let context = inherited(references.inherited, outer)
        count += Self.filterStep * references.filters
        for name in references.own { enter(name, depth) }
        if Self.shapes.contains(type) { paint(elements[index].vertices, context, depth) }
        if type.hasPrefix("fe") { count += Self.filterStep * elements[index].steps - 1 }
        if Self.users.contains(type) {
            for name in elements[index].links { enter(name, depth, in: type == "use" ? context : nil) }
        }
        for child in elements[index].children where count <= limit { walk(child, context, depth: depth + 1) }
    }

    private mutating func paint(_ vertices: Int, _ context: Context, _ depth: Int) {
        for name in (context.fill ?? []) + (context.stroke ?? []) { enter(name, depth) }
        guard vertices > 0 else { return }
        // A marker may take the colours of its line.
        for name in (context.start ?? []) + (context.end ?? []) { enter(name, depth, in: context) }
        for name in context.mid ?? [] { enter(name, depth, in: context, times: vertices) }
    }

    /// Counts a part that is referred to.
    private mutating func enter(_ name: String, _ depth: Int, in context: Context? = nil, times: Int = 1) {
        guard count <= limit else { return }
        guard let index = ids[name] else {
            missing.insert(name)
            count += 1
            return
        }
        // A part that contains itself is not drawn.
        guard !isActive[index] else {
            count += 1
            return
        }
        let before = count
        isActive[index] = true
        walk(index, context ?? self.context(around: index), depth: depth + 1, isTarget: true)
        isActive[index] = false
        let (product, overflow) = (count - before).multipliedReportingOverflow(by: times - 1)
        count = overflow || product > limit ? limit + 1 : count + product
    }

    private mutating func references(of index: Int) -> DrawnReferences {
        guard styles.isPresent else { return elements[index].references }
        if let known = references[index] { return known }
        let element = elements[index]
        var found = element.references
        found.add(styles.references(type: element.type, id: element.id, classes: element.classes))
        references[index] = found
        return found
    }

    /// Returns what the children of an element inherit. Where there are style sheets, which may say otherwise, nothing ends what
    /// is around it.
    private func inherited(_ own: Context, _ outer: Context) -> Context {
        styles.isPresent ? own.with(outer) : own.over(outer)
    }

    /// Returns what a part inherits at its place in the document.
    private mutating func context(around index: Int) -> Context {
        let parent = elements[index].parent
        guard parent >= 0 else { return Context() }
        if let known = contexts[parent] { return known }
        let found = inherited(references(of: parent).inherited, context(around: parent))
        contexts[parent] = found
        return found
    }
}

/// The number of vertices of a line, at which markers may stand; where numbers are written without separators, an estimate.
enum LineVertices {
    static func count(points: String) -> Int { (numbers(points.utf8[...]) + 1) / 2 }

    /// Numbers that each command of a path takes for a vertex (SVG 2, 9.3).
    private static let lengths: [UInt8: Int] = Dictionary(
        uniqueKeysWithValues: zip("MLHVCSQTAZ".utf8, [2, 2, 1, 1, 6, 4, 4, 2, 5, 1]))

    static func count(path: String) -> Int {
        var total = 0
        var rest = path.utf8[...]
        while let start = rest.firstIndex(where: { lengths[$0 & 0xDF] != nil }) {
            let body = rest[rest.index(after: start)...]
            let end = body.firstIndex { lengths[$0 & 0xDF] != nil } ?? body.endIndex
            let length = lengths[rest[start] & 0xDF] ?? 1
            total += Swift.max(1, (numbers(body[..<end]) + length - 1) / length)
            rest = body[end...]
        }
        return total
    }

    private static func numbers(_ text: Substring.UTF8View) -> Int {
        var count = 0
        var isInside = false
        var hasPoint = false
        var last: UInt8 = 0
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "e"), UInt8(ascii: "E"):
                if !isInside { (count, hasPoint) = (count + 1, false) }
                isInside = true
            case UInt8(ascii: "."):
                if !isInside || hasPoint { count += 1 }
                (isInside, hasPoint) = (true, true)
            case UInt8(ascii: "-"), UInt8(ascii: "+"):
                if last & 0xDF != UInt8(ascii: "E") { isInside = false }
            default: isInside = false
            }
            last = byte
        }
        return count
    }
}

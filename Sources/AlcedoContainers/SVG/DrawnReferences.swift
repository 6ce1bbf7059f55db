import AlcedoBase
import AlcedoRecipes

/// Parts of a drawing that an element refers to, from its attributes and styles. Names are fragments without `#`.
struct DrawnReferences {
    /// What children inherit: paints and markers. `nil` where nothing is set, no name where something else is.
    struct Inherited {
        var fill: [String]?
        var stroke: [String]?
        var start: [String]?
        var mid: [String]?
        var end: [String]?

        /// Returns what is inherited by an element that sets `self` itself.
        func over(_ outer: Inherited) -> Inherited {
            Inherited(
                fill: fill ?? outer.fill, stroke: stroke ?? outer.stroke, start: start ?? outer.start,
                mid: mid ?? outer.mid, end: end ?? outer.end)
        }

        /// Returns the names of both.
        func with(_ other: Inherited) -> Inherited {
            func both(_ one: [String]?, _ two: [String]?) -> [String]? {
                guard let one, let two, !one.isEmpty, !two.isEmpty else {
                    return one?.isEmpty ?? true ? two ?? one : one
                }
                return one + two.filter { !one.contains($0) }
            }
            return Inherited(
                fill: both(fill, other.fill), stroke: both(stroke, other.stroke),
                start: both(start, other.start),
                mid: both(mid, other.mid), end: both(end, other.end))
        }

        /// Every property with these names.
        init(every names: [String]) { (fill, stroke, start, mid, end) = (names, names, names, names, names) }

        init(
            fill: [String]? = nil, stroke: [String]? = nil, start: [String]? = nil, mid: [String]? = nil,
            end: [String]? = nil
        ) { (self.fill, self.stroke, self.start, self.mid, self.end) = (fill, stroke, start, mid, end) }
    }

    var inherited = Inherited()
    /// Masks, clips, filters, and what is unknown.
    var own: [String] = []
    /// Filters without a name, such as `blur()`.
    var filters = 0

    var isEmpty: Bool {
        own.isEmpty && filters == 0 && inherited.fill == nil && inherited.stroke == nil && hasNoMarker
    }

    private var hasNoMarker: Bool { inherited.start == nil && inherited.mid == nil && inherited.end == nil }

    /// Adds the value of a property or attribute.
    mutating func add(_ property: String, _ value: String) {
        let names = Self.names(in: value)
        func paint(_ old: [String]?) -> [String]? {
            // Values that take what is around the element, or what a variable has.
            let isOther = ["inherit", "unset", "revert", "var(", "context-"].contains { value.contains($0) }
            return names.isEmpty && isOther ? old : (old ?? []) + names
        }
        switch property {
        case "fill": inherited.fill = paint(inherited.fill)
        case "stroke": inherited.stroke = paint(inherited.stroke)
        case "marker-start": inherited.start = paint(inherited.start)
        case "marker-mid": inherited.mid = paint(inherited.mid)
        case "marker-end": inherited.end = paint(inherited.end)
        case "marker":
            inherited.start = paint(inherited.start)
            inherited.mid = paint(inherited.mid)
            inherited.end = paint(inherited.end)
        case "filter":
            own += names
            filters += value.utf8.count { $0 == UInt8(ascii: "(") } - names.count
        // A variable may become the value of any property.
        case _ where property.hasPrefix("--") && !names.isEmpty:
            inherited = inherited.with(Inherited(every: names))
            own += names
        default: own += names
        }
    }

    mutating func add(_ other: DrawnReferences) {
        inherited = inherited.with(other.inherited)
        own += other.own
        filters += other.filters
    }

    /// Adds the declarations of a style attribute.
    mutating func add(style: String) {
        let text = DrawnStyles.withoutComments(style)
        var from = 0
        var at = 0
        while at <= text.count {
            if at == text.count || text[at] == UInt8(ascii: ";") {
                add(declaration: text[from..<at])
                from = at + 1
            }
            at = at < text.count ? DrawnStyles.next(text, at) : at + 1
        }
    }

    mutating func add(declaration text: ArraySlice<UInt8>) {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return }
        let property = String(decoding: text[..<colon], as: UTF8.self)
        add(property.trimming().lowercased(), String(decoding: text[(colon + 1)...], as: UTF8.self))
    }

    /// Returns the names in `url(#…)`, each also without the escapes of addresses.
    private static func names(in value: String) -> [String] {
        guard value.utf8.contains(UInt8(ascii: "#")) else { return [] }
        var names: [String] = []
        var rest = Array(value.utf8)[...]
        while let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
            let before = rest[..<hash].filter {
                $0 > 0x20 && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\"")
            }
            rest = rest[(hash + 1)...]
            guard String(decoding: before.suffix(4), as: UTF8.self).lowercased() == "url(" else { continue }
            let name = rest.prefix { !"'\")".utf8.contains($0) }
            names.append(fragment(String(decoding: name, as: UTF8.self)))
        }
        return names
    }

    /// Returns a fragment without spaces around it and percent signs in it.
    static func fragment(_ written: String) -> String {
        let bytes = Array(written.trimming().utf8)
        var name: [UInt8] = []
        var at = 0
        while at < bytes.count {
            let code = at + 2 < bytes.count ? String(decoding: bytes[at + 1...at + 2], as: UTF8.self) : ""
            if bytes[at] == UInt8(ascii: "%"), let byte = UInt8(code, radix: 16) {
                name.append(byte)
                at += 3
            } else {
                name.append(bytes[at])
                at += 1
            }
        }
        return String(decoding: name, as: UTF8.self)
    }
}

/// References in the style sheets of a drawing, by what their selectors end with. More elements may match than in a browser,
/// never fewer.
struct DrawnStyles {
    private var byName: [String: DrawnReferences] = [:]
    private var everywhere = DrawnReferences()

    /// Whether there is a style sheet that may override attributes.
    private(set) var isPresent = false

    /// Adds a style sheet. Rules may be nested.
    mutating func add(_ css: String) {
        isPresent = isPresent || !Self.withoutComments(css).isEmpty
        Self.forEachDeclaration(css) { declare($0, $1) }
    }

    /// Calls `body` with each declaration of a style sheet, and with the preludes of the rules that it is in.
    static func forEachDeclaration(
        _ css: String, _ body: (_ declaration: ArraySlice<UInt8>, _ preludes: [String]) -> Void
    ) {
        let text = withoutComments(css)
        var preludes: [String] = []
        var from = 0
        var at = 0
        while at < text.count {
            switch text[at] {
            case UInt8(ascii: "{"):
                preludes.append(String(decoding: text[from..<at], as: UTF8.self))
                from = at + 1
            case UInt8(ascii: "}"):
                body(text[from..<at], preludes)
                if !preludes.isEmpty { preludes.removeLast() }
                from = at + 1
            case UInt8(ascii: ";"):
                body(text[from..<at], preludes)
                from = at + 1
            default: break
            }
            at = next(text, at)
        }
        if from < text.count { body(text[from...], preludes) }
    }

    /// Adds references that any element may have.
    mutating func addEverywhere(_ names: [String]) {
        everywhere.add(DrawnReferences(inherited: DrawnReferences.Inherited(every: names), own: names))
        isPresent = true
    }

    /// Returns the place after a string, after what is in parentheses, or after one byte.
    static func next(_ text: [UInt8], _ start: Int) -> Int {
        switch text[start] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return text[(start + 1)...].firstIndex(of: text[start]).map { $0 + 1 } ?? text.count
        case UInt8(ascii: "("):
            var at = start + 1
            // Strings in it may have parentheses, and functions others.
            var depth = 1
            while at < text.count, depth > 0 {
                switch text[at] {
                case UInt8(ascii: "("): depth += 1
                case UInt8(ascii: ")"): depth -= 1
                case UInt8(ascii: "\""), UInt8(ascii: "'"):
                    at = text[(at + 1)...].firstIndex(of: text[at]) ?? text.count
                default: break
                }
                at += 1
            }
            return min(at, text.count)
        default: return start + 1
        }
    }

    static func withoutComments(_ css: String) -> [UInt8] {
        let text = Array(css.utf8)
        var rest: [UInt8] = []
        var at = 0
        while at < text.count {
            if text[at] == UInt8(ascii: "/"), at + 1 < text.count, text[at + 1] == UInt8(ascii: "*") {
                at += 2
                while at < text.count, !text[at...].starts(with: "*/".utf8) { at += 1 }
                at = min(text.count, at + 2)
            } else {
                let isString = text[at] == UInt8(ascii: "\"") || text[at] == UInt8(ascii: "'")
                let end = isString ? next(text, at) : at + 1
                rest += text[at..<end]
                at = end
            }
        }
        return rest
    }

    private mutating func declare(_ text: ArraySlice<UInt8>, _ preludes: [String]) {
        guard let prelude = preludes.last else { return }
        var references = DrawnReferences()
        references.add(declaration: text)
        guard !references.isEmpty else { return }
        let isAnimation = preludes.contains { $0.lowercased().contains("keyframes") }
        for selector in prelude.split(separator: ",") {
            if !isAnimation, let name = Self.lastName(selector) {
                byName[name, default: DrawnReferences()].add(references)
            } else {
                everywhere.add(references)
            }
        }
    }

    /// Returns the id, class or type that an element has to have; `nil` if any may match.
    private static func lastName(_ selector: Substring) -> String? {
        let special = Set("()[]\\|@&*/%\"'".utf8)
        guard !selector.utf8.contains(where: special.contains) else { return nil }
        let ends = selector.split { $0.isWhitespace || ">+~".contains($0) }
        guard let plain = ends.last?.split(separator: ":", omittingEmptySubsequences: false).first else {
            return nil
        }
        if let mark = plain.lastIndex(where: { $0 == "#" || $0 == "." }) {
            return plain[mark...].lowercased()
        }
        return plain.isEmpty ? nil : plain.lowercased()
    }

    /// Returns the references of an element, besides those of its attributes.
    func references(type: String, id: String?, classes: String?) -> DrawnReferences {
        var found = everywhere
        guard !byName.isEmpty else { return found }
        var names = [type.lowercased()]
        if let id { names.append("#" + id.lowercased()) }
        names += (classes ?? "").split(whereSeparator: \.isWhitespace).map { "." + $0.lowercased() }
        for name in names {
            if let references = byName[name] { found.add(references) }
        }
        return found
    }
}

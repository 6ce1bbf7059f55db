extension ElementSelector {
    /// A selector that is not in the subset.
    package struct Fault: Error {
        /// What is wrong, and what to write instead.
        package var reason: String
    }

    package init(_ text: String) throws(Fault) {
        var parser = Parser(rest: text[...])
        paths = try parser.list()
    }

    private struct Parser {
        var rest: Substring

        mutating func list() throws(Fault) -> [Path] {
            var paths = [try path()]
            while rest.first == "," {
                rest.removeFirst()
                paths.append(try path())
            }
            return paths
        }

        private mutating func path() throws(Fault) -> Path {
            skipSpace()
            var path = Path(compounds: [try compound()], isChild: [])
            while true {
                let isApart = skipSpace()
                guard let next = rest.first, next != "," else { return path }
                if next == ">" {
                    rest.removeFirst()
                    skipSpace()
                    path.isChild.append(true)
                } else if isApart {
                    path.isChild.append(false)
                }
                path.compounds.append(try compound())
            }
        }

        private mutating func compound() throws(Fault) -> Compound {
            var compound = Compound()
            var isEmpty = true
            while let next = rest.first {
                switch next {
                case "*" where isEmpty: rest.removeFirst()
                case ".":
                    rest.removeFirst()
                    compound.classes.append(try name("a class after '.'"))
                case "#":
                    rest.removeFirst()
                    compound.ids.append(try name("an id after '#'"))
                case "[": compound.attributes.append(try attribute())
                case _ where isEmpty && Self.isNamePart(next):
                    let type = try name("an element").lowercased()
                    try Self.check(type)
                    compound.type = type
                case ",", ">", " ", "\t", "\n", "\r": return try checked(compound, isEmpty)
                case ":", "+", "~", "|":
                    let shown = rest.prefix { !$0.isWhitespace && $0 != "," }
                    throw Fault(
                        reason: "has '\(shown.prefix(40))', which rules do not support; use \(Self.supported)"
                    )
                default:
                    throw Fault(reason: "has '\(next)' where \(Self.supported) may be")
                }
                isEmpty = false
            }
            return try checked(compound, isEmpty)
        }

        private func checked(_ compound: Compound, _ isEmpty: Bool) throws(Fault) -> Compound {
            if isEmpty {
                throw Fault(reason: "lacks an element; use \(Self.supported)")
            }
            return compound
        }

        private mutating func attribute() throws(Fault) -> Compound.Attribute {
            rest.removeFirst()
            skipSpace()
            var attribute = Compound.Attribute(name: try name("an attribute after '['").lowercased())
            skipSpace()
            if rest.first == "=" {
                rest.removeFirst()
                skipSpace()
                if let quote = rest.first, quote == "\"" || quote == "'" {
                    rest.removeFirst()
                    guard let end = rest.firstIndex(of: quote) else {
                        throw Fault(reason: "lacks the second \(quote) of a value")
                    }
                    attribute.value = String(rest[..<end])
                    rest = rest[rest.index(after: end)...]
                } else {
                    attribute.value = try name("a value after '='")
                }
                skipSpace()
            }
            guard rest.first == "]" else {
                let shown = rest.prefix(2)
                throw Fault(
                    reason: shown.last == "=" && shown.count == 2
                        ? "has '\(shown)', which rules do not support; write [\(attribute.name)] or [\(attribute.name)=value]"
                        : "lacks the ']' of [\(attribute.name)]")
            }
            rest.removeFirst()
            return attribute
        }

        private mutating func name(_ what: String) throws(Fault) -> String {
            let name = rest.prefix(while: Self.isNamePart)
            guard !name.isEmpty else { throw Fault(reason: "lacks \(what)") }
            rest = rest[name.endIndex...]
            return String(name)
        }

        @discardableResult
        private mutating func skipSpace() -> Bool {
            let spaces = rest.prefix(while: \.isWhitespace)
            rest = rest[spaces.endIndex...]
            return !spaces.isEmpty
        }

        private static func isNamePart(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || character == "-" || character == "_"
        }

        private static let supported =
            "types, classes, ids, [attribute] and [attribute=value], separated by a space or '>'"

        /// Refuses a type that is no element. One with a hyphen is an element of the page's own.
        private static func check(_ type: String) throws(Fault) {
            guard !elements.contains(type), !type.contains("-") else { return }
            let close = Suggestion.closest(to: type, among: elements) ?? "." + type
            throw Fault(reason: "names '\(type)', which is no element; did you mean '\(close)'?")
        }
    }

    // HTML, "List of elements"; and those of SVG around pictures.
    private static let elements = """
        a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col colgroup \
        data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form g h1 h2 h3 h4 h5 h6 \
        head header hgroup hr html i iframe image img input ins kbd label legend li link main map mark math menu meta meter nav \
        noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search section select slot \
        small source span strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track u \
        ul use var video wbr
        """.split(separator: " ").map(String.init)
}

/// A selector of rules: a subset of CSS with types, classes, ids, attributes, descendants, children and lists.
package struct ElementSelector: Hashable, Sendable {
    /// Conditions for one element: `img.wide[alt]`.
    struct Compound: Hashable, Sendable {
        struct Attribute: Hashable, Sendable {
            var name: String
            /// The whole value; `nil` if the attribute only has to be there.
            var value: String?
        }

        /// The name of the element in lowercase; `nil` for any.
        var type: String?
        var ids: [String] = []
        var classes: [String] = []
        var attributes: [Attribute] = []

        func matches(_ tag: HTMLTag) -> Bool {
            if let type, type != tag.name { return false }
            if !ids.isEmpty, !ids.allSatisfy({ $0 == tag["id"] }) { return false }
            if !classes.isEmpty {
                let own = (tag["class"] ?? "").split(whereSeparator: \.isWhitespace)
                guard classes.allSatisfy({ name in own.contains { $0 == name } }) else { return false }
            }
            return attributes.allSatisfy { wanted in
                guard let value = tag[wanted.name] else { return false }
                return wanted.value.map { $0 == value } ?? true
            }
        }
    }

    /// Conditions for an element and for those around it.
    struct Path: Hashable, Sendable {
        /// From the outermost element to the one that is selected.
        var compounds: [Compound]
        /// Whether each compound but the first is for a child of the one before, not for any descendant.
        var isChild: [Bool]

        func matches(_ tag: HTMLTag, in open: [HTMLTag]) -> Bool {
            guard let last = compounds.last, last.matches(tag) else { return false }
            // The elements that may be the ones for the compound last looked at; `open.count` is the tag itself.
            var places = [open.count]
            for number in isChild.indices.reversed() {
                let wanted = compounds[number]
                let candidates =
                    isChild[number]
                    ? places.filter { $0 > 0 }.map { $0 - 1 } : Array(0..<(places.max() ?? 0))
                places = candidates.filter { wanted.matches(open[$0]) }
                if places.isEmpty { return false }
            }
            return true
        }

        /// As in CSS: the numbers of ids, of classes and attributes, and of types.
        var specificity: [Int] {
            [
                compounds.reduce(0) { $0 + $1.ids.count },
                compounds.reduce(0) { $0 + $1.classes.count + $1.attributes.count },
                compounds.count { $0.type != nil },
            ]
        }
    }

    /// The selectors between commas.
    var paths: [Path]

    /// Returns the specificity of the most specific selector that an element matches; `nil` if it matches none.
    ///
    /// - Parameter open: The elements around it.
    package func specificity(of tag: HTMLTag, in open: [HTMLTag]) -> [Int]? {
        paths.filter { $0.matches(tag, in: open) }.map(\.specificity)
            .max { $0.lexicographicallyPrecedes($1) }
    }
}

import AlcedoMarkup

extension PageRewriter {
    /// What the elements that a selector names show.
    public struct Rule: Hashable, Sendable {
        enum Choice: Hashable, Sendable {
            /// The page itself names a variant, which the image must have.
            case variant(String)
            /// A rule names a variant for the images that have it.
            case preferred(String)
            /// The element stays as it is.
            case off
        }

        let selector: ElementSelector
        let choice: Choice

        /// Creates a rule, or returns `nil` if the selector is not in the subset that rules support: types, classes, ids,
        /// `[attribute]`, `[attribute=value]`, descendants, children, and lists of these.
        ///
        /// - Parameters:
        ///   - selector: The elements, such as `article img`.
        ///   - variant: The name of a variant; `off` leaves the elements as they are.
        public init?(_ selector: String, variant: String) {
            do { self.selector = try ElementSelector(selector) } catch { return nil }
            choice = variant == "off" ? .off : .preferred(variant)
        }
    }
}

extension [PageRewriter.Rule] {
    /// Returns the choice of the most specific rule for an element, and of several the last, as in a style sheet.
    ///
    /// - Parameter open: The elements around it.
    func choice(for tag: HTMLTag, in open: [HTMLTag]) -> PageRewriter.Rule.Choice? {
        var best: (choice: PageRewriter.Rule.Choice, specificity: [Int])?
        for rule in self {
            guard let specificity = rule.selector.specificity(of: tag, in: open) else { continue }
            if let best, specificity.lexicographicallyPrecedes(best.specificity) { continue }
            best = (rule.choice, specificity)
        }
        return best?.choice
    }
}

/// The syntax of `sizes` (HTML, "sizes attributes"), as far as mistakes in it are certain. Browsers use the width of the
/// window in place of what they cannot read, without a word.
///
/// A list of lengths with conditions, and one without at its end; `auto` may come first. Functions and units that later
/// levels of CSS may have are no mistakes.
package enum SizesSyntax {
    package typealias Fault = MediaSyntax.Fault

    /// Returns the mistakes in order; their reasons follow the name of the attribute.
    package static func faults(in sizes: String) -> [Fault] {
        // An escape may be in any name.
        guard !sizes.contains("\\"), sizes.utf8.count <= MediaSyntax.maxLength else { return [] }
        let text = sizes.replacingCSSComments { String(repeating: " ", count: $0) }
        if let fault = MediaSyntax.imbalance(of: text) { return [fault] }
        let entries = SizesAttribute.entries(of: text)
        return entries.indices.flatMap { number in
            let entry = entries[number]
            let offset = text.distance(from: text.startIndex, to: entry.startIndex)
            return faults(
                in: entry, isFirst: number == 0, isLast: entries[(number + 1)...].allSatisfy(\.isEmpty)
            )
            .map { Fault(reason: $0.reason, offset: offset + $0.offset) }
        }
    }

    private static func faults(in entry: Substring, isFirst: Bool, isLast: Bool) -> [Fault] {
        guard !entry.isEmpty else {
            let what = isFirst && isLast ? "is empty" : "has nothing on one side of a comma"
            return [Fault(reason: "\(what); write a width, such as 50vw", offset: 0)]
        }
        guard let start = SizesAttribute.startOfLength(in: entry) else {
            return [
                Fault(
                    reason: "lacks a width after the condition '\(entry)'; write one, such as 50vw", offset: 0
                )
            ]
        }
        let (condition, length) = (entry[..<start].trimmed, String(entry[start...]))
        let offset = entry.distance(from: entry.startIndex, to: start)
        if length.lowercased() == "auto" {
            if isFirst, condition.isEmpty { return [] }
            return [Fault(reason: "has 'auto' after something else; it must come first", offset: offset)]
        }
        var faults: [Fault] = []
        if condition.isEmpty, !isLast {
            faults.append(
                Fault(
                    reason:
                        "has '\(length)' without a condition, so what follows is never used; write a condition before it, "
                        + "such as (min-width: 60em)", offset: 0))
        } else if condition.contains(":"), !condition.contains("(") {
            faults.append(
                Fault(
                    reason: "lacks parentheses around the condition; write (\(condition)) \(length)",
                    offset: 0))
        } else {
            faults += MediaSyntax.faults(in: String(condition), mayHaveType: false)
        }
        faults += SizesLength.faults(in: length).map { Fault(reason: $0.reason, offset: offset + $0.offset) }
        if isLast, condition.contains("(") {
            faults.append(
                Fault(
                    reason:
                        "ends with a condition; write the width for all other windows after it, such as ', 100vw'",
                    offset: 0))
        }
        return faults
    }
}

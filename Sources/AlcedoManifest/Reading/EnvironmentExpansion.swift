/// Replaces `${NAME}` with values from the environment.
///
/// Only `url` and `headers` are expanded. `$${` is a literal `${`. An empty variable counts as missing, because
/// continuous integration supplies empty strings for unavailable secrets.
struct EnvironmentExpansion {
    let environment: [String: String]
    /// Whether variables may be missing, because no request will be made with their values.
    var leavesMissing = false

    /// Expands a value and reports missing variables by name; values are never shown.
    ///
    /// - Parameter standIn: The revealed text if a variable is missing and may be.
    func expand(_ text: String, _ value: Value, standIn: String) -> SecretText? {
        var revealed = ""
        var rest = text[...]
        var isComplete = true
        while let dollar = rest.firstIndex(of: "$") {
            revealed += rest[..<dollar]
            rest = rest[dollar...]
            if rest.hasPrefix("$${") {
                revealed += "${"
                rest = rest.dropFirst(3)
            } else if rest.hasPrefix("${") {
                let name = rest.dropFirst(2).prefix { $0 != "}" }
                rest = rest[name.endIndex...]
                guard rest.first == "}", Self.isName(name) else {
                    value.fault(
                        "has '${' without a name; write '${NAME}' for a variable, or '$${' for the characters themselves"
                    )
                    return nil
                }
                rest = rest.dropFirst()
                if let found = environment[String(name)], !found.isEmpty {
                    revealed += found
                } else {
                    isComplete = false
                    if leavesMissing { continue }
                    let state = environment[String(name)] == nil ? "not set" : "empty"
                    value.fault("needs the environment variable \(name), which is \(state)")
                }
            } else {
                revealed.append("$")
                rest = rest.dropFirst()
            }
        }
        revealed += rest
        if isComplete { return SecretText(written: text, revealed: revealed) }
        return leavesMissing ? SecretText(written: text, revealed: standIn) : nil
    }

    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter || first == "_" else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}

extension Value {
    /// Reads text that must not contain `${`, because it is not expanded.
    func textWithoutVariables(_ what: String = "text") -> String? {
        guard let text = nonEmptyText(what) else { return nil }
        if text.contains("${") {
            fault("must not contain '${': variables are read in 'url' and 'headers' only")
            return nil
        }
        return text
    }
}

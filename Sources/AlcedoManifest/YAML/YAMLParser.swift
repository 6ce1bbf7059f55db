package import AlcedoBase
import CYAML

/// Parses one YAML document into nodes, with libyaml's document API.
///
/// Merge keys (`<<: *base` and `<<: [*a, *b]`) are supported: written keys take precedence over merged keys, and
/// earlier merged keys over later ones. Merged keys come after written keys.
package enum YAMLParser {
    /// The maximum nesting depth.
    static let deepest = 64
    /// The maximum number of anchors.
    static let maxAnchors = 10_000
    /// The maximum number of nodes, with each alias counted as everything it stands for.
    static let maxNodes = 2_000_000

    /// The error of a parser whose task is cancelled. No message shows it, because the command has been interrupted.
    static let cancellation = Diagnostic(.error, "reading was interrupted")

    /// Parses a document. If the task is cancelled, it ends soon, with an error.
    ///
    /// - Parameter file: The file name in locations.
    /// - Returns: The root, or `nil` for an empty file, and the problems of the document. Of duplicate keys, the first
    ///   is kept, so that reading can continue.
    /// - Throws: A `Diagnostic` for a document that cannot be read at all.
    package static func parse(_ data: Data, file: String) throws(Diagnostic) -> (
        root: YAMLNode?, problems: [Diagnostic]
    ) {
        let text = try YAMLText(data, file: file)
        // The parser reads from this buffer until it is deleted, so all work happens in the closure.
        let result: Result<(YAMLNode?, [Diagnostic]), Diagnostic> = text.bytes.withUnsafeBufferPointer {
            buffer in
            do throws(Diagnostic) {
                try withParser(buffer) { parser throws(Diagnostic) in try checkSize(&parser, file) }
                return .success(
                    try withParser(buffer) { parser throws(Diagnostic) in try documents(&parser, text, file) }
                )
            } catch {
                return .failure(error)
            }
        }
        let (root, problems) = try result.get()
        return (root, problems)
    }

    private static func withParser<T>(
        _ buffer: UnsafeBufferPointer<UInt8>, _ body: (inout yaml_parser_t) throws(Diagnostic) -> T
    ) throws(Diagnostic) -> T {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            throw Diagnostic(.error, "the YAML parser could not be started: out of memory")
        }
        defer { yaml_parser_delete(&parser) }
        yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
        var input = Input(rest: buffer[...])
        return try withUnsafeMutablePointer(to: &input) { input throws(Diagnostic) in
            // In parts, because loading a document of many megabytes is a single call.
            yaml_parser_set_input(
                &parser,
                { input, buffer, size, count in
                    guard !Task.isCancelled, let buffer, let count,
                        let input = input?.assumingMemoryBound(to: Input.self)
                    else { return 0 }
                    let part = input.pointee.rest.prefix(size)
                    UnsafeMutableRawBufferPointer(start: buffer, count: size).copyBytes(from: part)
                    input.pointee.rest = input.pointee.rest.dropFirst(part.count)
                    count.pointee = part.count
                    return 1
                }, input)
            do throws(Diagnostic) {
                return try body(&parser)
            } catch {
                throw Task.isCancelled ? cancellation : error
            }
        }
    }

    /// What libyaml has not read yet.
    private struct Input {
        var rest: Slice<UnsafeBufferPointer<UInt8>>
    }

    // First pass over the events, which stores nothing. libyaml's time grows with the square of open brackets
    // (measured: 40,000 of them take 2.4 s), and its loader compares each anchor with all before it. Syntax errors
    // are left to the loader.
    private static func checkSize(_ parser: inout yaml_parser_t, _ file: String) throws(Diagnostic) {
        var depth = 0
        var anchors = 0
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(&parser, &event) == 1 else { return }
            defer { yaml_event_delete(&event) }
            var anchor: UnsafeMutablePointer<yaml_char_t>?
            switch event.type {
            case YAML_STREAM_END_EVENT: return
            case YAML_SCALAR_EVENT: anchor = event.data.scalar.anchor
            case YAML_SEQUENCE_START_EVENT:
                anchor = event.data.sequence_start.anchor
                depth += 1
            case YAML_MAPPING_START_EVENT:
                anchor = event.data.mapping_start.anchor
                depth += 1
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: depth -= 1
            default: break
            }
            if anchor != nil { anchors += 1 }
            let place = location(event.start_mark, file)
            if depth > deepest {
                throw Diagnostic(.error, "values are nested more than \(deepest) deep", at: place)
            }
            if anchors > maxAnchors {
                throw Diagnostic(.error, "the file has more than \(maxAnchors) anchors ('&name')", at: place)
            }
        }
    }

    private static func documents(
        _ parser: inout yaml_parser_t, _ text: YAMLText, _ file: String
    ) throws(Diagnostic) -> (YAMLNode?, [Diagnostic]) {
        var document = yaml_document_t()
        guard yaml_parser_load(&parser, &document) == 1 else { throw syntaxError(parser, text, file) }
        var builder = YAMLTreeBuilder(file: file, text: text)
        guard yaml_document_get_root_node(&document) != nil else {
            yaml_document_delete(&document)
            return (nil, [])
        }
        let root: YAMLNode
        do throws(Diagnostic) {
            root = try builder.build(&document)
            yaml_document_delete(&document)
        } catch {
            yaml_document_delete(&document)
            throw error
        }
        var problems = builder.problems

        var second = yaml_document_t()
        if yaml_parser_load(&parser, &second) == 1 {
            defer { yaml_document_delete(&second) }
            if yaml_document_get_root_node(&second) != nil {
                let place = location(second.start_mark, file)
                problems.append(
                    Diagnostic(
                        .error, "a second document begins here; put everything into one document", at: place))
            }
        } else {
            problems.append(syntaxError(parser, text, file))
        }
        return (root, problems)
    }

    static func location(_ mark: yaml_mark_t, _ file: String) -> Diagnostic.Location {
        Diagnostic.Location(file: file, line: mark.line + 1, column: mark.column + 1)
    }

    private static func syntaxError(_ parser: yaml_parser_t, _ text: YAMLText, _ file: String) -> Diagnostic {
        let problem = parser.problem.map { String(cString: $0) } ?? "cannot be read"
        switch parser.error {
        case YAML_MEMORY_ERROR:
            return Diagnostic(.error, "the file cannot be read: out of memory")
        case YAML_READER_ERROR:
            let place = YAMLText.location(of: parser.problem_offset, in: text.bytes, file: file)
            return Diagnostic(.error, "not valid YAML: \(problem)", at: place)
        default:
            var message = "not valid YAML: \(problem)"
            if let context = parser.context.map({ String(cString: $0) }) {
                message += " (\(context)"
                // The context of a composer error has no location.
                if parser.context_mark.line > 0 {
                    message += " that begins in line \(parser.context_mark.line + 1)"
                }
                message += ")"
            }
            let mark = parser.problem_mark
            let start =
                parser.context != nil && problem != "found undefined alias"
                ? parser.context_mark.line : mark.line
            let advice = YAMLHint(text).advice(
                line: mark.line, column: mark.column, start: start,
                isInBrackets: problem.hasPrefix("did not find expected ',' or"))
            if let advice {
                message += "; " + advice
            }
            return Diagnostic(.error, message, at: location(mark, file))
        }
    }
}

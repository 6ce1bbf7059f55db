import AlcedoBase
import CYAML

/// Converts libyaml's document into nodes.
///
/// libyaml loads an alias as a second use of the same node, even inside that node. The document is therefore a graph:
/// each node is built once, cycles are detected on the way, and the nodes behind aliases are counted, not copied.
struct YAMLTreeBuilder {
    let file: String
    let text: YAMLText
    private(set) var problems: [Diagnostic] = []

    private struct Built {
        var node: YAMLNode
        var size: Int
        var height: Int
    }

    private enum Progress {
        case building
        case done(Built)
    }

    private var progress: [Int32: Progress] = [:]
    private var mergedPairs = 0
    private lazy var scalars: [Unicode.Scalar] = Array(
        String(decoding: text.bytes, as: UTF8.self).unicodeScalars)
    private lazy var mayHaveStringTags = String(decoding: text.bytes, as: UTF8.self).contains("!")

    init(file: String, text: YAMLText) {
        self.file = file
        self.text = text
    }

    mutating func build(_ document: inout yaml_document_t) throws(Diagnostic) -> YAMLNode {
        // The root is always the first node.
        try build(1, &document, depth: 1).node
    }

    private mutating func build(
        _ index: Int32, _ document: inout yaml_document_t, depth: Int
    ) throws(Diagnostic) -> Built {
        guard let pointer = yaml_document_get_node(&document, index) else {
            throw Diagnostic(.error, "not valid YAML: a node is missing")
        }
        let raw = pointer.pointee
        let place = YAMLParser.location(raw.start_mark, file)
        switch progress[index] {
        case .done(let built):
            guard depth + built.height <= YAMLParser.deepest else { throw tooDeep(place) }
            return built
        case .building:
            throw Diagnostic(.error, "an alias inside this value refers to the value itself", at: place)
        case nil: break
        }
        guard depth <= YAMLParser.deepest else { throw tooDeep(place) }
        if Task.isCancelled { throw YAMLParser.cancellation }
        progress[index] = .building
        var size = 1
        var height = 1
        func count(_ child: Built) throws(Diagnostic) {
            let (sum, overflow) = size.addingReportingOverflow(child.size)
            guard !overflow, sum <= YAMLParser.maxNodes else {
                let message = "the aliases below this expand to more than \(YAMLParser.maxNodes) values"
                throw Diagnostic(.error, message, at: place)
            }
            size = sum
            height = max(height, child.height + 1)
        }
        let tag = raw.tag.map { String(cString: $0) } ?? ""
        let content: YAMLNode.Content
        switch raw.type {
        case YAML_SCALAR_NODE:
            content = try scalar(raw, tag, place)
        case YAML_SEQUENCE_NODE:
            guard tag == YAML_SEQ_TAG else { throw unknownTag(tag, place) }
            var items: [YAMLNode] = []
            var item = raw.data.sequence.items.start
            while let current = item, current != raw.data.sequence.items.top {
                let child = try build(current.pointee, &document, depth: depth + 1)
                try count(child)
                items.append(child.node)
                item = current + 1
            }
            content = .sequence(items)
        case YAML_MAPPING_NODE:
            guard tag == YAML_MAP_TAG else { throw unknownTag(tag, place) }
            var pairs: [YAMLPair] = []
            var pair = raw.data.mapping.pairs.start
            while let current = pair, current != raw.data.mapping.pairs.top {
                let key = try build(current.pointee.key, &document, depth: depth + 1)
                let value = try build(current.pointee.value, &document, depth: depth + 1)
                try count(key)
                try count(value)
                pairs.append(YAMLPair(key: key.node, value: value.node))
                pair = current + 1
            }
            content = .mapping(try merged(pairs))
        default:
            throw Diagnostic(.error, "not valid YAML: a node has no type", at: place)
        }
        let built = Built(node: YAMLNode(content, at: place), size: size, height: height)
        progress[index] = .done(built)
        return built
    }

    private func tooDeep(_ place: Diagnostic.Location) -> Diagnostic {
        Diagnostic(.error, "values are nested more than \(YAMLParser.deepest) deep", at: place)
    }

    private func unknownTag(_ tag: String, _ place: Diagnostic.Location) -> Diagnostic {
        Diagnostic(
            .error,
            "the tag '\(YAMLNode.excerpt(tag))' is not supported; leave it out, or put text that begins with '!' in quotes",
            at: place)
    }

    // MARK: - Scalars

    private mutating func scalar(
        _ raw: yaml_node_t, _ tag: String, _ place: Diagnostic.Location
    ) throws(Diagnostic) -> YAMLNode.Content {
        let bytes = UnsafeBufferPointer(start: raw.data.scalar.value, count: raw.data.scalar.length)
        let value = String(decoding: bytes, as: UTF8.self)
        let isPlain = raw.data.scalar.style == YAML_PLAIN_SCALAR_STYLE
        let style: YAMLNode.Style = isPlain ? .plain : .quoted
        switch tag {
        case YAML_STR_TAG:
            let isText = !isPlain || hasWrittenTag(at: raw.start_mark)
            return .scalar(
                text: value, style: style, value: isText ? .string(value) : YAMLScalar(plain: value))
        case YAML_NULL_TAG, YAML_BOOL_TAG, YAML_INT_TAG, YAML_FLOAT_TAG:
            return .scalar(text: value, style: style, value: try tagged(value, tag, place))
        default:
            throw unknownTag(tag, place)
        }
    }

    private func tagged(_ text: String, _ tag: String, _ place: Diagnostic.Location) throws(Diagnostic)
        -> YAMLScalar
    {
        let value = YAMLScalar(plain: text)
        switch (tag, value) {
        case (YAML_NULL_TAG, .null), (YAML_BOOL_TAG, .bool), (YAML_INT_TAG, .int), (YAML_FLOAT_TAG, .float):
            return value
        case (YAML_FLOAT_TAG, .int(let number)):
            return .float(Double(number))
        default:
            throw Diagnostic(
                .error, "'\(YAMLNode.excerpt(text))' does not match its tag '\(tag)'", at: place)
        }
    }

    // libyaml gives `5` and `!!str 5` the same tag; only the text distinguishes them.
    private mutating func hasWrittenTag(at mark: yaml_mark_t) -> Bool {
        guard mayHaveStringTags else { return false }
        var index = mark.index
        while index < scalars.count, scalars[index] == "&" || scalars[index] == "!" {
            if scalars[index] == "!" { return true }
            while index < scalars.count, !scalars[index].properties.isWhitespace { index += 1 }
            while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
        }
        return false
    }

    // MARK: - Mappings

    private mutating func merged(_ pairs: [YAMLPair]) throws(Diagnostic) -> [YAMLPair] {
        var result: [YAMLPair] = []
        var places: [String: Diagnostic.Location] = [:]
        var merges: [YAMLNode] = []
        for pair in pairs {
            guard let name = pair.key.text else {
                problems.append(
                    Diagnostic(.error, "a key must be text, not \(pair.key.summary)", at: pair.key.location))
                continue
            }
            if let first = places[name] {
                problems.append(YAMLNode.duplicateKey(name, at: pair.key.location, first: first))
                continue
            }
            places[name] = pair.key.location
            if name == "<<", case .scalar(_, .plain, _) = pair.key.content {
                merges.append(pair.value)
            } else {
                result.append(pair)
            }
        }
        for value in merges {
            for mapping in value.sequence ?? [value] {
                guard let merged = mapping.mapping else {
                    let message = "'<<' takes a mapping or a list of mappings, not \(mapping.summary)"
                    problems.append(Diagnostic(.error, message, at: mapping.location))
                    continue
                }
                mergedPairs += merged.count
                guard mergedPairs <= YAMLParser.maxNodes else {
                    let message = "merge keys expand to more than \(YAMLParser.maxNodes) values"
                    throw Diagnostic(.error, message, at: mapping.location)
                }
                for pair in merged {
                    guard let name = pair.key.text, places[name] == nil else { continue }
                    places[name] = pair.key.location
                    result.append(pair)
                }
            }
        }
        return result
    }
}

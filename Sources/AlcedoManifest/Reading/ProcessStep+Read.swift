import AlcedoBase
import AlcedoMarkup
import AlcedoRecipes

extension ProcessStep {
    /// Reads one entry of a `process` chain: `black-white`, `blur: 2` or `tint: { color: … }`.
    static func read(_ value: Value) -> ProcessStep? {
        let problems = value.problems
        let name: String
        var body: YAMLNode?
        var place = value.location
        if let pairs = value.node.mapping {
            guard pairs.count == 1, let key = pairs[0].key.text else {
                value.mustBe("one processor with its parameters, such as 'blur: { sigma: 2 }'")
                return nil
            }
            (name, body, place) = (key, pairs[0].value, pairs[0].key.location)
        } else if case .string(let text) = value.node.scalar {
            name = text
        } else {
            value.mustBe("the name of a processor")
            return nil
        }
        let isBare = body.map(\.isNull) ?? true
        if let make = problems.extensions.processors[name] {
            return own(name, body, make, at: place, problems)
        }
        guard let specification = ProcessorRegistry.specification(named: name) else {
            let known = ProcessorRegistry.names + problems.extensions.processors.keys.sorted()
            let close = ProcessorAdvice.meant(by: name, among: known)
            let advice =
                close.map { "did you mean '\(isBare ? ProcessorAdvice.example($0) ?? $0 : $0)'?" }
                ?? value.several ?? "expected \(known.joined(separator: ", "))"
            problems.error("unknown processor '\(YAMLNode.excerpt(name))'; \(advice)", at: place)
            return nil
        }
        var step = ProcessStep(name: specification.name, location: place)
        let advice = isBare ? ProcessorAdvice.example(name).map { "; write '\($0)'" } ?? "" : ""
        guard step.read(body, specification, advice: advice, problems) else { return nil }
        if let contradiction = specification.contradiction(step.parameters) {
            problems.error("processor '\(specification.name)' \(contradiction)\(advice)", at: place)
            return nil
        }
        return step
    }

    /// Reads a step of one of the program's own processors.
    private static func own(
        _ name: String, _ body: YAMLNode?, _ make: SiteExtensions.MakeProcessor,
        at place: Diagnostic.Location,
        _ problems: Problems
    ) -> ProcessStep? {
        let settings = ManifestSettings("processor '\(name)'", body, at: place, problems)
        guard let processor = settings.make(make), settings.reportUnknownKeys() else { return nil }
        var step = ProcessStep(name: name, parameters: settings.written, location: place)
        step.own = OwnProcessor(processor: processor)
        return step
    }

    private mutating func read(
        _ body: YAMLNode?, _ specification: ProcessorSpecification, advice: String, _ problems: Problems
    ) -> Bool {
        let title = "processor '\(specification.name)'"
        let mayBeComment = specification.parameters.first.map { $0.kind.isColor && $0.isRequired } ?? false
        if let body, !body.isNull || mayBeComment, body.mapping == nil || specification.parameters.isEmpty {
            guard let first = specification.parameters.first else {
                problems.error("\(title) takes no parameters", at: body.location)
                return false
            }
            let value = Value(body, "'\(first.name)' in \(title)", keyLocation: location, problems)
            parameters[first.name] = value.parameter(first.kind)
            let others = specification.parameters.dropFirst().filter(\.isRequired).map { "'\($0.name)'" }
            if !others.isEmpty {
                problems.error("\(title) also needs \(others.joined(separator: ", "))", at: location)
                return false
            }
            return parameters[first.name] != nil
        }
        var isComplete = true
        var mapping: MappingReader?
        if let body, !body.isNull {
            mapping = MappingReader(body, title, known: specification.parameters.map(\.name), problems)
        }
        for parameter in specification.parameters {
            if let value = mapping?[parameter.name] {
                let read = value.parameter(parameter.kind)
                if let read { parameters[parameter.name] = read }
                isComplete = isComplete && read != nil
            } else if parameter.isRequired {
                problems.error("\(title) needs '\(parameter.name)'\(advice)", at: location)
                isComplete = false
            }
        }
        return isComplete
    }
}

extension ProcessorSpecification.Kind {
    // An empty color value may be `#1d4ed8` without quotes, which YAML reads as a comment.
    fileprivate var isColor: Bool { if case .color = self { true } else { false } }
}

extension Value {
    fileprivate func parameter(_ kind: ProcessorSpecification.Kind) -> ProcessorValue? {
        switch kind {
        case .number(let range): number(in: range).map { .number($0) }
        case .color: color().map { .color($0) }
        case .length: length().map { .length($0) }
        case .corners: corners().map { .corners($0) }
        case .integer(let range): integer(in: range).map { .number(Double($0)) }
        case .flag: flag().map { .flag($0) }
        case .choice(let words): word(among: words).map { .text($0) }
        case .side: sideLength().map { .length($0) }
        case .shift: shift().map { .length($0) }
        case .point: anchor().map { .point($0) }
        case .image: processorImage().map { .image($0) }
        case .template: processorText().map { .template($0) }
        case .fonts: processorFonts().map { .fonts($0) }
        case .language: language().map { .text($0) }
        case .settings(let parameters): settings(parameters).map { .settings($0) }
        }
    }

    private func settings(_ parameters: [ProcessorSpecification.Parameter]) -> ProcessorValues? {
        guard let mapping = MappingReader(node, name, known: parameters.map(\.name), problems) else {
            return nil
        }
        var values: ProcessorValues = [:]
        var isComplete = true
        for parameter in parameters {
            guard let value = mapping[parameter.name] else { continue }
            values[parameter.name] = value.parameter(parameter.kind)
            isComplete = isComplete && values[parameter.name] != nil
        }
        return isComplete ? values : nil
    }
}

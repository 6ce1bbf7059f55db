import AlcedoBase
import AlcedoLoading
import AlcedoMarkup
import AlcedoRecipes

/// What the steps of variants take from each source: words to write, and paths of pictures to blend in.
struct StepValues {
    private struct Use {
        var variant: String
        /// What a value is needed for, and where that is written.
        var content: TextContent
        var location: Diagnostic.Location
        var isPath: Bool
        /// Whether a picture may be missing.
        var isOptional = false
    }

    private let uses: [Use]
    private var reported: Set<String> = []
    private var pictures: [String: Result<Data, SourceDraft.Fault>] = [:]
    private var bytes = 0

    /// Names that every source has a value for. A value of the same name that is its own comes first.
    private static let own = ["id", "name", "dir", "alt"]
    /// One picture may be as large as any other overlay, and all of them take this much memory at most.
    private static let (maxBytes, maxBytesOfAll) = (32_000_000, 512_000_000)

    init(_ variants: [Variant]) {
        uses = variants.flatMap { variant in
            variant.process.flatMap { step in
                step.parameters.values.compactMap { parameter -> Use? in
                    switch parameter {
                    case .template(let text) where !text.content.names.isEmpty:
                        Use(
                            variant: variant.name, content: text.content, location: text.location,
                            isPath: false)
                    case .image(let image):
                        image.path.map {
                            Use(
                                variant: variant.name, content: $0, location: image.location, isPath: true,
                                isOptional: step.parameters.flag("optional") ?? false)
                        }
                    default: nil
                    }
                }
            }
        }
    }

    /// The names that variants need values for, each with a place that needs it; of all variants by default.
    func names(of variants: [String]?) -> [(name: String, location: Diagnostic.Location)] {
        var seen: Set<String> = []
        return uses.filter { variants?.contains($0.variant) ?? true }.flatMap { use in
            use.content.names.filter { seen.insert($0).inserted }.map { ($0, use.location) }
        }
    }

    /// Reports names that no row of a list has a value for.
    ///
    /// - Parameters:
    ///   - columns: The names that rows have.
    ///   - found: Those that a row has, also within others: `author.name`.
    func report(
        missingIn list: String, _ entry: SourceEntry, columns: [String], found: Set<String>,
        _ problems: Problems
    ) {
        for (name, location) in names(of: entry.variants)
        where !found.contains(name) && entry.values?[name] == nil && !Self.own.contains(name) {
            let advice =
                Suggestion.closest(to: name, among: columns).map { "did you mean '{\($0)}'?" }
                ?? "expected one of \(columns.prefix(12).joined(separator: ", "))"
            problems.errorOnce(
                "no row of '\(list)' has a value for '{\(YAMLNode.excerpt(name))}'; \(advice)", at: location)
        }
    }

    /// The values of a source, the bytes of its own pictures by their paths, and why one of them is not there.
    typealias Filling = (values: [String: AltTemplate], pictures: [String: Data], fault: SourceDraft.Fault?)

    /// Returns what the steps of these variants take from a source.
    mutating func filling(
        of draft: SourceDraft, _ variants: [String], alt: AltTemplate?, _ files: inout LocalFiles,
        _ problems: Problems
    ) -> Filling {
        var filling: Filling = ([:], [:], nil)
        for use in uses where variants.contains(use.variant) {
            for name in use.content.names where filling.values[name] == nil {
                filling.values[name] = value(name, draft, alt)
                guard filling.values[name] == nil, reported.insert("\(draft.entry) \(name)").inserted else {
                    continue
                }
                problems.error(
                    "variant '\(use.variant)' needs '{\(YAMLNode.excerpt(name))}', which this source has no value for; "
                        + "add 'values: { \(YAMLNode.excerpt(name)): … }'", at: draft.location)
            }
            guard use.isPath, let path = use.content.path(filling.values) else { continue }
            switch picture(path, &files) {
            case .success(let data): filling.pictures[path] = data
            case .failure(let fault):
                if !use.isOptional || !fault.isMissing { filling.fault = filling.fault ?? fault }
            }
        }
        return filling
    }

    private func value(_ name: String, _ draft: SourceDraft, _ alt: AltTemplate?) -> AltTemplate? {
        if let own = draft.values[name] { return own }
        switch name {
        case "id": return AltTemplate(literal: draft.id)
        case "dir": return AltTemplate(literal: NameTemplate.split(id: draft.id).dir)
        case "name": return AltTemplate(literal: NameTemplate.split(id: draft.id).name)
        case "alt": return alt ?? AltTemplate(literal: "")
        // Rows may lack a value; a name that all of them lack has been reported.
        default: return draft.row == nil ? nil : AltTemplate(literal: "")
        }
    }

    private mutating func picture(_ path: String, _ files: inout LocalFiles) -> Result<
        Data, SourceDraft.Fault
    > {
        if let known = pictures[path] { return known }
        let result = read(path, &files)
        pictures[path] = result
        return result
    }

    private mutating func read(_ path: String, _ files: inout LocalFiles) -> Result<Data, SourceDraft.Fault> {
        func fault(_ reason: String, isMissing: Bool = false) -> Result<Data, SourceDraft.Fault> {
            .failure(SourceDraft.Fault(reason: "the picture to blend in: \(reason)", isMissing: isMissing))
        }
        guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
            return fault(
                "'\(path)' must stay in the manifest's folder, without '..' and '/' at the beginning")
        }
        switch files.find(path) {
        case .missing(let reason): return fault(reason, isMissing: true)
        case .unusable(let reason): return fault(reason)
        case .file(let absolute):
            do {
                let data = try FileSystem.read(absolute, limit: Self.maxBytes)
                bytes += data.count
                guard bytes <= Self.maxBytesOfAll else {
                    return fault("with '\(path)', there are more than 512 MB of them; make them smaller")
                }
                guard ImageType.sniff(data)?.isSupported == true else {
                    return fault("'\(path)' is not a picture that can be read")
                }
                return .success(data)
            } catch {
                return fault(error.code == EFBIG ? "'\(path)' is larger than 32 MB" : error.description)
            }
        }
    }
}

extension TextContent {
    /// Returns the path for these values; `nil` if one of them is empty, which means that there is no picture.
    fileprivate func path(_ values: [String: AltTemplate]) -> String? {
        var path = ""
        for part in parts {
            switch part {
            case .literal(let text), .value(let text): path += text
            case .name(let name):
                guard let text = values[name]?.written.trimmingSpace(), !text.isEmpty else { return nil }
                path += text
            case .field: return nil
            }
        }
        return path
    }
}

extension Variant {
    /// Returns the variant with what a source has for its steps. A step without its picture is left out.
    package func filled(by source: ResolvedSource) -> Variant {
        guard source.isWritten else { return self }
        var variant = self
        variant.process = process.compactMap { step in
            var step = step
            for (key, parameter) in step.parameters {
                switch parameter {
                case .template(var text):
                    text.content.parts = text.content.parts.flatMap { source.parts(for: $0) }
                    step.parameters[key] = .template(text)
                case .image(var image):
                    guard let content = image.path else { continue }
                    guard let path = content.path(source.values), let data = source.pictures[path] else {
                        return nil
                    }
                    (image.written, image.data, image.path) = (path, data, nil)
                    step.parameters[key] = .image(image)
                default: continue
                }
            }
            return step
        }
        return variant
    }
}

extension ResolvedSource {
    /// Whether its variants write or show what other sources do not have.
    package var isWritten: Bool { !values.isEmpty }

    fileprivate func parts(for part: TextContent.Part) -> [TextContent.Part] {
        guard case .name(let name) = part else { return [part] }
        return values[name]?.parts.map { part in
            switch part {
            case .text(let text): .value(text)
            case .field(let name): .field(name)
            }
        } ?? []
    }
}

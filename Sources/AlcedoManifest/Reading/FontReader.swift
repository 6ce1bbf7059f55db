import AlcedoBase
import AlcedoLoading
import AlcedoMarkup
import AlcedoRecipes

/// Finds the fonts of steps, and reads each file once.
struct FontReader {
    let rules: PathRules
    let bounds: PathBounds
    let problems: Problems
    private var files: [String: Data] = [:]
    private var known: [Wanted: [ImageProcessors.Text.Font]] = [:]
    private var reported: Set<Wanted> = []

    private struct Wanted: Hashable {
        var written: String
        var weight: Int
        var isItalic: Bool
        var usesMarkup: Bool
        var location: Diagnostic.Location?
    }

    /// The largest fonts are those of Chinese, Japanese and Korean, with 20 MB.
    private static let maxBytes = 64_000_000

    init(rules: PathRules, bounds: PathBounds, problems: Problems) {
        self.rules = rules
        self.bounds = bounds
        self.problems = problems
    }

    /// Returns the step with its fonts, and reports those that cannot be had.
    mutating func filled(_ step: ProcessStep) -> ProcessStep {
        guard step.own == nil, let specification = ProcessorRegistry.specification(named: step.name) else {
            return step
        }
        var step = step
        for parameter in specification.parameters {
            guard case .fonts = parameter.kind else { continue }
            var fonts =
                step.parameters.fonts(parameter.name) ?? [
                    ProcessorFont(written: "sans-serif", location: step.location)
                ]
            for place in fonts.indices {
                let wanted = Wanted(
                    written: fonts[place].written, weight: step.parameters.integer("weight") ?? 400,
                    isItalic: step.parameters.flag("italic") ?? false,
                    usesMarkup: step.parameters.flag("markup") ?? false)
                fonts[place].faces = faces(fonts[place], wanted)
            }
            step.parameters[parameter.name] = .fonts(fonts)
        }
        return step
    }

    private mutating func faces(_ font: ProcessorFont, _ wanted: Wanted) -> [ImageProcessors.Text.Font] {
        if let found = known[wanted] { return found }
        var place = wanted
        place.location = font.location
        do {
            let found = font.isFile ? [try file(font)] : try installed(font, wanted)
            known[wanted] = found
            return found
        } catch {
            // A default that several variants share is reported once.
            if reported.insert(place).inserted {
                let reason = (error as? Fault)?.reason ?? Self.reason(error)
                problems.error(reason, at: font.location)
            }
            return []
        }
    }

    private struct Fault: Error { var reason: String }

    private static func reason(_ error: any Error) -> String {
        if case ImagingError.process(_, let reason) = error { return reason }
        return "\(error)"
    }

    private mutating func file(_ font: ProcessorFont) throws -> ImageProcessors.Text.Font {
        let shown = YAMLNode.excerpt(font.written)
        let path = rules.path(font.written, font.location).absolute
        FileWatch.current?.willRead(path)
        guard let status = try FileSystem.status(of: path, followingLinks: true) else {
            throw Fault(
                reason:
                    "there is no font '\(shown)'; paths are relative to the manifest, and families have no slash"
            )
        }
        guard status.kind == .regular, status.size <= Self.maxBytes else {
            let reason = status.kind == .regular ? "is larger than 64 MB" : "is not a regular file"
            throw Fault(reason: "'\(shown)' \(reason)")
        }
        guard let real = try bounds.resolve(path) else {
            throw Fault(reason: "'\(shown)' \(PathBounds.fault())")
        }
        do {
            return try ImageProcessors.Text.Font(try data(real))
        } catch ImagingError.process(_, let reason) {
            throw Fault(reason: "'\(shown)': \(reason)")
        }
    }

    private mutating func installed(_ font: ProcessorFont, _ wanted: Wanted) throws
        -> [ImageProcessors.Text.Font]
    {
        if let fault = InstalledFonts.fault { throw Fault(reason: fault) }
        guard
            let match = InstalledFonts.font(wanted.written, weight: wanted.weight, italic: wanted.isItalic)
        else {
            throw Fault(
                reason:
                    "the font '\(YAMLNode.excerpt(wanted.written))' is not installed; \(advice(wanted.written))"
            )
        }
        var matches = [match]
        if wanted.usesMarkup {
            // <b>, <i>, and both.
            let bold = max(wanted.weight, 700)
            for (weight, italic) in [(bold, wanted.isItalic), (wanted.weight, true), (bold, true)] {
                guard let face = InstalledFonts.font(match.family, weight: weight, italic: italic),
                    !matches.contains(where: { $0.path == face.path })
                else { continue }
                matches.append(face)
            }
        }
        return try matches.map { match in
            FileWatch.current?.willRead(match.path)
            return try ImageProcessors.Text.Font(try data(match.path), family: match.family)
        }
    }

    private func advice(_ written: String) -> String {
        let families = InstalledFonts.generic + InstalledFonts.families
        if written.contains(",") { return "several fonts are a list: [Noto Sans, serif]" }
        // `Noto Sans Bold` is a font of the family Noto Sans.
        let style = /\s+(thin|extralight|light|regular|medium|semibold|bold|extrabold|black|italic|oblique)/
            .ignoresCase()
        let family = written.replacing(style, with: "")
        if family != written, families.contains(where: { $0.lowercased() == family.lowercased() }) {
            return "write '\(family)', and 'weight: 700' for bold or 'italic: true'"
        }
        return Suggestion.closest(to: written, among: families).map { "did you mean '\($0)'?" }
            ?? "install it, or write the path of a font file, relative to the manifest"
    }

    private mutating func data(_ path: String) throws -> Data {
        if let data = files[path] { return data }
        let data = try FileSystem.read(path)
        files[path] = data
        return data
    }
}

import AlcedoBase
import AlcedoLoading
import AlcedoRecipes

/// Reads the additional pictures of steps, each file once.
struct ProcessImageReader {
    let rules: PathRules
    let bounds: PathBounds
    let problems: Problems
    private var known: [String: Data] = [:]
    private var reported: Set<Diagnostic.Location> = []

    /// No watermark is this large; a photograph used by mistake would slow down every build.
    private static let maxBytes = 32_000_000

    init(rules: PathRules, bounds: PathBounds, problems: Problems) {
        self.rules = rules
        self.bounds = bounds
        self.problems = problems
    }

    /// Returns the step with the bytes of the pictures it names, and reports pictures that cannot be read.
    mutating func filled(_ step: ProcessStep) -> ProcessStep {
        var step = step
        for (name, parameter) in step.parameters {
            // A path with placeholders is read for each source.
            guard case .image(var image) = parameter, image.path == nil else { continue }
            image.data = read(image)
            step.parameters[name] = .image(image)
        }
        return step
    }

    private mutating func read(_ image: ProcessorImage) -> Data? {
        let path = rules.path(image.written, image.location).absolute
        if let data = known[path] { return data }
        // A default that several variants share is reported once.
        guard reported.insert(image.location).inserted else { return nil }
        FileWatch.current?.willRead(path)
        do throws(FileSystemError) {
            guard let status = try FileSystem.status(of: path, followingLinks: true) else {
                problems.error(
                    "there is no file '\(YAMLNode.excerpt(image.written))'; paths are relative to the manifest",
                    at: image.location)
                return nil
            }
            guard status.kind == .regular, status.size <= Self.maxBytes else {
                let reason = status.kind == .regular ? "is larger than 32 MB" : "is not a regular file"
                problems.error("'\(YAMLNode.excerpt(image.written))' \(reason)", at: image.location)
                return nil
            }
            guard let real = try bounds.resolve(path) else {
                problems.error(
                    "'\(YAMLNode.excerpt(image.written))' \(PathBounds.fault())", at: image.location)
                return nil
            }
            let data = try FileSystem.read(real)
            guard let type = ImageType.sniff(data), type.isSupported else {
                problems.error(
                    "'\(YAMLNode.excerpt(image.written))' is not a picture that can be read",
                    at: image.location)
                return nil
            }
            known[path] = data
            return data
        } catch {
            problems.error(error.description, at: image.location)
            return nil
        }
    }
}

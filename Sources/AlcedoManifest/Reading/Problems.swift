import AlcedoBase

/// Collects problems while reading continues.
final class Problems {
    /// The names that the program adds to those of manifests.
    let extensions: SiteExtensions
    private var found: [Diagnostic] = []
    private var places: Set<Diagnostic.Location> = []

    init(extensions: SiteExtensions = SiteExtensions()) {
        self.extensions = extensions
    }

    func error(_ message: String, at location: Diagnostic.Location?) {
        add(Diagnostic(.error, message, at: location))
    }

    /// Reports one error per location, because a mapping that is merged into others is read several times.
    func errorOnce(_ message: String, at location: Diagnostic.Location) {
        if places.insert(location).inserted { error(message, at: location) }
    }

    func warning(_ message: String, at location: Diagnostic.Location?) {
        add(Diagnostic(.warning, message, at: location))
    }

    func add(_ diagnostic: Diagnostic) {
        var diagnostic = diagnostic
        diagnostic.message = Self.oneLine(diagnostic.message)
        found.append(diagnostic)
    }

    // User input may contain line breaks, but each problem is a single line.
    private static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
            default: line.append(scalar)
            }
        }
        return String(line)
    }

    var hasErrors: Bool { found.contains { $0.severity == .error } }

    /// Whether there is an error at a place.
    func hasError(at location: Diagnostic.Location?) -> Bool {
        found.contains { $0.severity == .error && $0.location == location }
    }

    /// The problems ordered by position, without duplicates, which mappings used through an alias cause.
    var sorted: [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return found.enumerated().sorted { left, right in
            Self.key(left) < Self.key(right)
        }.map(\.element).filter { seen.insert($0).inserted }
    }

    private static func key(_ item: (offset: Int, element: Diagnostic)) -> (String, Int, Int, Int) {
        let place = item.element.location
        return (place?.file ?? "", place?.line ?? 0, place?.column ?? 0, item.offset)
    }
}

/// A value with its location in the manifest.
struct Located<Value> {
    var value: Value
    var location: Diagnostic.Location

    init(_ value: Value, _ location: Diagnostic.Location) {
        self.value = value
        self.location = location
    }

    func map<Other>(_ transform: (Value) -> Other) -> Located<Other> {
        Located<Other>(transform(value), location)
    }
}

import AlcedoBase
import AlcedoRecipes

/// The format `original`, which publishes the source's own file.
extension VariantFile {
    /// The keys that ask for another picture than the source's.
    private static let changingKeys = [
        "width", "height", "widths", "densities", "aspect", "fit", "position", "enlarge", "process", "blur",
        "radius",
        "background", "animated", "frame",
    ]

    /// Notes the keys that change the picture. Those that cancel a default change nothing.
    mutating func noteChanges(_ mapping: MappingReader) {
        let harmless = [
            "enlarge": enlarge != true, "animated": animated != .first, "process": process?.isEmpty != false,
            "blur": (blur ?? 0) == 0, "radius": !hasRadius(self.radius),
        ]
        changing = Self.changingKeys.filter { harmless[$0] != true }
            .compactMap { key in mapping.location(of: key).map { (key, $0) } }
    }

    private func hasRadius(_ radius: Located<ImageLength>?) -> Bool {
        radius.map { $0.value != .pixels(0) && $0.value != .fraction(0) } ?? false
    }

    /// Returns the formats with what `verbatim` makes of `original`.
    func passed(_ formats: [RequestedFormat], _ problems: Problems) -> [RequestedFormat] {
        guard let verbatim, verbatim.value else { return formats }
        if !formats.contains(.original) {
            problems.error(
                "'verbatim: true' in \(title) needs the format 'original'; write 'formats: [original]'",
                at: verbatim.location)
        }
        return formats.map { $0 == .original ? .verbatim : $0 }
    }

    /// Returns the keys of the defaults that change pixels in this variant, and the values that cancel them.
    func inheritedChanges(_ defaults: VariantFile) -> [(key: String, none: String)] {
        let all = [
            ("process", "[]", process == nil && defaults.process?.isEmpty == false),
            ("blur", "0", blur == nil && (defaults.blur ?? 0) != 0),
            ("radius", "0", radius == nil && hasRadius(defaults.radius)),
        ]
        return all.filter(\.2).map { ($0.0, $0.1) }
    }

    /// Reports what would need another picture than the source's own.
    func reportOriginal(_ defaults: VariantFile, _ place: Diagnostic.Location, _ problems: Problems) {
        for (key, location) in changing {
            problems.error(
                "\(title) has '\(key)' and the format 'original', which is the source's own file, unchanged; leave '\(key)' "
                    + "out, or write 'source' instead of 'original'", at: location)
        }
        for (key, none) in inheritedChanges(defaults) {
            problems.error(
                "\(title) has the format 'original', which is the source's own file, unchanged, and '\(key)' from "
                    + "'defaults'; write '\(key): \(none)' in the variant", at: place)
        }
    }
}

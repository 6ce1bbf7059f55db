import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

extension VariantPlan {
    static func fingerprint(of variants: [Variant], focus: FocalPoint?) -> ContentDigest {
        struct Identity: Encodable {
            let focus: FocalPoint?
            let variants: [Variant.PixelIdentity]
        }
        return ContentDigest(
            encoding: Identity(focus: focus, variants: variants.map(Variant.PixelIdentity.init)))
    }
}

extension Variant {
    /// Everything about a variant that its files' bytes depend on, and its name: every field that is not taken out here.
    struct PixelIdentity: Encodable {
        private let variant: Variant
        private let processors: [String]

        init(_ variant: Variant) {
            processors = variant.processors.map(\.identifier)
            var variant = variant
            // The identifiers say what the steps do; the steps themselves also know where they are written.
            variant.process = []
            // A line more above it in the manifest makes no other picture.
            variant.location = Diagnostic.Location(file: "", line: 0, column: 0)
            // Only the index and the names of files depend on them: see `writePresentation`.
            variant.sizes = nil
            variant.media = []
            // Another picture's files.
            (variant.fallback, variant.fallbackLocation) = (nil, nil)
            variant.nameTemplate = .standard
            self.variant = variant
        }
    }

    /// Writes everything that determines only the index and the names of the files.
    func writePresentation(to writer: inout FieldWriter) {
        writer.write(name)
        writer.writeOptional(sizes) { $0.write($1) }
        writer.write(alternatives: media)
        writer.write(nameTemplate.written)
        writer.write(isInline)
        // Whether the index has the position of a picture.
        writer.write(gps == .none)
    }
}

extension FieldWriter {
    mutating func write(alternatives: [Variant.Alternative]) {
        writeList(alternatives) { writer, alternative in
            writer.write(alternative.condition)
            writer.write(alternative.variant)
        }
    }
}

import AlcedoBase
import AlcedoContainers
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes

/// Whether what a former build made of a source may stay published: only if it is a picture of the file or address that
/// the manifest names now, and if its files say no more than the present variants permit.
struct KeepingRules {
    private let manifest: Manifest
    private let variants: [String: Variant]

    init(_ manifest: Manifest) {
        self.manifest = manifest
        variants = manifest.variantsByName
    }

    /// Returns why the last result of a source, which has its parameters, is not kept; `nil` if it may be.
    func objection(to record: SourceRecord, of source: ResolvedSource) -> String? {
        guard record.origin == source.origin.mark else { return "they are of another source" }
        for variant in record.recipe?.variants ?? [] {
            // Variants that the manifest no longer has are not published.
            guard let present = variants[variant.name] else { continue }
            if let excess = Disclosure(variant).excess(over: Disclosure(present)) {
                return Self.objection(excess, variant.name)
            }
        }
        return nil
    }

    /// Returns why an entry of the last index is not kept; `nil` if it may be.
    ///
    /// - Parameters:
    ///   - source: The source, if it is known.
    ///   - record: The last result of the source, if there is one. The files may be of another one.
    ///   - bytes: Returns the bytes of a file in the output by its name, or `nil` if it is lost.
    func objection(
        to entry: ImageIndex.Entry, of source: ResolvedSource?, knownBy record: SourceRecord?,
        bytes: (String, Ledger.File) -> Data?
    ) -> String? {
        if let source {
            let address = source.origin.address
            if entry.source.path != address.path || entry.source.url != address.url {
                return "its former files are of another source"
            }
        } else if let path = entry.source.path, !isInSite(path) {
            return "it has a source that no build gives it"
        }
        let made = record.flatMap(Self.files)
        for (name, variant) in entry.variants.sorted(by: { $0.key < $1.key }) {
            let permitted = variants[name].map(Disclosure.init) ?? Disclosure()
            if permitted.isEverything { continue }
            let files = PreviousIndex.files(of: variant)
            let inline = variant.formats.flatMap(\.files).filter { $0.file == nil }
            if let recipe = record?.recipe?.variant(named: name), inline.isEmpty,
                let made = made?[name], files.values.allSatisfy({ made.contains($0.digest) })
            {
                if let excess = Disclosure(recipe).excess(over: permitted) {
                    return Self.objection(excess, name)
                }
                continue
            }
            let isOriginal = variants[name]?.formats.contains(.original) == true
            let isSilent =
                files.allSatisfy { name, file in bytes(name, file).map { !MetadataTraces.are(in: $0) } ?? true
                }
                && inline.allSatisfy { !Self.hasTraces($0.url) }
            if isOriginal || !isSilent {
                return
                    "nothing says that its former files have no more metadata than variant '\(name)' permits"
            }
        }
        return nil
    }

    private static func objection(_ excess: String, _ variant: String) -> String {
        "variant '\(variant)' had \(excess) when they were made"
    }

    /// Digests of the files of a result, by variant.
    private static func files(of record: SourceRecord) -> [String: Set<ContentDigest>]? {
        do {
            return Dictionary(
                try record.outcome().variants.map { ($0.name, Set($0.files.map(\.record.digest))) },
                uniquingKeysWith: { first, _ in first })
        } catch {
            // As without a result.
            return nil
        }
    }

    private static func hasTraces(_ uri: String) -> Bool {
        guard let comma = uri.firstIndex(of: ","),
            let data = Data(base64Encoded: String(uri[uri.index(after: comma)...]))
        else { return true }
        return MetadataTraces.are(in: data)
    }

    /// Whether a path relative to the manifest is one that a build may have given a source.
    private func isInSite(_ path: String) -> Bool {
        let bounds = manifest.bounds
        let whole = PathRules.absolute(path, from: bounds.root)
        return path == PathRules.relative(whole, to: bounds.root) && bounds.hold(whole)
    }
}

/// What the files of a variant say of a photograph besides its pixels.
private struct Disclosure {
    private var metadata = MetadataPolicy.none
    private var hasPosition = false
    private var isVerbatim = false

    /// Nothing.
    init() {}

    init(_ variant: Variant) {
        metadata = variant.metadata
        hasPosition = variant.gps == .keep && metadata == .all
        isVerbatim = variant.formats.contains(.verbatim)
    }

    /// - Parameter recipe: Parameters in the words of a manifest.
    init(_ recipe: RecipeDescription.Variant) {
        func value(_ name: String) -> String? { recipe.parameters.first { $0.name == name }?.value }
        // What is not known counts as everything.
        metadata = value("metadata").flatMap(MetadataPolicy.init) ?? .all
        hasPosition = value("gps").map { $0 == Variant.GPSPolicy.keep.rawValue } ?? true && metadata == .all
        isVerbatim = value("verbatim") == "true"
    }

    var isEverything: Bool { isVerbatim || metadata == .all && hasPosition }

    /// Returns the settings that permit more than others, as in a manifest; `nil` if there are none.
    func excess(over permitted: Disclosure) -> String? {
        if permitted.isVerbatim { return nil }
        if isVerbatim { return "'verbatim: true'" }
        let order = MetadataPolicy.allCases
        let (own, most) = (order.firstIndex(of: metadata) ?? 0, order.firstIndex(of: permitted.metadata) ?? 0)
        if hasPosition, !permitted.hasPosition { return "'metadata: all' and 'gps: keep'" }
        return own > most ? "'metadata: \(metadata.rawValue)'" : nil
    }
}

extension SourceOrigin {
    /// What the index says of it.
    var address: (path: String?, url: String?) {
        switch bytes {
        case .file: (shown, nil)
        case .remote: (nil, shown)
        case .provided: (nil, (self as? ProviderOrigin)?.publicURL)
        }
    }
}

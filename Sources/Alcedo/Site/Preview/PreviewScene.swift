import AlcedoBase
package import AlcedoIndex
package import AlcedoManifest
import AlcedoRecipes

/// What a preview shows until the next change.
package struct PreviewScene: Sendable {
    /// The index that a build would write, with pictures that are not made yet. A picture that cannot be made has an entry, too,
    /// whose only file is of ``failures``.
    package var index: ImageIndex
    /// The reasons for which sources have no pictures, by the names of files that stand for them.
    package var failures: [String: String] = [:]
    /// Sources whose files have the names of others.
    package private(set) var collisions: [String] = []
    /// Folders and files of the site that builds write.
    package let owned: [String]

    /// The manifest, with its rules for pages.
    package var manifest: Manifest { run.site.manifest }

    let run: BuildRun
    let ledger: Ledger
    let plans: PlanCache
    /// Finished sources by id.
    private(set) var items: [String: FinishedSources.Item] = [:]
    /// Files by name.
    private(set) var files: [String: SiteFile] = [:]

    init(
        _ run: BuildRun, _ basis: PlanBasis, _ finished: FinishedSources, _ failures: [BuildFailure]
    ) {
        self.run = run
        ledger = basis.ledger
        plans = basis.plans
        owned = [run.site.output, run.site.indexPath, run.site.cacheDirectory]
        let manifest = run.site.manifest
        index = ImageIndex(
            baseURL: manifest.baseURL, generator: IndexAssembly.generator, order: finished.order)
        var assembly = IndexAssembly(manifest: manifest, alternatives: finished.alternatives())
        var reasons = Dictionary(
            failures.map { ($0.source, $0.description) }, uniquingKeysWith: { first, _ in first })
        for item in finished.items {
            let id = item.source.id
            do {
                index.images[id] = try assembly.addFiles(of: item)
                items[id] = item
            } catch {
                let reason = "\(item.source.place): \(id): \(error)"
                reasons[id] = reason
                collisions.append(reason)
            }
        }
        for (id, reason) in reasons where index.images[id] == nil {
            stand(in: id, reason: reason, manifest)
        }
        index.order.removeAll { index.images[$0] == nil }
        files = Dictionary(
            assembly.names.files.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Adds the entry of a picture that cannot be made.
    private mutating func stand(in id: String, reason: String, _ manifest: Manifest) {
        let name = "failed-\(ContentDigest(hashing: Array((id + reason).utf8)).hex.prefix(16)).svg"
        let url = URLPath.url(of: name, below: manifest.baseURL)
        var entry = ImageIndex.Entry(
            source: ImageIndex.Source(bytes: 0, digest: "", format: "svg", frames: 1, height: 480, width: 640)
        )
        entry.source.path = id
        for variant in manifest.variants where !variant.isInline {
            let width = variant.width ?? variant.widths.max() ?? 640
            let height = variant.height ?? variant.aspect?.scaled(toWidth: width).height ?? width * 3 / 4
            var file = ImageIndex.File(bytes: 0, height: height, url: url, width: width)
            file.file = name
            entry.variants[variant.name] = ImageIndex.Variant(
                formats: [
                    ImageIndex.Format(files: [file], format: "svg", srcset: nil, type: "image/svg+xml")
                ], img: ImageIndex.Fallback(height: height, src: url, width: width))
        }
        index.images[id] = entry
        failures[name] = reason
    }

    /// Returns the place of a file among the outputs of its source.
    func output(of file: SiteFile) throws -> PreviewOutput? {
        guard let item = items[file.source] else { return nil }
        let outcome = try item.record.outcome()
        for variant in outcome.variants {
            guard let definition = plans.variants[variant.name] else { continue }
            for known in variant.files
            where known.inline == nil && known.record.digest == file.digest
                && definition.fileName(of: item.source, outcome.facts.facts.type, known) == file.name
            {
                return PreviewOutput(
                    source: file.source, variant: variant.name, density: known.density, known.record)
            }
        }
        return nil
    }

    /// Returns why pages do not show a variant, or `nil`.
    ///
    /// - Parameter name: The variant that was asked for, if any.
    package func fault(ofVariant name: String?) -> String? {
        guard !index.images.isEmpty else { return nil }
        let names = run.site.manifest.variants.filter { !$0.isInline }.map(\.name)
        let list = names.joined(separator: ", ")
        if let name {
            return names.contains(name) ? nil : "no picture has a variant '\(name)'; the variants are \(list)"
        }
        let others = Set(run.site.manifest.variants.flatMap(\.media).map(\.variant))
        return names.count > 1 && names.filter({ !others.contains($0) }).count != 1
            ? "there are several variants, \(list): name the one that pages show with --variant, or file names in pages"
            : nil
    }

    /// Returns the name of the file that takes the place of an output, now that its source has changed.
    func name(of output: PreviewOutput) throws -> String? {
        guard let item = items[output.source], let definition = plans.variants[output.variant] else {
            return nil
        }
        let outcome = try item.record.outcome()
        let files = outcome.variants.filter { $0.name == output.variant }.flatMap(\.files).filter {
            $0.inline == nil && $0.record.format == output.format && $0.density == output.density
        }
        let nearest = files.min { abs($0.record.width - output.width) < abs($1.record.width - output.width) }
        return nearest.map { definition.fileName(of: item.source, outcome.facts.facts.type, $0) }
    }
}

/// One file of a source, whatever the source's bytes are.
struct PreviewOutput: Hashable, Sendable {
    var source: String
    var variant: String
    var density: Double?
    var format: OutputFormat
    var width: Int
    var height: Int

    init(source: String, variant: String, density: Double?, _ record: VariantRecord) {
        self.source = source
        self.variant = variant
        self.density = density
        (format, width, height) = (record.format, record.width, record.height)
    }
}

import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

extension ImagePipeline.Found {
    /// Returns the production that a build would have: what is in the cache, and records of what is not, with digests that no
    /// other file has. Pictures within the index are left out unless they are in the cache.
    func foreseen(of source: ContentDigest, _ pictures: [PlannedPicture], _ plan: VariantPlan) -> Production {
        let inline = Set(plan.variants.lazy.filter(\.isInline).map(\.name))
        let cached = Dictionary(
            production.files.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var foreseen = production
        foreseen.files = outputs.compactMap { output in
            if let file = cached[output.id] { return file }
            guard !inline.contains(pictures[output.id.request].variant) else { return nil }
            var digest = FieldWriter()
            digest.write("foreseen")
            digest.write(source)
            digest.write(output.recipe)
            let record = VariantRecord(
                digest: digest.digest, bytes: 0, width: output.width, height: output.height,
                frames: output.frames, format: output.id.format)
            return Production.File(id: output.id, recipe: output.recipe, record: record, isCached: false)
        }
        return foreseen
    }
}

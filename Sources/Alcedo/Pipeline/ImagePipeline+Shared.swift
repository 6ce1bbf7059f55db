import AlcedoBase
import AlcedoCache
import AlcedoContainers
import AlcedoRecipes

// The cache that machines share: asked for what the disk cache lacks, and given what was made.
extension ImagePipeline {
    /// Name of an order's results in a shared cache. It depends on what is requested, not on the sizes of the picture:
    /// these are only known from the entry itself.
    private func sharedName(_ order: ProductionOrder, _ keys: CacheKeys) -> ContentDigest {
        CacheKey(domain: "shared") { writer in
            writer.write(Self.sharedSchema)
            writer.write(keys.facts(of: order.content.key).digest)
            writer.write(order.requestsFingerprint)
            writer.write(ImagePlan.everyPlaceholderRecipe)
            writer.writeList(order.placeholders.map(\.rawValue).sorted()) { $0.write($1) }
        }.digest
    }

    /// Raised when the meaning of shared entries changes.
    private static var sharedSchema: Int { 1 }

    /// What a shared cache had of an order.
    enum Restored: Sendable {
        case nothing
        /// Some of it, which is in the disk cache now.
        case something
        /// All of it, which is in the disk cache now; or, for a shard, in the shared cache.
        case everything(Production)
    }

    /// Copies an order's results from the shared cache into the disk cache.
    ///
    /// - Throws: `CancellationError`.
    func restore(_ order: ProductionOrder, _ keys: CacheKeys) async throws -> Restored {
        // A forced build makes everything again, and a build that writes nothing has no place for it.
        guard let shared = configuration.shared, order.readsVariants, order.writesDisk,
            let entry = try await shared.entry(for: sharedName(order, keys))
        else { return .nothing }
        guard let wanted = try await blocking.run({ self.wanted(entry, order, keys) }) else {
            // Perhaps another version of Alcedo wrote it.
            return .nothing
        }
        // Two variants may have the same bytes.
        let files = Dictionary(grouping: wanted.files, by: \.record.digest).values
        let hasPlaceholders =
            wanted.placeholders?.only(order.placeholders).kinds ?? [] == order.placeholders
        // A shard has to know that they are there, and publishes nothing.
        if configuration.offersWhatIsCached, shared.isWritten, hasPlaceholders, order.part == nil,
            try await shared.contains(files.compactMap { $0.first?.record.digest })
        {
            return .everything(wanted.production(of: order))
        }
        var isComplete = true
        try await Array(files).forEach(limit: SharedCache.maxRequests) { files in
            try await self.fetch(files, order, shared)
        } collect: { isThere in
            isComplete = isComplete && isThere
        }
        return try await blocking.run { [isComplete] in
            let subject = RecordLinks(subject: order.content.key)
            if let placeholders = wanted.placeholders {
                let known = self.configuration.disk.record(
                    ImagePlaceholders.self, for: wanted.placeholdersKey)
                self.write(
                    placeholders.merging(known ?? ImagePlaceholders()), wanted.placeholdersKey, subject)
            }
            // Last, as when they are made.
            self.write(wanted.facts, keys.facts(of: order.content.key), subject)
            guard isComplete, order.part == nil, hasPlaceholders else { return .something }
            return .everything(wanted.production(of: order))
        }
    }

    /// The parts of an entry that an order asks for.
    private struct Wanted: Sendable {
        struct File: Sendable {
            var key: CacheKey
            var record: VariantRecord
        }

        /// The production that an order has once all files are in the disk cache.
        func production(of order: ProductionOrder) -> Production {
            Production(
                facts: facts, requests: requests, files: all,
                placeholders: placeholders?.only(order.placeholders), failures: failures, wasDecoded: false)
        }

        var requests: [ImageRequest]
        var failures: [Int: ImagingError]
        /// All files of the order.
        var all: [Production.File] = []
        var facts: FactsRecord
        var placeholders: ImagePlaceholders?
        var placeholdersKey: CacheKey
        /// The files that are not in the disk cache.
        var files: [File]
    }

    /// Checks an entry as records of the disk cache are checked. Keys are computed here, so a record counts only under the
    /// key of something that is requested.
    ///
    /// - Returns: `nil` if it is not what any version of Alcedo wrote under this name.
    private func wanted(_ entry: SharedEntry, _ order: ProductionOrder, _ keys: CacheKeys) -> Wanted? {
        let source = order.content.key
        guard let facts = Self.record(FactsRecord.self, of: entry, keys.facts(of: source)),
            facts.facts.isOpaque != nil
        else { return nil }
        do {
            try configuration.limits.check(facts.facts.displayedSize, frames: facts.facts.frames)
            if order.refusesSVG, facts.facts.type == .svg { return nil }
        } catch {
            return nil
        }
        let requests = order.requests(facts.facts)
        guard let plan = ImagePlan(facts: facts.facts, requests: requests) else { return nil }
        let placeholdersKey = keys.placeholders(of: source, recipe: plan.placeholderRecipe)
        var wanted = Wanted(
            requests: requests, failures: plan.failures, facts: facts,
            placeholders: Self.record(ImagePlaceholders.self, of: entry, placeholdersKey),
            placeholdersKey: placeholdersKey, files: [])
        let blobs = Set(entry.blobs)
        for output in plan.outputs {
            let key = keys.variant(of: source, recipe: output.recipe)
            guard let record = Self.record(VariantRecord.self, of: entry, key),
                record.format == output.id.format,
                blobs.contains(SharedEntry.Blob(digest: record.digest, bytes: record.bytes))
            else { return nil }
            // What is here stays, whatever the shared cache has.
            if let known = configuration.disk.record(VariantRecord.self, for: key),
                known.format == record.format,
                configuration.disk.contains(known.digest, bytes: known.bytes)
            {
                wanted.all.append(
                    Production.File(
                        id: output.id, recipe: output.recipe, record: known, isCached: true))
                continue
            }
            wanted.all.append(
                Production.File(id: output.id, recipe: output.recipe, record: record, isCached: true))
            wanted.files.append(Wanted.File(key: key, record: record))
        }
        return wanted
    }

    private static func record<Record: BoundedRecord>(
        _: Record.Type, of entry: SharedEntry, _ key: CacheKey
    ) -> Record? {
        guard let payload = entry.record(key.digest) else { return nil }
        var reader = FieldReader(payload)
        do {
            let record = try reader.decode(Record.self)
            return record.isWithinBounds && reader.isAtEnd ? record : nil
        } catch {
            return nil
        }
    }

    /// Fetches the bytes of files that have the same, and stores them with their records.
    ///
    /// - Returns: Whether they are in the disk cache now.
    private func fetch(
        _ files: [Wanted.File], _ order: ProductionOrder, _ shared: SharedCache
    ) async throws -> Bool {
        guard let record = files.first?.record else { return true }
        let links = RecordLinks(blob: record.digest, subject: order.content.key)
        return try await shared.blob(record.digest, bytes: record.bytes) { data in
            guard files.allSatisfy({ $0.record.bytes == data.count && EncodedShape($0.record).fits(data) })
            else {
                shared.countBad()
                return false
            }
            do {
                try self.configuration.disk.store(data, digest: record.digest)
                for file in files { self.write(file.record, file.key, links) }
                return true
            } catch {
                self.cacheWriteFailure.note(error)
                return false
            }
        } ?? false
    }

    /// Offers what was made to the shared cache.
    ///
    /// - Parameter isProbablyThere: Whether an earlier build has probably sent it.
    func offer(
        _ production: Production, _ order: ProductionOrder, _ keys: CacheKeys, isProbablyThere: Bool = false
    ) {
        guard let shared = configuration.shared, shared.isWritten, order.writesDisk,
            production.failures.isEmpty, production.facts.facts.isOpaque != nil,
            order.placeholders.isSubset(of: production.placeholders?.kinds ?? []),
            let plan = ImagePlan(facts: production.facts.facts, requests: production.requests),
            plan.outputs.count == production.files.count
        else { return }
        let source = order.content.key
        let recipes = Dictionary(
            plan.outputs.map { ($0.id, $0.recipe) }, uniquingKeysWith: { first, _ in first })
        var records = [Self.shared(production.facts, keys.facts(of: source))]
        if let placeholders = production.placeholders {
            records.append(
                Self.shared(
                    placeholders, keys.placeholders(of: source, recipe: plan.placeholderRecipe)))
        }
        var offers: [SharedCache.Offer] = []
        for file in production.files {
            // A file that is not in the disk cache could not be sent.
            guard file.data == nil, let recipe = recipes[file.id] else { return }
            records.append(Self.shared(file.record, keys.variant(of: source, recipe: recipe)))
            offers.append(
                SharedCache.Offer(
                    file.record.digest, bytes: file.record.bytes, isProbablyThere: file.isCached))
        }
        shared.offer(
            records, Array(Set(offers)), for: sharedName(order, keys),
            isProbablyThere: isProbablyThere)
    }

    private static func shared(_ record: some Encodable, _ key: CacheKey) -> SharedEntry.Record {
        var writer = FieldWriter()
        writer.encode(record)
        return SharedEntry.Record(key: key.digest, payload: writer.data)
    }

    // MARK: Originals

    /// Copies a pinned original from the shared cache into the disk cache.
    ///
    /// - Returns: Whether it is there.
    /// - Throws: `CancellationError`.
    func restoreOriginal(_ digest: ContentDigest, bytes: Int) async throws -> Bool {
        guard let shared = configuration.shared else { return false }
        let isStored = try await shared.blob(digest, bytes: bytes) { data in
            do {
                try self.configuration.disk.store(data, digest: digest)
                return true
            } catch {
                self.cacheWriteFailure.note(error)
                return false
            }
        }
        return isStored == true
    }

    /// Offers an original that was downloaded to the shared cache.
    func offerOriginal(_ digest: ContentDigest, bytes: Int) {
        configuration.shared?.offer(SharedCache.Offer(digest, bytes: bytes, isProbablyThere: true))
    }
}

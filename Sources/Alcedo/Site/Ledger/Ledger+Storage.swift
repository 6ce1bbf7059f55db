import AlcedoBase
import AlcedoCache
import AlcedoManifest
import AlcedoRecipes

extension Ledger {
    private static let schema = "alcedo-ledger-1"
    // Of outcomes and source files. When it rises, both are dropped, and what is known of the output stays.
    private static let outcomeSchema = "alcedo-outcome-3"
    // Its files had no needs.
    private static let firstOutcomeSchema = "alcedo-outcome-1"
    // Their results did not say of which file they are.
    private static let schemasWithoutOrigin = [firstOutcomeSchema, "alcedo-outcome-2"]
    static let prefix = "build-"

    /// Identifies the output directory at `path`, by whatever links it is reached.
    static func id(ofOutput path: String) -> String {
        String(ContentDigest(hashing: PathRules.real(path)).hex.prefix(16))
    }

    /// Identifiers of all output directories in `store`, sorted.
    static func ids(in store: DiskStore) -> [String] {
        do {
            let prefixes = [prefix, LedgerJournal.prefix]
            return Set(
                try store.stateNames().compactMap { name in
                    prefixes.first { name.hasPrefix($0) }.map { String(name.dropFirst($0.count)) }
                }
            ).sorted()
        } catch {
            // If the states cannot be listed, neither can the rest of the cache.
            return []
        }
    }

    /// Loads the ledger of an output directory, with the journal of an interrupted publication applied. A ledger that
    /// is missing, damaged or of another version is empty.
    static func load(_ id: String, from store: DiskStore) -> Ledger {
        var ledger = read(id, from: store) ?? Ledger()
        // The journal of another ledger is obsolete; without a ledger, knowing some of the files is better than none.
        if let journal = LedgerJournal(id, from: store), journal.basis == ledger.basis || ledger.basis == nil
        {
            ledger.apply(journal)
        }
        return ledger
    }

    /// Saves the ledger if it has changed, and removes the journal of the publication.
    /// - Throws: `CacheError`, or `FileSystemError`.
    func save(as id: String, in store: DiskStore) throws {
        guard isChanged else { return }
        // Unused capacity costs nothing.
        try store.storeState(
            named: Self.prefix + id,
            reserving: 8192 + rows.count * 4096 + (output.files.count + sourceFiles.count) * 512
        ) { write(to: &$0) }
        let journal = LedgerJournal.prefix + id
        if store.hasState(named: journal) { try store.removeState(named: journal) }
    }

    /// Names of states that are intact, and that no version of Alcedo can have written.
    static func forged(in store: DiskStore) -> [String] {
        ids(in: store).flatMap { id -> [String] in
            var names: [String] = []
            if let fields = store.loadFields(named: prefix + id), says(schema, fields) {
                let ledger = read(id, from: store)
                let isIntact = ledger?.rows.allSatisfy { $0.entry?.isIntact ?? true } ?? false
                if !isIntact { names.append(prefix + id) }
            }
            let journal = LedgerJournal.prefix + id
            if let fields = store.loadFields(named: journal), says(LedgerJournal.schema, fields),
                LedgerJournal(id, from: store) == nil
            {
                names.append(journal)
            }
            return names
        }
    }

    private static func says(_ schema: String, _ fields: FieldReader) -> Bool {
        var reader = fields
        do {
            return try reader.readString() == schema
        } catch {
            return false
        }
    }

    private static func read(_ id: String, from store: DiskStore) -> Ledger? {
        guard let file = store.loadChecked(named: prefix + id) else { return nil }
        do {
            return try Ledger(file.fields, basis: file.checksum)
        } catch {
            return nil
        }
    }

    func write(to writer: inout FieldWriter) {
        writer.write(Self.schema)
        writer.write(Self.outcomeSchema)
        output.write(to: &writer)
        writer.writeList(sourceFiles.keys.sorted()) { writer, path in
            guard let file = sourceFiles[path] else { return }
            writer.write(path)
            file.status.write(to: &writer)
            writer.write(file.digest)
            writer.write(Int(file.needs.rawValue))
        }
        let recipes = Set(rows.lazy.compactMap(\.result?.recipe)).sorted { $0.digest < $1.digest }
        writer.writeList(recipes) { $1.write(to: &$0) }
        writer.writeList(rows) { $1.write(to: &$0) }
    }

    /// - Throws: `FieldReader.Malformed`.
    init(_ fields: FieldReader, basis: ContentDigest?) throws {
        var reader = fields
        guard try reader.readString() == Self.schema else { throw FieldReader.Malformed() }
        let schema = try reader.readString()
        let readsOutcomes = schema == Self.outcomeSchema
        let output = try Output(from: &reader)
        // The length of a path, a status of five numbers, and a digest.
        let files = try reader.readDictionary(ofAtLeast: 8 + 40 + 32) { reader in
            (
                try reader.readString(),
                KnownFile(
                    status: try FileStatus(from: &reader), digest: try reader.readDigest(),
                    needs: schema == Self.firstOutcomeSchema ? .nothing : try DrawingNeeds(from: &reader))
            )
        }
        let recipes = Dictionary(
            try reader.readList { try RecipeDescription(from: &$0) }.map { ($0.digest, $0) },
            uniquingKeysWith: { first, _ in first })
        let hasOrigin = !Self.schemasWithoutOrigin.contains(schema)
        var rows = try reader.readList { try Row(from: &$0, recipes: recipes, hasOrigin: hasOrigin) }
        guard reader.isAtEnd else { throw FieldReader.Malformed() }
        if !readsOutcomes { rows = rows.map { Row($0.id, entry: $0.entry) } }
        self.init(
            output: output, rows: rows, sourceFiles: readsOutcomes ? files : [:], basis: basis)
    }
}

extension DrawingNeeds {
    /// - Throws: `FieldReader.Malformed`.
    init(from reader: inout FieldReader) throws {
        guard let needs = DrawingNeeds(rawValue: UInt8(try reader.readInt(in: 0...255))) else {
            throw FieldReader.Malformed()
        }
        self = needs
    }
}

extension Ledger.Output {
    func write(to writer: inout FieldWriter) {
        writer.writeOptional(manifest) { $0.write($1) }
        writer.writeOptional(index) { $1.write(to: &$0) }
        writer.writeList(formerIndexes) { $1.write(to: &$0) }
        writer.writeList(files.keys.sorted()) { writer, name in
            writer.write(name)
            files[name]?.write(to: &writer)
        }
    }

    /// - Throws: `FieldReader.Malformed`.
    init(from reader: inout FieldReader) throws {
        manifest = try reader.readOptional { try $0.readString() }
        index = try reader.readOptional { try Ledger.Index(from: &$0) }
        formerIndexes = try reader.readList { try Ledger.Index(from: &$0) }
        // The length of a name, a digest, a number and four Booleans.
        files = try reader.readDictionary(ofAtLeast: 8 + 32 + 8 + 4) {
            (try $0.readName(), try Ledger.File(from: &$0))
        }
    }
}

extension Ledger.Index {
    fileprivate func write(to writer: inout FieldWriter) {
        writer.write(path)
        status.write(to: &writer)
        writer.write(fingerprint)
        writer.write(digest)
    }

    fileprivate init(from reader: inout FieldReader) throws {
        self.init(
            path: try reader.readPath(), status: try FileStatus(from: &reader),
            fingerprint: try reader.readDigest(), digest: try reader.readDigest())
    }
}

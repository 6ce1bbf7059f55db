import AlcedoBase
import AlcedoCache

/// What builds have learnt, as it is kept: the state that one of them wrote whole, and beside it what has changed since.
///
/// The state of ten thousand pictures has seven megabytes. A build that makes one of them anew writes that one.
struct BuildStateFile: Sendable {
    /// All of it.
    private(set) var state = BuildState()
    // The checksum of what was written whole; `nil` if there is nothing, or what there is cannot be read.
    private var basis: ContentDigest?
    // What of the state is not as it was then.
    private var since = BuildState.Changes()

    private static let schema = "alcedo-state-changes-1"

    init() {}

    /// Reads the state with this name. What cannot be read, or was written by another version, is as if it were not there.
    static func load(named name: String, from store: DiskStore) -> BuildStateFile {
        var file = BuildStateFile()
        do {
            guard let whole = store.loadChecked(named: name) else { return file }
            file.state = try BuildState(whole.fields)
            file.basis = whole.checksum
        } catch {
            // It only saves time.
            return BuildStateFile()
        }
        do {
            if let changes = try changes(besides: name, in: store, over: file.basis) {
                file.since = changes
                file.state.apply(changes)
            }
        } catch {
            // As above. What was written whole holds.
        }
        return file
    }

    /// - Returns: `nil` if there are none, or they are of a state that was written earlier.
    /// - Throws: `FieldReader.Malformed`.
    private static func changes(
        besides name: String, in store: DiskStore, over basis: ContentDigest?
    ) throws -> BuildState.Changes? {
        guard var reader = store.loadFields(named: Self.name(besides: name)) else { return nil }
        guard try reader.readString() == schema, try reader.readDigest() == basis else { return nil }
        let changed = try BuildState(try reader.readFields())
        var changes = BuildState.Changes()
        changes.files = changed.files.mapValues(Optional.some)
        changes.sources = changed.sources.mapValues(Optional.some)
        for path in try reader.readList({ try $0.readString() }) {
            changes.files.updateValue(nil, forKey: path)
        }
        for id in try reader.readList({ try $0.readString() }) {
            changes.sources.updateValue(nil, forKey: id)
        }
        return changes
    }

    /// Writes what has changed: by itself if that is little, and all of it otherwise.
    ///
    /// - Parameters:
    ///   - changes: What differs from ``state``.
    ///   - least: The fewest sources for which it is worth while not to write all.
    /// - Throws: `CacheError`, `FileSystemError`.
    func save(
        _ changes: BuildState.Changes, named name: String, in store: DiskStore, worthwhileFrom least: Int
    ) throws {
        let place = Self.name(besides: name)
        guard let basis, let since = sinceBasis(with: changes, worthwhileFrom: least) else {
            var state = state
            state.apply(changes)
            try store.storeState(named: name, reserving: state.size) { state.write(to: &$0) }
            try store.removeState(named: place)
            return
        }
        var changed = BuildState()
        changed.files = since.files.compactMapValues(\.self)
        changed.sources = since.sources.compactMapValues(\.self)
        var writer = FieldWriter()
        writer.write(Self.schema)
        writer.write(basis)
        writer.writeCounted { changed.write(to: &$0) }
        writer.writeList(since.files.filter { $0.value == nil }.keys.sorted()) { $0.write($1) }
        writer.writeList(since.sources.filter { $0.value == nil }.keys.sorted()) { $0.write($1) }
        try store.storeState(writer.bytes, named: place)
    }

    /// What differs from what was written whole.
    ///
    /// - Returns: `nil` where it is better to write all.
    private func sinceBasis(with changes: BuildState.Changes, worthwhileFrom least: Int) -> BuildState
        .Changes?
    {
        func areFew(_ changes: BuildState.Changes) -> Bool {
            ChangesBeside.areFew(max(changes.sources.count, changes.files.count), of: state.sources.count)
        }
        // Many are not put together to be counted: those of a large site are megabytes.
        guard state.sources.count >= least, areFew(changes) else { return nil }
        var since = since
        since.files.merge(changes.files) { _, later in later }
        since.sources.merge(changes.sources) { _, later in later }
        return areFew(since) ? since : nil
    }

    private static func name(besides state: String) -> String { ChangesBeside.prefix + state }
}

extension BuildState {
    /// What differs from a state: new values, and `nil` for what is gone.
    struct Changes: Sendable {
        /// By absolute path.
        var files: [String: KnownFile?] = [:]
        /// By id.
        var sources: [String: Source?] = [:]

        var isEmpty: Bool { files.isEmpty && sources.isEmpty }
    }

    mutating func apply(_ changes: Changes) {
        for (path, file) in changes.files { files[path] = file }
        for (id, source) in changes.sources { sources[id] = source }
    }
}

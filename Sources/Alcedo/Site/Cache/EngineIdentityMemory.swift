import AlcedoBase
import AlcedoCache
import AlcedoRecipes

/// Stores the engine's identity between builds: computing it starts libvips and encodes a picture in every format,
/// which a build with nothing to do should not wait for.
enum EngineIdentityMemory {
    private static let name = "engine"

    /// Takes over where libvips is from the last run that used it, if nothing has changed that decides about it, so that it need
    /// not be loaded to be found.
    ///
    /// - Returns: Whether its place is known.
    static func findLibrary(from cache: DiskStore) -> Bool {
        let known = record(in: cache)
        let path = known?.search == ContentDigest(hashing: LibraryPlace.search()) ? known?.path : nil
        LibraryPlace.assume(path)
        return path != nil
    }

    /// Returns the stored identity, if it was computed with the same libraries.
    static func recall(from cache: DiskStore, stamp: ContentDigest) -> ContentDigest? {
        guard let record = record(in: cache), record.stamp == stamp else { return nil }
        return record.identity
    }

    static func remember(_ identity: ContentDigest, in cache: DiskStore, stamp: ContentDigest) throws {
        var writer = FieldWriter()
        writer.write(stamp)
        writer.write(identity)
        writer.write(ContentDigest(hashing: LibraryPlace.search()))
        writer.writeOptional(LibraryPlace.path) { $0.write($1) }
        try cache.storeState(writer.data, named: name)
    }

    private static func record(
        in cache: DiskStore
    ) -> (stamp: ContentDigest, identity: ContentDigest, search: ContentDigest, path: String?)? {
        guard var reader = cache.loadFields(named: name) else { return nil }
        do {
            return (
                try reader.readDigest(), try reader.readDigest(), try reader.readDigest(),
                try reader.readOptional { try $0.readString() }
            )
        } catch {
            return nil
        }
    }
}

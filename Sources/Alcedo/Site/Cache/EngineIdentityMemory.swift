import AlcedoBase
import AlcedoCache
import AlcedoRecipes

/// Stores the engine's identity between builds: computing it starts libvips and encodes a picture in every format,
/// which a build with nothing to do should not wait for.
enum EngineIdentityMemory {
    private static let name = "engine"

    /// Returns the stored identity, if it was computed with the same libraries.
    static func recall(from cache: DiskStore, stamp: ContentDigest) -> ContentDigest? {
        guard var reader = cache.loadFields(named: name) else { return nil }
        do {
            guard try reader.readDigest() == stamp else { return nil }
            return try reader.readDigest()
        } catch {
            return nil
        }
    }

    static func remember(_ identity: ContentDigest, in cache: DiskStore, stamp: ContentDigest) throws {
        var writer = FieldWriter()
        writer.write(stamp)
        writer.write(identity)
        try cache.storeState(writer.data, named: name)
    }
}

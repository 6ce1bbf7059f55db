import AlcedoBase
import AlcedoCache
import AlcedoImaging
import Foundation

/// Remembers the engine's identity between builds: to compute it, libvips has to be started and to encode a
/// picture in every format, which a build that has nothing to do should not wait for.
enum EngineIdentityMemory {
    private static let name = "engine"

    /// The identity that was computed under the same libraries, if there is one.
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

import Alcedo
import AlcedoManifest

enum Version {
    /// The version of the library, which the index names as its generator.
    static let current = AlcedoVersion.current
}

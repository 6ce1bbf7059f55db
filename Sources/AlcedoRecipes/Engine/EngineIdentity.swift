import AlcedoBase
import CVipsShims

/// Identity of the libraries that determine an encoded picture's bytes.
package enum EngineIdentity {
    /// `major.minor.micro` of libvips. Does not start it.
    package static var libraryVersion: String { String(cString: alcedo_vips_version()) }

    /// Whether libvips is this version or a later one. Does not start it.
    package static func libraryIsAtLeast(_ major: Int, _ minor: Int) -> Bool {
        let parts = libraryVersion.split(separator: ".").compactMap { Int($0) }
        guard parts.count >= 2 else { return false }
        return (parts[0], parts[1]) >= (major, minor)
    }

    /// Whether codecs are called directly at all: `ALCEDO_ENGINE=vips` in the environment leaves everything to libvips,
    /// to compare.
    package static let callsCodecs = ProcessInfo.processInfo.environment["ALCEDO_ENGINE"] != "vips"

    /// Raised when the engine derives other pixels or other facts from the same bytes and requests.
    package static let schema = 10
}

import AlcedoBase

/// Identity of the libraries that determine an encoded picture's bytes.
package enum EngineIdentity {
    /// `major.minor.micro` of libvips; empty if it cannot be loaded. Loads it, and does not start it.
    package static let libraryVersion: String = {
        typealias Version = @convention(c) (_ part: Int32) -> Int32
        guard let function = LibraryPlace.function("vips_version") else { return "" }
        let version = unsafeBitCast(function, to: Version.self)
        return "\(version(0)).\(version(1)).\(version(2))"
    }()

    /// Whether libvips is this version or a later one. Does not start it.
    package static func libraryIsAtLeast(_ major: Int, _ minor: Int) -> Bool {
        let parts = libraryVersion.split(separator: ".").compactMap { Int($0) }
        guard parts.count >= 2 else { return false }
        return (parts[0], parts[1]) >= (major, minor)
    }

    /// The minor version of librsvg 2; `nil` if it is unknown, as where libvips has it inside. Loads libvips.
    package static let drawingVersion: Int? = {
        let parts = ["rsvg_major_version", "rsvg_minor_version"].map {
            LibraryPlace.function($0)?.load(as: UInt32.self)
        }
        return parts[0] == 2 ? parts[1].map(Int.init) : nil
    }()

    /// Whether codecs are called directly at all: `ALCEDO_ENGINE=vips` in the environment leaves everything to libvips,
    /// to compare.
    package static let callsCodecs = ProcessInfo.processInfo.environment["ALCEDO_ENGINE"] != "vips"

    /// Raised when the engine derives other pixels or other facts from the same bytes and requests.
    package static let schema = 11
}

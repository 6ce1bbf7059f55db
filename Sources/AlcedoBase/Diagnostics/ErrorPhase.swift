/// What Alcedo was doing when an error occurred, in the order of a build. Codes and messages begin with it.
public enum ErrorPhase: String, Hashable, Sendable, CaseIterable, Codable {
    /// Reading the manifest, or a site declared in Swift.
    case manifest
    /// Finding a source: a path, a glob, a data URI, a provider of your own.
    case provider
    /// Loading the bytes, from the network, a file or a data URI.
    case loader
    /// Decoding the bytes into pixels.
    case decode
    /// Processing the pixels.
    case process
    /// Encoding the result.
    case encode
    /// Writing the result.
    case write
    /// Keeping originals and results for the next build.
    case cache
    /// Publishing a site, or selecting a part of it.
    case site
    /// Reading the index of a site, or a value in it.
    case index
    /// Making pages from an index: the gallery, the report, the pages of a folder.
    case tool
}

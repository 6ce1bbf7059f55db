import AlcedoBase
import AlcedoLoading
import AlcedoManifest

extension RemoteSource {
    /// Request for the loader: URL and headers with their secrets, under a name that is safe to show.
    var resource: RemoteResource {
        get throws {
            RemoteResource(
                url: try Self.url(self.url.revealed, name: shown), name: shown,
                headers: Dictionary(
                    headers.map { ($0.name, $0.value.revealed) }, uniquingKeysWith: { _, last in last }),
                alternatives: try alternatives.map {
                    let shown = PublicURL.of($0)
                    return RemoteResource.Location(url: try Self.url($0, name: shown), name: shown)
                },
                cacheKey: cacheKey,
                holdsSecrets: url.holdsSecret || headers.contains { $0.value.holdsSecret })
        }
    }

    private static func url(_ text: String, name: String) throws -> URL {
        guard let url = URL(written: text) else {
            throw PipelineError.provider(
                reason: "'\(name)' is not an address; percent-encode its special characters")
        }
        return url
    }
}

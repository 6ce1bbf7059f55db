import AlcedoLoading
import Foundation

extension RemoteSource {
    /// What the loader is asked for: the address and headers with their secrets, under the name that may be shown.
    var resource: RemoteResource {
        get throws {
            RemoteResource(
                url: try Self.url(self.url.revealed, name: self.url.written), name: self.url.written,
                headers: Dictionary(
                    headers.map { ($0.name, $0.value.revealed) }, uniquingKeysWith: { _, last in last }),
                alternatives: try alternatives.map {
                    RemoteResource.Location(url: try Self.url($0, name: $0), name: $0)
                },
                cacheKey: cacheKey)
        }
    }

    private static func url(_ text: String, name: String) throws -> URL {
        guard let url = URL(string: text) else {
            throw PipelineError.provider(reason: "'\(name)' is not an address; percent-encode what is special in it")
        }
        return url
    }
}

import Alcedo
import Foundation

/// Tells servers whom to write to. What a modifier adds is part of no key, and of nothing that is published.
struct Courtesy: RequestModifier {
    func modified(_ request: DownloadRequest) async throws -> DownloadRequest? {
        var request = request
        request.setValue("moons@example.org", forHTTPHeaderField: "From")
        return request
    }
}

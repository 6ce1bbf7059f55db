import Alcedo
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tells servers whom to write to. What a modifier adds is part of no key, and of nothing that is published.
struct Courtesy: RequestModifier {
    func modified(_ request: URLRequest) async throws -> URLRequest? {
        var request = request
        request.setValue("moons@example.org", forHTTPHeaderField: "From")
        return request
    }
}

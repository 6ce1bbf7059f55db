import Foundation

extension URL {
    /// The address without user, password, query and fragment, which are the parts that usually hold secrets.
    var redacted: String {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return scheme ?? ""
        }
        components.user = nil
        components.password = nil
        components.query = nil
        components.fragment = nil
        return components.string ?? scheme ?? ""
    }

    /// The same address without its fragment, which is never sent.
    var withoutFragment: URL {
        guard fragment != nil, var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return absoluteURL
        }
        components.fragment = nil
        return components.url ?? absoluteURL
    }
}

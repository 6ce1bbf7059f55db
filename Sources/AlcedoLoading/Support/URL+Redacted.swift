import AlcedoBase

extension URL {
    /// The URL without user, password, query and fragment, the parts that usually contain secrets.
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

    /// The URL without its fragment, which is never sent.
    var withoutFragment: URL {
        guard fragment != nil, var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return absoluteURL
        }
        components.fragment = nil
        return components.url ?? absoluteURL
    }
}

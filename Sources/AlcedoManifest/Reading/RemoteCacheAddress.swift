import AlcedoBase

/// The rules for addresses of shared caches.
package enum RemoteCacheAddress {
    /// The kinds of stores.
    package enum Place: Hashable, Sendable {
        /// The address of a server, ending in a slash.
        case server(String)
        /// A bucket, with a prefix that is empty or ends in a slash.
        case bucket(String, prefix: String)
        /// An absolute path.
        case folder(String)
    }

    /// Parses an address. The reason of a failure never repeats it, since it may contain a secret.
    static func read(_ text: String) -> Result<Place, RemoteAddress.Fault> {
        guard let separator = text.firstRange(of: "://") else { return fault(kinds) }
        let scheme = text[..<separator.lowerBound].lowercased()
        let rest = String(text[separator.upperBound...])
        guard ["https", "http", "s3", "file"].contains(scheme) else { return fault(kinds) }
        if rest.prefix(while: { $0 != "/" }).contains("@") {
            return fault(
                "has a user name or a password, which a log would show; set ALCEDO_REMOTE_CACHE_AUTHORIZATION "
                    + "to a value such as 'Basic …' or 'Bearer …'")
        }
        if scheme == "file" { return folder(rest) }
        if rest.contains("?") || rest.contains("#") {
            return fault("has a '?' or '#'; give the address that ends before 'ac/' and 'cas/'")
        }
        if scheme == "s3" { return bucket(rest) }
        if case .failure(let reason) = RemoteAddress.read(text) { return .failure(reason) }
        return .success(.server(text.hasSuffix("/") ? text : text + "/"))
    }

    private static let kinds =
        "must be the address of a shared cache: https://host/path, s3://bucket/prefix or file:///folder"

    private static func fault(_ reason: String) -> Result<Place, RemoteAddress.Fault> {
        .failure(RemoteAddress.Fault(reason))
    }

    private static func folder(_ rest: String) -> Result<Place, RemoteAddress.Fault> {
        let path = "/" + rest.split(separator: "/").joined(separator: "/")
        guard rest.hasPrefix("/"), path != "/", !rest.unicodeScalars.contains("\0"),
            !rest.split(separator: "/").contains("..")
        else { return fault("must name an absolute folder: file:///mnt/share/alcedo, with three slashes") }
        return .success(.folder(path))
    }

    private static func bucket(_ rest: String) -> Result<Place, RemoteAddress.Fault> {
        let parts = rest.split(separator: "/").map(String.init)
        func isPlain(_ text: String, _ marks: String) -> Bool {
            text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
                    || marks.unicodeScalars.contains($0)
            }
        }
        guard let bucket = parts.first, !rest.hasPrefix("/"), (3...63).contains(bucket.utf8.count),
            bucket == bucket.lowercased(), isPlain(bucket, ".-")
        else { return fault("has no valid bucket: write s3://bucket/prefix") }
        let prefix = parts.dropFirst()
        guard prefix.allSatisfy({ isPlain($0, ".-_") && $0 != "." && $0 != ".." }) else {
            return fault("has a prefix with other characters than letters, digits, '.', '-', '_' and '/'")
        }
        return .success(.bucket(bucket, prefix: prefix.map { $0 + "/" }.joined()))
    }
}

extension Manifest.RemoteCache {
    /// The store at the address; `nil` if the address is invalid, which reading a manifest has excluded.
    package var place: RemoteCacheAddress.Place? {
        if case .success(let place) = RemoteCacheAddress.read(address) { place } else { nil }
    }
}

extension Value {
    /// Reads the address of a shared cache.
    func remoteCache() -> String? {
        guard let text = textWithoutVariables("the address of a shared cache") else { return nil }
        if case .failure(let reason) = RemoteCacheAddress.read(text) {
            fault(reason.reason)
            return nil
        }
        return text
    }
}

extension ManifestFile {
    /// Returns the shared cache: the environment's address and mode override those of the manifest.
    func remoteCache(_ environment: [String: String], _ problems: Problems) -> Manifest.RemoteCache? {
        func variable(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        var address = remoteCache?.value
        if let text = variable("ALCEDO_REMOTE_CACHE") {
            if text == "none" { return nil }
            if case .failure(let reason) = RemoteCacheAddress.read(text) {
                problems.error("ALCEDO_REMOTE_CACHE \(reason.reason)", at: nil)
            }
            address = text
        }
        guard let address else { return nil }
        var mode = remoteCacheMode?.value ?? .read
        if let text = variable("ALCEDO_REMOTE_CACHE_MODE") {
            if let other = Manifest.RemoteCache.Mode(rawValue: text) {
                mode = other
            } else {
                problems.error("ALCEDO_REMOTE_CACHE_MODE must be 'read' or 'read-write'", at: nil)
            }
        }
        return Manifest.RemoteCache(address, mode: mode)
    }
}

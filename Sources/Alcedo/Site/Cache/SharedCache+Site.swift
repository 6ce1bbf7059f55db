import AlcedoBase
import AlcedoCache
import AlcedoLoading
import AlcedoManifest

extension SharedCache {
    /// Creates the shared cache of a site, if it has one. No request is made yet.
    ///
    /// - Throws: `ManifestMistakes` for a key that is too short, or credentials that cannot be sent.
    static func make(
        for site: Site, environment: [String: String], disk: DiskStore,
        tell: @escaping @Sendable (BuildEvent) -> Void
    ) throws -> SharedCache? {
        guard let settings = site.manifest.remoteCache, let place = settings.place else { return nil }
        let warn = { @Sendable (text: String) in tell(.warning(Diagnostic(.warning, text))) }
        var isWritten = settings.mode == .readWrite
        let store: any SharedStore
        let allow = site.manifest.network.allow.map(\.text)
        switch place {
        case .folder(let path): store = FolderStore(folder: path)
        case .server(let address):
            guard let base = URL(string: address) else { return nil }
            var headers: [String: String] = [:]
            if let value = variable("ALCEDO_REMOTE_CACHE_AUTHORIZATION", environment) {
                guard ObjectClient.isValue(value) else {
                    throw mistake(
                        "ALCEDO_REMOTE_CACHE_AUTHORIZATION has a line break or a control character; write one line such as "
                            + "'Bearer …'")
                }
                headers["Authorization"] = value
            }
            store = ServerStore(
                ObjectClient(base: base, headers: headers, allow: allow, environment: environment),
                name: settings.address)
        case .bucket(let bucket, let prefix):
            let account = ObjectAccount(environment)
            if let mistake = account.mistake { throw self.mistake(mistake) }
            guard let base = account.address(bucket: bucket, prefix: prefix) else {
                warn(
                    "the shared cache \(settings.address) is not used: AWS_ENDPOINT_URL is not an http or https address"
                )
                return nil
            }
            if account.signing == nil, isWritten {
                isWritten = false
                warn(
                    "the shared cache \(settings.address) is only read: \(account.missing)")
            }
            store = ServerStore(
                ObjectClient(
                    base: base, signing: account.signing, allow: allow, environment: environment),
                name: settings.address,
                hint: "; S3 also answers so for what is missing, unless the key has s3:ListBucket")
        }
        let queue = BlockingQueue(width: 4)
        return SharedCache(
            store, isWritten: isWritten, key: try key(environment),
            local: { digest, bytes in
                do {
                    return try await queue.run { disk.data(for: digest, bytes: bytes) }
                } catch {
                    return nil
                }
            }, warn: warn)
    }

    private static func key(_ environment: [String: String]) throws -> SharedKey? {
        // An empty one is not set: so a CI service gives a job a secret that it may not see. A blank one is a mistake.
        guard environment["ALCEDO_REMOTE_CACHE_KEY"]?.isEmpty == false else { return nil }
        if let key = SharedKey(variable("ALCEDO_REMOTE_CACHE_KEY", environment) ?? "") { return key }
        throw mistake(
            "ALCEDO_REMOTE_CACHE_KEY is shorter than \(SharedKey.minBytes) bytes; make one with 'openssl rand -hex 32'"
        )
    }

    private static func mistake(_ text: String) -> ManifestMistakes {
        ManifestMistakes(diagnostics: [Diagnostic(.error, text)])
    }

    /// Returns a variable without the line break that a file of secrets ends with; `nil` if it is empty.
    private static func variable(_ name: String, _ environment: [String: String]) -> String? {
        var text = environment[name] ?? ""
        while text.last?.isWhitespace == true { text.removeLast() }
        return text.isEmpty ? nil : text
    }
}

import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Values from the environment are never written or printed.
@Suite(.timeLimit(.minutes(60))) struct SecretsTests {
    static let secret = "sesame4711"
    let environment = ["TOKEN": SecretsTests.secret]

    let text = """
        version: 1
        output: out
        on-error: skip
        variants:
          small: { width: 20, formats: [webp] }
        sources:
          - url: https://example.org/${TOKEN}/good.png?key=${TOKEN}
            id: good
            headers: { Authorization: "Bearer ${TOKEN}" }
          - url: https://127.0.0.1/${TOKEN}/refused.png?key=${TOKEN}
            id: refused
            headers: { X-Key: "${TOKEN}" }
          - url: https://10.0.0.1/${TOKEN}/plain.png
            id: plain
        """

    func expectNoSecret(in site: TestSite, _ said: [String]) throws {
        for folder in ["out", ".alcedo"] {
            for (name, data) in try site.files(folder) {
                #expect(data.range(of: Data(Self.secret.utf8)) == nil, "\(folder)/\(name)")
                #expect(!name.contains(Self.secret))
            }
        }
        for line in said { #expect(!line.contains(Self.secret), "\(line)") }
    }

    @Test func secretsAreInNoFileAndNoMessage() async throws {
        let site = try TestSite(text, pictures: [])
        // The original is in the cache and in the lock file, as if it had been loaded.
        let manifest = try #require(
            ManifestReader.read(path: site.options.manifest, environment: environment).manifest)
        guard let remote = SourceResolver(manifest).resolve().sources.first?.remote else {
            Issue.record("the first source is not a remote source")
            return
        }
        let original = PlainPNG(width: 60, height: 40, seed: 5).data
        let store = DiskStore(directory: site.path(".alcedo"))
        try store.store(original)
        var writer = FieldWriter()
        writer.encode(
            RemoteRecord(
                digest: ContentDigest(hashing: original), bytes: original.count,
                validators: ResponseValidators(), validated: Date()))
        try store.setRecord(writer.data, for: CacheKeys.remote(try remote.resource))
        var lock = LockFile()
        lock.pins[remote.pinName] = ContentPin(
            digest: ContentDigest(hashing: original), bytes: original.count)
        try site.put(lock.data, "images.lock")

        let said = Collected<String>()
        let report = try await site.build(environment, tell: { said.add(String(reflecting: $0)) })
        #expect(report.isPublished)
        #expect(report.failures.map(\.source) == ["refused", "plain"])
        #expect(try site.index().images["good"]?.source.url == "https://example.org/${TOKEN}/good.png")
        let lines = report.failures.map(\.description) + [String(reflecting: report)]
        try expectNoSecret(in: site, said.all + lines)

        let strict = try await site.builder(environment) { $0.offline = true }.build {
            said.add(String(reflecting: $0))
        }
        try expectNoSecret(in: site, said.all + strict.failures.map(\.description))
        let fetched = try await site.builder(environment).fetch { said.add(String(reflecting: $0)) }
        #expect(fetched.failures.count == 2)
        try expectNoSecret(in: site, said.all + fetched.failures.map(\.description))
    }

    @Test func hostsFromVariablesAreNotShown() async throws {
        let server = try EvilServer(["/a/\(Self.secret)": [.redirect("https://\(Self.secret).invalid/x")]])
        let site = try TestSite(
            """
            version: 1
            output: out
            network: { allow: [127.0.0.1], retries: 0 }
            variants:
              small: { width: 20 }
            sources:
              - { url: "https://${HOST}/x", id: number }
              - { url: "http://127.0.0.1:\(server.port)/a/${TOKEN}", id: redirected }
            """, pictures: [])
        let said = Collected<String>()
        let environment = ["TOKEN": Self.secret, "HOST": "10.20.30.40"]
        let report = try await site.build(environment, tell: { said.add(String(reflecting: $0)) })
        #expect(report.failures.map(\.source) == ["number", "redirected"])
        let lines = report.failures.map(\.description)
        #expect(lines.allSatisfy { $0.contains("is at a private network") || $0.contains("another host") })
        for line in said.all + lines {
            #expect(!line.contains(Self.secret) && !line.contains("10.20.30"), "\(line)")
        }
    }

    @Test func aMistakeInTheManifestDoesNotQuoteThem() async throws {
        let site = try TestSite(
            text + "\n  - url: \"ftp://${TOKEN}/x\"\n    id: wrong\n    headers: { \"A B\": \"${TOKEN}\" }\n",
            pictures: [])
        let error = await #expect(throws: ManifestMistakes.self) { try await site.build(environment) }
        #expect(error?.diagnostics.isEmpty == false)
        #expect(error?.description.contains(Self.secret) == false)
    }

    @Test func aMissingVariableIsNamed() async throws {
        let site = try TestSite(text, pictures: [])
        let error = await #expect(throws: ManifestMistakes.self) { try await site.build([:]) }
        #expect(error?.description.contains("TOKEN") == true)
    }
}

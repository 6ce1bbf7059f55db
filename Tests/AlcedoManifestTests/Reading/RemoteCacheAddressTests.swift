import AlcedoBase
import Foundation
import Testing

@testable import AlcedoManifest

@Suite struct RemoteCacheAddressTests {
    func read(
        _ cache: String, _ environment: [String: String] = [:]
    ) -> (cache: Manifest.RemoteCache?, messages: [String]) {
        let text = """
            version: 1
            output: out
            cache: \(cache)
            variants: { a: { width: 8 } }
            sources: [{ path: a.png }]
            """
        let (manifest, diagnostics) = ManifestReader.read(
            Data(text.utf8), path: "images.yml", directory: "/site", environment: environment)
        return (manifest?.remoteCache, diagnostics.map(\.message))
    }

    @Test(arguments: [
        ("https://host/a", RemoteCacheAddress.Place.server("https://host/a/")),
        ("http://10.0.0.1:8080", .server("http://10.0.0.1:8080/")),
        ("s3://bucket", .bucket("bucket", prefix: "")),
        ("s3://my.bucket/a/b-c_d/", .bucket("my.bucket", prefix: "a/b-c_d/")),
        ("file:///mnt/share/alcedo/", .folder("/mnt/share/alcedo")),
    ])
    func addressesAreRead(text: String, place: RemoteCacheAddress.Place) {
        let (cache, messages) = read("{ remote: '\(text)' }")
        #expect(cache?.place == place && cache?.mode == .read)
        #expect(messages.isEmpty)
    }

    @Test(arguments: [
        ("ftp://host/a", "must be the address of a shared cache"),
        ("host/a", "must be the address of a shared cache"),
        ("https://me:hunter2@host/a", "ALCEDO_REMOTE_CACHE_AUTHORIZATION"),
        ("s3://key:hunter2@bucket/a", "ALCEDO_REMOTE_CACHE_AUTHORIZATION"),
        ("https://host/a?token=hunter2", "'?'"),
        ("https://ho st/a", "not allowed in a URL"), ("s3://Bucket", "no valid bucket"),
        ("s3://", "no valid bucket"),
        ("s3://bucket/a/../b", "prefix"), ("s3://bucket/a b", "prefix"),
        ("file://server/share", "three slashes"),
        ("file:///", "three slashes"), ("file:///a/../b", "three slashes"),
    ])
    func othersAreRefusedWithoutRepeatingThem(text: String, words: String) {
        for (cache, messages) in [
            read("{ remote: '\(text)' }"), read(".alcedo", ["ALCEDO_REMOTE_CACHE": text]),
        ] {
            #expect(cache == nil)
            #expect(messages.count == 1 && messages.first?.contains(words) == true, "\(messages)")
            #expect(messages.first?.contains("hunter2") == false)
        }
    }

    @Test func theEnvironmentComesFirst() {
        let written = "{ remote: 'https://host/a', mode: read-write }"
        #expect(read(written).cache == Manifest.RemoteCache("https://host/a", mode: .readWrite))
        let other = ["ALCEDO_REMOTE_CACHE": "s3://bucket", "ALCEDO_REMOTE_CACHE_MODE": "read"]
        #expect(read(written, other).cache == Manifest.RemoteCache("s3://bucket", mode: .read))
        #expect(read(".alcedo", ["ALCEDO_REMOTE_CACHE": "", "ALCEDO_REMOTE_CACHE_MODE": ""]).cache == nil)
        #expect(read(written, ["ALCEDO_REMOTE_CACHE_MODE": "write"]).messages.count == 1)
    }

    @Test func aModeAloneIsForTheAddressOfTheEnvironment() {
        let written = "{ mode: read-write }"
        #expect(read(written).cache == nil && read(written).messages.isEmpty)
        let (cache, messages) = read(written, ["ALCEDO_REMOTE_CACHE": "s3://bucket"])
        #expect(cache == Manifest.RemoteCache("s3://bucket", mode: .readWrite) && messages.isEmpty)
    }

    @Test func anotherModeIsAMistake() {
        #expect(
            read("{ remote: 'https://host', mode: write }").messages.first?.contains("read-write") == true)
    }

    @Test func aManifestInSwiftHasOneToo() {
        var manifest = Manifest(variants: [Variant("a", widths: [8])], sources: [])
        manifest.remoteCache = Manifest.RemoteCache("s3://bucket/p", mode: .readWrite)
        let (checked, diagnostics) = manifest.checked(environment: [:], SiteExtensions())
        #expect(checked?.remoteCache == manifest.remoteCache, "\(diagnostics)")
        manifest.remoteCache = Manifest.RemoteCache("ftp://host")
        #expect(manifest.checked(environment: [:], SiteExtensions()).manifest == nil)
    }
}

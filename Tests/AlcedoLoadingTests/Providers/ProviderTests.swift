import AlcedoBase
import Foundation
import Testing

@testable import AlcedoLoading

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite struct ProviderTests {
    private func inDirectory<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let directory = NSTemporaryDirectory() + "/alcedo-providers-\(UUID().uuidString)"
        try FileSystem.createDirectory(at: directory)
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await body(directory))
        } catch {
            result = .failure(error)
        }
        try FileManager.default.removeItem(atPath: directory)
        return try result.get()
    }

    @Test func aFileGivesItsBytesAndItsStatus() async throws {
        try await inDirectory { directory in
            let path = directory + "/a b.png"
            try picture(5000).write(to: URL(fileURLWithPath: path))
            let provider = FileImageDataProvider(path: path)
            #expect(try await provider.data() == picture(5000))
            #expect(try await provider.read().status == FileSystem.status(of: path))
            #expect(provider.cacheKey == path)
            #expect(provider.contentURL?.path == path)
        }
    }

    @Test func filesThatCannotBeReadAreExplained() async throws {
        try await inDirectory { directory in
            func message(_ name: String, limit: Int? = nil) async -> String {
                do {
                    _ = try await FileImageDataProvider(path: directory + "/" + name, byteLimit: limit).data()
                    return "no error"
                } catch {
                    return "\(error)".replacingOccurrences(of: directory, with: "DIR")
                }
            }
            try picture(5000).write(to: URL(fileURLWithPath: directory + "/a.png"))
            #expect(mkfifo(directory + "/pipe", 0o600) == 0)
            #expect(await message("none.png") == "DIR/none.png: no such file; check the path")
            #expect(await message("a.png/b.png") == "DIR/a.png/b.png: no such file; check the path")
            #expect(await message("") == "DIR/: a directory, not a file; name the files in it")
            #expect(await message("pipe") == "DIR/pipe: a pipe or a device, not a file; name a regular file")
            #expect(await message("a.png", limit: 5000) == "no error")
            #expect(
                await message("a.png", limit: 4999)
                    == "DIR/a.png: larger than the limit of 5 kB; raise limits.bytes or make the file smaller"
            )
        }
    }

    @Test func rawBytesComeBackAsTheyAre() async throws {
        let provider = RawImageDataProvider(data: picture(), cacheKey: "mine")
        #expect(try await provider.data() == picture())
        #expect(provider.cacheKey == "mine")
    }

    @Test func sourcesHaveTheKeyOfWhatTheyHold() throws {
        let url = try #require(URL(string: "https://example.org/a.png?sig=1"))
        #expect(Source.network(RemoteResource(url: url, name: "a ${X}")).cacheKey == "a ${X}")
        #expect(Source.network(RemoteResource(url: url, name: "a", cacheKey: "k")).cacheKey == "k")
        #expect(Source.network(RemoteResource(url: url)).url == url)
        #expect(Source.provider(RawImageDataProvider(data: Data(), cacheKey: "raw")).cacheKey == "raw")
    }

    @Test func aCustomProviderPlugsIn() async throws {
        struct Drawing: ImageDataProvider {
            let cacheKey = "drawing"
            func data() async throws -> Data { picture(10) }
        }
        let source = Source.provider(Drawing())
        guard case .provider(let provider) = source else { return }
        #expect(try await provider.data() == picture(10))
        #expect(source.url == nil)
    }
}

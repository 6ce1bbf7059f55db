import AlcedoBase
import Testing

@testable import AlcedoCache

@Suite struct SharedCacheTests {
    let store = MemorySharedStore()
    let warnings = Locked<[String]>([])
    let local: [ContentDigest: Data]
    let blob = Data("the bytes of a picture".utf8)
    let digest: ContentDigest

    init() {
        digest = ContentDigest(hashing: blob)
        local = [digest: blob]
    }

    func cache(isWritten: Bool = true, key: SharedKey? = nil) -> SharedCache {
        SharedCache(
            store, isWritten: isWritten, key: key, local: { [local] digest, _ in local[digest] },
            warn: { [warnings] text in warnings.withLock { $0.append(text) } })
    }

    /// Sends one entry with the blob.
    func send(_ name: String, to cache: SharedCache, isProbablyThere: Bool = false) async {
        cache.offer(
            [SharedEntry.Record(key: .of("key"), payload: Data("record".utf8))],
            [SharedCache.Offer(digest, bytes: blob.count, isProbablyThere: isProbablyThere)], for: .of(name))
        await cache.finish()
    }

    func bytes(_ cache: SharedCache) async throws -> Data? {
        try await cache.blob(digest, bytes: blob.count) { $0 }
    }

    @Test func whatIsSentIsFound() async throws {
        let sender = cache()
        await send("name", to: sender)
        #expect(store.requests == ["PUT cas/\(digest.hex)", "PUT ac/\(ContentDigest.of("name").hex)"])
        #expect((sender.use.sent, sender.use.sentBlobs, sender.use.notSent) == (1, 1, 0))
        let reader = cache(isWritten: false)
        let entry = try #require(try await reader.entry(for: .of("name")))
        #expect(entry.record(.of("key")) == Data("record".utf8))
        #expect(entry.blobs == [SharedEntry.Blob(digest: digest, bytes: blob.count)])
        #expect(try await bytes(reader) == blob)
        #expect(try await reader.entry(for: .of("another")) == nil)
        #expect((reader.use.lookups, reader.use.found, reader.use.blobs) == (2, 1, 1))
        #expect(warnings.withLock { $0 }.isEmpty)
    }

    @Test func aCacheThatIsOnlyReadSendsNothing() async {
        await send("name", to: cache(isWritten: false))
        #expect(store.requests.isEmpty)
    }

    @Test func aBlobThatIsProbablyThereIsAskedForFirst() async {
        await send("one", to: cache(), isProbablyThere: true)
        await send("two", to: cache(), isProbablyThere: true)
        let (one, two) = (ContentDigest.of("one").hex, ContentDigest.of("two").hex)
        #expect(
            store.requests == [
                "HEAD cas/\(digest.hex)", "PUT cas/\(digest.hex)", "PUT ac/\(one)", "HEAD cas/\(digest.hex)",
                "PUT ac/\(two)",
            ])
    }

    /// An entry never refers to a blob that was not sent.
    @Test func withoutItsBlobAnEntryIsNotSent() async {
        let cache = cache()
        cache.offer([], [SharedCache.Offer(.of("lost"), bytes: 5, isProbablyThere: false)], for: .of("name"))
        await cache.finish()
        #expect(store.requests.isEmpty)
        #expect(cache.use.notSent == 1)
        #expect(warnings.withLock { $0.count } == 1)
    }

    @Test func damagedBlobsAreNotGivenOut() async throws {
        let spoiled: [Data] = [
            Data(blob.dropLast()), blob + [0], Data(), Data("another picture, of 22".utf8),
        ]
        let cache = cache()
        for data in spoiled {
            store.change(.blob(digest)) { $0 = data }
            #expect(try await bytes(cache) == nil)
        }
        #expect(cache.use.bad == spoiled.count)
        await cache.finish()
        #expect(warnings.withLock { $0.count } == 1)
    }

    @Test func damagedEntriesAreMissing() async throws {
        await send("name", to: cache())
        store.change(.action(.of("name"))) { $0[$0.count - 10] ^= 1 }
        let reader = cache()
        #expect(try await reader.entry(for: .of("name")) == nil)
        // An entry under another name, as an old or confused server returns it.
        await send("name", to: cache())
        let entry = try #require(store.objects[.action(.of("name"))])
        store.change(.action(.of("other"))) { $0 = entry }
        #expect(try await reader.entry(for: .of("other")) == nil)
        #expect((reader.use.bad, reader.use.found) == (2, 0))
    }

    @Test func unsignedEntriesAreCountedAndIgnored() async throws {
        await send("name", to: cache())
        let reader = cache(key: SharedKey(bytes: Array("the key of this team".utf8)))
        #expect(try await reader.entry(for: .of("name")) == nil)
        #expect((reader.use.unsigned, reader.use.bad) == (1, 0))
        #expect(warnings.withLock { $0.count } == 1)
    }

    @Test func afterThreeFailuresItIsNotAskedAgain() async throws {
        store.fail("GET", .unavailable("it answered 503"))
        let cache = cache()
        for _ in 0..<10 { #expect(try await cache.entry(for: .of("name")) == nil) }
        #expect(store.requests.count == 3)
        await send("name", to: cache)
        #expect(store.requests.count == 3)
        #expect(
            warnings.withLock { $0 } == [
                "the shared cache memory://store is not used for the rest of this build: it answered 503"
            ])
    }

    @Test func oneFailureIsReportedAtTheEnd() async throws {
        store.fail("GET", .unavailable("it is too slow"))
        let cache = cache()
        #expect(try await cache.entry(for: .of("name")) == nil)
        #expect(warnings.withLock { $0 }.isEmpty)
        await cache.finish()
        #expect(
            warnings.withLock { $0 } == [
                "1 request to the shared cache memory://store failed (it is too slow); what did not come from it was made"
            ])
    }

    @Test func whatIsNotSentIsReportedWithTheReason() async throws {
        store.fail("PUT", .unavailable("it answered 503"))
        let cache = cache()
        await send("name", to: cache)
        #expect(cache.use.notSent == 1 && cache.reasonNotToSend == "it answered 503")
        let told = warnings.withLock { $0 }
        #expect(told.count == 1 && told.first?.contains("(it answered 503)") == true, "\(told)")
    }

    @Test func aBlobThatCameBackDamagedIsSentWithoutAsking() async throws {
        store.change(.blob(digest)) { $0 = Data("something else".utf8) }
        let cache = cache()
        #expect(try await bytes(cache) == nil)
        await send("name", to: cache, isProbablyThere: true)
        #expect(!store.requests.contains { $0.hasPrefix("HEAD") })
        #expect(store.objects[.blob(digest)] == blob)
    }

    /// What damages everything is not read any more, but may be repaired.
    @Test func afterTwentyDamagedAnswersItIsNotRead() async throws {
        store.change(.blob(digest)) { $0 = Data("something else".utf8) }
        let cache = cache()
        for _ in 0..<30 { #expect(try await bytes(cache) == nil) }
        #expect(store.requests.count == 20 && cache.isOff)
        await send("name", to: cache, isProbablyThere: true)
        let told = warnings.withLock { $0 }
        #expect(told.count == 1 && told.first?.hasSuffix("it returns damaged data") == true, "\(told)")
        #expect(store.objects[.blob(digest)] == blob)
    }

    /// Only reading it would show whether it is signed.
    @Test func withAKeyAnEntryIsSentWithoutAsking() async throws {
        let cache = cache(key: SharedKey(bytes: Array("the key of this team".utf8)))
        cache.offer([], [], for: .of("name"), isProbablyThere: true)
        await cache.finish()
        #expect(store.requests == ["PUT ac/\(ContentDigest.of("name").hex)"])
    }

    @Test func anEntryThatIsProbablyThereIsAskedForFirst() async throws {
        for _ in 0..<2 {
            let cache = cache()
            cache.offer(
                [], [SharedCache.Offer(digest, bytes: blob.count, isProbablyThere: true)], for: .of("name"),
                isProbablyThere: true)
            await cache.finish()
        }
        let (entry, blob) = ("ac/\(ContentDigest.of("name").hex)", "cas/\(digest.hex)")
        #expect(
            store.requests == [
                "HEAD \(entry)", "HEAD \(blob)", "PUT \(blob)", "PUT \(entry)", "HEAD \(entry)",
            ])
    }

    @Test func aRefusalIsFinal() async throws {
        store.fail("GET", .refused("it answered 403"))
        let cache = cache()
        for _ in 0..<10 { #expect(try await bytes(cache) == nil) }
        #expect(store.requests.count == 1)
    }

    /// Credentials that only read do not stop a build from reading.
    @Test func aStoreThatIsNotWrittenIsStillRead() async throws {
        await send("name", to: cache())
        store.fail("PUT", .refused("it answered 403"))
        let cache = cache()
        cache.offer(SharedCache.Offer(digest, bytes: blob.count, isProbablyThere: false))
        while cache.use.notSent == 0 { await Task.yield() }
        #expect(try await cache.entry(for: .of("name")) != nil)
        await cache.finish()
        #expect(
            warnings.withLock { $0 } == [
                "nothing more is sent to the shared cache memory://store: it answered 403"
            ])
    }

    @Test func aClosedCacheAsksNothing() async throws {
        let cache = cache()
        cache.close()
        #expect(try await cache.entry(for: .of("name")) == nil)
        await send("name", to: cache)
        #expect(store.requests.isEmpty)
    }
}

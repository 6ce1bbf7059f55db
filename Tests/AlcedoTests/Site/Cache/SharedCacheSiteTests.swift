import Alcedo
import AlcedoBase
import Foundation
import Testing

/// Sites on several machines, each with its own disk cache, in front of one store.
@Suite struct SharedCacheSiteTests {
    let share: TemporaryFolder

    init() throws { share = try TemporaryFolder() }

    /// The site of one machine.
    func site(_ extra: String = "") throws -> TestSite {
        let site = try TestSite()
        try site.write(TestSite.usual + "\ncache: .alcedo\n" + extra)
        return site
    }

    func environment(_ mode: String = "read-write", key: String? = nil) -> [String: String] {
        var environment = [
            "ALCEDO_REMOTE_CACHE": "file://\(share.path)/store", "ALCEDO_REMOTE_CACHE_MODE": mode,
        ]
        environment["ALCEDO_REMOTE_CACHE_KEY"] = key
        return environment
    }

    func objects(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: share.path + "/store/" + folder).sorted()
    }

    /// Builds the same site elsewhere and compares every byte.
    @discardableResult
    func expectSame(
        as first: TestSite, _ environment: [String: String], made: Int, warnings: Int = 0,
        _ location: SourceLocation = #_sourceLocation
    ) async throws -> BuildReport {
        let other = try site()
        let told = Box<[String]>([])
        let report = try await other.build(
            environment,
            tell: { event in
                if case .warning(let warning) = event { told.with { $0.append(warning.message) } }
            })
        #expect(report.isPublished && report.isComplete, sourceLocation: location)
        #expect((report.made, report.cached) == (made, 16 - made), sourceLocation: location)
        #expect(try other.files() == first.files(), sourceLocation: location)
        #expect(told.with { $0.count } == warnings, "\(told.with { $0 })", sourceLocation: location)
        return report
    }

    @Test func whatOneMachineMadeAnotherTakes() async throws {
        let first = try site()
        let sent = try await first.build(environment())
        #expect((sent.made, sent.remoteCache?.sent, sent.remoteCache?.found) == (16, 4, 0))
        #expect(try (objects("ac").count, objects("cas").count) == (4, 16))
        let taken = try await expectSame(as: first, environment("read"), made: 0)
        #expect((taken.remoteCache?.lookups, taken.remoteCache?.found) == (4, 4))
        #expect((taken.remoteCache?.filesReceived, taken.remoteCache?.sent) == (16, 0))
    }

    @Test func aWarmBuildAsksNothing() async throws {
        let site = try site()
        try await site.build(environment())
        let again = try await site.build(environment())
        #expect((again.unchanged, again.remoteCache?.isUnused) == (16, true))
    }

    @Test func readIsTheDefault() async throws {
        let site = try site()
        let report = try await site.build(["ALCEDO_REMOTE_CACHE": "file://\(share.path)/store"])
        #expect((report.made, report.remoteCache?.sent) == (16, 0))
        #expect(try FileManager.default.contentsOfDirectory(atPath: share.path).isEmpty)
    }

    @Test func offlineAndWithoutACacheNothingIsAsked() async throws {
        let site = try site()
        #expect(try await site.build(environment()) { $0.offline = true }.remoteCache == nil)
        #expect(try await site.build(environment()) { $0.ignoresCache = true }.remoteCache == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: share.path).isEmpty)
    }

    @Test func aForcedBuildTakesNothing() async throws {
        let site = try site()
        try await site.build(environment())
        let report = try await site.build(environment()) { $0.forceRefresh = true }
        #expect((report.made, report.remoteCache?.lookups) == (16, 0))
    }

    /// Bytes that are cut off, exchanged, or of another picture with a right digest nowhere.
    @Test(arguments: ["truncated", "exchanged", "empty", "longer", "missing"])
    func spoiledBlobsAreMadeAgain(how: String) async throws {
        let first = try site()
        try await first.build(environment())
        let names = try objects("cas")
        let good = try names.map {
            try Data(contentsOf: URL(fileURLWithPath: share.path + "/store/cas/" + $0))
        }
        for (number, name) in names.enumerated() where number % 2 == 0 {
            let path = share.path + "/store/cas/" + name
            try FileManager.default.removeItem(atPath: path)
            let spoiled: Data? =
                switch how {
                case "truncated": good[number].dropLast(7)
                case "exchanged": good[(number + 1) % names.count]
                case "empty": Data()
                case "longer": good[number] + [0]
                default: nil
                }
            try spoiled?.write(to: URL(fileURLWithPath: path))
        }
        try await expectSame(as: first, environment("read"), made: 8, warnings: how == "missing" ? 0 : 1)
        // Whoever may write repairs it.
        try await expectSame(as: first, environment(), made: 8, warnings: how == "missing" ? 0 : 1)
        try await expectSame(as: first, environment("read"), made: 0)
    }

    @Test(arguments: ["truncated", "noise", "exchanged"])
    func spoiledEntriesAreMadeAgain(how: String) async throws {
        let first = try site()
        try await first.build(environment())
        let names = try objects("ac")
        let good = try names.map {
            try Data(contentsOf: URL(fileURLWithPath: share.path + "/store/ac/" + $0))
        }
        for (number, name) in names.enumerated() {
            let spoiled: Data =
                switch how {
                case "truncated": good[number].prefix(good[number].count / 2)
                case "noise": Data("<!doctype html><title>Log in</title>".utf8)
                default: good[(number + 1) % names.count]
                }
            try spoiled.write(to: URL(fileURLWithPath: share.path + "/store/ac/" + name))
        }
        let report = try await expectSame(as: first, environment("read"), made: 16, warnings: 1)
        #expect(report.remoteCache?.bad == 4)
    }

    @Test func withAKeyOnlySignedEntriesCount() async throws {
        let first = try site()
        try await first.build(environment())
        let key = "a key of this team, of 32 bytes."
        let unsigned = try await expectSame(as: first, environment("read", key: key), made: 16, warnings: 1)
        #expect(unsigned.remoteCache?.unsigned == 4)
        try await expectSame(as: first, environment(key: key), made: 16, warnings: 1)
        try await expectSame(as: first, environment("read", key: key), made: 0)
        try await expectSame(
            as: first, environment("read", key: "the key of another team, 32 by."), made: 16, warnings: 1)
    }

    @Test func aStoreThatIsNotThereCostsAWarning() async throws {
        let first = try site()
        try await first.build()
        let environment = [
            "ALCEDO_REMOTE_CACHE": "file://\(share.path)/gone/store",
            "ALCEDO_REMOTE_CACHE_MODE": "read-write",
        ]
        try await expectSame(as: first, environment, made: 16, warnings: 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: share.path).isEmpty)
    }

    @Test func aShortKeyIsAMistake() async throws {
        let site = try site()
        for key in ["short", " \n", "                        "] {
            await #expect(throws: ManifestMistakes.self) { try await site.build(environment(key: key)) }
        }
    }

    @Test func credentialsOfSeveralLinesAreAMistake() async throws {
        let site = try site()
        let environment = [
            "ALCEDO_REMOTE_CACHE": "https://127.0.0.1:1/x",
            "ALCEDO_REMOTE_CACHE_AUTHORIZATION": "Bearer a\nX-Other: b",
        ]
        let mistakes = await #expect(throws: ManifestMistakes.self) { try await site.build(environment) }
        #expect(mistakes.map { "\($0)".contains("X-Other") } == false)
    }

    /// A secret from a file often ends with a line break.
    @Test func aLineBreakAtTheEndOfTheKeyIsNoPartOfIt() async throws {
        let first = try site()
        let key = "a key of this team, of 32 bytes."
        try await first.build(environment(key: key))
        try await expectSame(as: first, environment("read", key: key + "\n"), made: 0)
    }

    /// The store knows a picture by its bytes and what is requested of it, not by its name or folder.
    @Test func namesAndFoldersDoNotMatter() async throws {
        try await site().build(environment())
        let other = try TestSite(
            TestSite.usual.replacingOccurrences(of: "photos/*.png", with: "other/**/*.png"), pictures: [])
        for seed in 0..<4 { try other.picture("other/deep/\(9 - seed).png", seed) }
        #expect(try await other.build(environment("read")).made == 0)
    }
}

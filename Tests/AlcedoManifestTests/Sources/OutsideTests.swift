import AlcedoBase
import AlcedoLoading
import Foundation
import Testing

@testable import AlcedoManifest

/// Files outside of the manifest's folder, one kind of path in each test, and the exceptions of `allow-outside`.
@Suite struct OutsideTests {
    private let folder: TemporaryFolder
    private let outside: TemporaryFolder
    private static let secret = "root:x:0:0:root:/root:/bin/bash\n"

    init() throws {
        (folder, outside) = (try TemporaryFolder(), try TemporaryFolder())
        try outside.write(Self.secret, to: "secret")
    }

    /// Reads the manifest in the folder and resolves its sources. Returns all messages, and the sources.
    private func check(_ settings: String, _ sources: String) throws -> (
        messages: [String], sources: [ResolvedSource]
    ) {
        try folder.write(
            "version: 1\noutput: out\nvariants: { a: { width: 5 } }\n\(settings)\nsources:\n\(sources)",
            to: "images.yml")
        let (_, found, diagnostics) = ManifestReader.check(
            path: folder.path + "/images.yml", environment: [:])
        let messages = diagnostics.map(\.message)
        // Whatever is wrong with a file outside, nothing of it is shown.
        for message in messages { #expect(!message.contains("root:x")) }
        return (messages, found?.sources ?? [])
    }

    private var allowed: String { "allow-outside: \(outside.path)" }

    private static let linkedOut =
        "is a link that leads out of the manifest's folder; move the file there, "
        + "or name its folder in 'allow-outside'"

    @Test func aListBehindALinkIsNeitherReadNorQuoted() throws {
        try outside.write(#"[{"path":"secret"}]"#, to: "rows.json")
        try folder.link("d", to: outside.path)
        try folder.link("secret.json", to: outside.path + "/secret")
        let found = try check("", "  - list: d/rows.json\n  - list: secret.json\n")
        #expect(
            found.messages == [
                "the list 'd/rows.json' \(Self.linkedOut)", "the list 'secret.json' \(Self.linkedOut)",
            ])
        #expect(found.sources.isEmpty)
    }

    @Test func rowsMayFollowLinksToAllowedFoldersOnly() throws {
        let third = try TemporaryFolder()
        try third.write("x", to: "c.jpg")
        try outside.write(#"[{"path":"secret"},{"path":"third/c.jpg"}]"#, to: "rows.json")
        try outside.link("third", to: third.path)
        try folder.link("d", to: outside.path)
        let found = try check(allowed, "  - list: d/rows.json\n")
        #expect(found.sources.map(\.origin.shown) == ["d/secret"])
        #expect(found.messages.count == 1)
        #expect(
            found.messages.first?.contains("'d/third/c.jpg' is a link that leads out of the list's folder")
                == true)
    }

    @Test func rowsOfAListInTheFolderStayInTheManifestsFolder() throws {
        try folder.write(#"[{"path":"secret.jpg"}]"#, to: "rows.json")
        try folder.link("secret.jpg", to: outside.path + "/secret")
        let refused = try check("", "  - list: rows.json\n")
        #expect(refused.sources.isEmpty)
        #expect(refused.messages.first?.contains("is a link that leads out of the manifest's folder") == true)
        #expect(try check(allowed, "  - list: rows.json\n").sources.count == 1)
    }

    @Test func filesAndPatternsMayFollowLinksToAllowedFolders() throws {
        try outside.write("x", to: "y/a.jpg")
        try folder.link("photos", to: outside.path + "/y")
        let sources = "  - path: photos/*.jpg\n  - path: photos/a.jpg\n    alt: A\n"
        #expect(try check("", sources).sources.isEmpty)
        for settings in [allowed, "allow-outside: [nowhere, \(outside.path)/y]"] {
            let found = try check(settings, sources)
            #expect(found.messages == [])
            #expect(found.sources.map(\.id) == ["photos/a.jpg"])
        }
        // A folder whose name only begins with an allowed one.
        #expect(try check("allow-outside: \(outside.path)/", sources).sources.count == 1)
        try outside.write("x", to: "yy/b.jpg")
        try folder.link("b.jpg", to: outside.path + "/yy/b.jpg")
        #expect(try check("allow-outside: \(outside.path)/y", "  - path: b.jpg\n").sources.isEmpty)
    }

    @Test func picturesForConditionsFollowTheSameRule() throws {
        try folder.write("x", to: "a.jpg")
        try folder.link("dark.jpg", to: outside.path + "/secret")
        let sources = "  - path: a.jpg\n    media: { '(prefers-color-scheme: dark)': dark.jpg }\n"
        #expect(try check("", sources).sources.isEmpty)
        #expect(try check(allowed, sources).sources.count == 2)
    }

    @Test(arguments: ["mark.png", "../OUTSIDE/mark.png", "/OUTSIDE/mark.png"])
    func picturesOfBlendFollowTheSameRule(written: String) throws {
        let pixel =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
        let data = try #require(Data(base64Encoded: pixel))
        try data.write(to: URL(fileURLWithPath: outside.path + "/mark.png"))
        try folder.link("mark.png", to: outside.path + "/mark.png")
        try folder.write("x", to: "a.jpg")
        let name = outside.path.split(separator: "/").last ?? ""
        let path = written.replacing("../OUTSIDE", with: "../" + name).replacing(
            "/OUTSIDE", with: outside.path)
        let settings = "defaults: { process: [blend: { image: \(path) }] }\n"
        let refused = try check(settings, "  - path: a.jpg\n")
        #expect(refused.messages.count == 1)
        #expect(
            refused.messages.first?.hasPrefix(
                "'\(YAMLNode.excerpt(path))' leads out of the manifest's folder") == true)
        #expect(try check(settings + allowed, "  - path: a.jpg\n").messages == [])
    }

    @Test func everythingIsNotAllowedAtOnce() throws {
        for (path, what) in [
            ("/", "is the whole disk"), ("../../../..", "is the whole disk"),
            (outside.path, "holds your home"),
        ] {
            try folder.write(
                "version: 1\noutput: out\nallow-outside: '\(path)'\nsources: []\n", to: "images.yml")
            let (manifest, diagnostics) = ManifestReader.read(
                path: folder.path + "/images.yml", environment: ["HOME": outside.path + "/me"])
            #expect(manifest == nil)
            #expect(diagnostics.contains { $0.message.contains("'allow-outside' \(what)") }, "\(diagnostics)")
        }
    }

    // MARK: - The manifest itself

    private func mistakes(_ name: String) -> [String] {
        ManifestReader.read(path: folder.path + "/" + name, environment: [:]).diagnostics.map(\.message)
    }

    @Test(arguments: [
        OutsideTests.secret, "TOKEN=abc\nPASSWORD=geheim\n", "apiVersion: v1\ndata: { password: geheim }\n",
        "- geheim\n- geheim2\n", "geheim: [\n", "\tgeheim: x\n", "{\"geheim\": 1,}", "version=3 geheim: x\n",
    ])
    func aFileThatIsNoManifestIsNotQuoted(text: String) throws {
        try folder.write(text, to: "other")
        let mistakes = mistakes("other")
        #expect(mistakes.count == 1)
        #expect(mistakes.first?.hasPrefix("not a manifest: it has none of the keys 'version', ") == true)
    }

    @Test func aManifestWithMistakesIsQuoted() throws {
        for text in ["version: 1\nwidht: 3\n", "{\"version\" : 1, widht: 3}", "version: 1\nalt: A: widht\n"] {
            try folder.write(text, to: "images.yml")
            #expect(mistakes("images.yml").contains { $0.contains("widht") }, "\(mistakes("images.yml"))")
        }
        try folder.write("", to: "images.yml")
        #expect(mistakes("images.yml").first?.hasPrefix("the manifest is empty") == true)
    }

    @Test func aLinkOutOfTheFolderIsReadButNotQuoted() throws {
        try outside.write("version: 1\npassword: geheim\n", to: "hosts.yml")
        try folder.link("images.yml", to: outside.path + "/hosts.yml")
        let found = mistakes("images.yml")
        #expect(found.count == 1)
        #expect(found.first?.contains("--manifest \(outside.path)/hosts.yml") == true)
        #expect(found.first?.contains("password") == false)
        // A valid one works as before.
        try outside.write("version: 1\noutput: out\nsources: [{ data: 'data:,x', id: a }]\n", to: "hosts.yml")
        #expect(mistakes("images.yml") == [])
    }

    // MARK: - The lock file

    private func book(_ settings: String = "") throws -> LockBook {
        try folder.write(
            "version: 1\noutput: out\n\(settings)\nsources: [{ data: 'data:,x', id: a }]\n", to: "images.yml")
        let (manifest, diagnostics) = ManifestReader.read(path: folder.path + "/images.yml", environment: [:])
        return try LockBook(try #require(manifest, "\(diagnostics)"), isFrozen: false)
    }

    @Test(arguments: ["secret", "none"])
    func aLockFileBehindALinkIsNeitherReadNorWritten(target: String) throws {
        try folder.link("images.lock", to: outside.path + "/" + target)
        let mistakes = #expect(throws: ManifestMistakes.self) { try book() }
        #expect(mistakes?.diagnostics.map(\.message) == ["the lock file \(Self.linkedOut)"])
        #expect(try FileSystem.status(of: outside.path + "/none") == nil)
    }

    @Test func aLockFileMayBeInAnAllowedFolder() throws {
        try outside.write("{ \"sources\": {}, \"version\": 1 }", to: "real.lock")
        try folder.link("images.lock", to: outside.path + "/real.lock")
        let book = try book(allowed)
        let remote = RemoteSource(url: SecretText("https://a"), pin: true, cacheKey: nil)
        book.note(remote, at: 0, .init(digest: ContentDigest(hashing: "x"), bytes: 1))
        try book.save(keeping: nil)
        #expect(try LockFile(path: outside.path + "/real.lock", shown: "").pins.count == 1)
    }

    @Test func aLockFileThatBecomesALinkDuringTheRunIsNotWritten() throws {
        let book = try book()
        book.note(
            RemoteSource(url: SecretText("https://a"), pin: true, cacheKey: nil), at: 0,
            .init(digest: ContentDigest(hashing: "x"), bytes: 1))
        try folder.link("images.lock", to: outside.path + "/new.lock")
        #expect(throws: SiteError.self) { try book.save(keeping: nil) }
        #expect(try FileSystem.status(of: outside.path + "/new.lock") == nil)
    }

    // MARK: Places to write to

    static let places = [
        ("output: site/images\n", "'output'", "site/images"),
        ("output: out\nindex: site/index.json\n", "'index'", "site/index.json"),
        ("output: out\nswift: site/Images.swift\n", "'swift'", "site/Images.swift"),
        ("output: out\nfavicon: { source: i.svg, folder: site }\n", "'folder' in 'favicon'", "site"),
    ]

    private func messages(of settings: String, more: String = "") throws -> [String] {
        try folder.write("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", to: "i.svg")
        let rest = "variants: { a: { width: 5 } }\nsources: [{ url: 'https://example.org/a.jpg' }]\n"
        try folder.write("version: 1\n\(settings)\(more)\(rest)", to: "images.yml")
        return ManifestReader.check(path: folder.path + "/images.yml", environment: [:]).diagnostics
            .map(\.message)
    }

    @Test(arguments: places)
    func nothingIsWrittenThroughALinkOutOfTheFolder(settings: String, key: String, path: String) throws {
        #expect(try messages(of: settings) == [])
        try folder.link("site", to: outside.path)
        let place = PathRules.real(folder.path + "/" + path)
        let wrong =
            "\(key) is a link, or is behind one, that leads out of the manifest's folder, to \(place); name that place in "
            + "\(key) itself, or its folder in 'allow-outside'"
        #expect(try messages(of: settings) == [wrong])
        #expect(try messages(of: settings, more: allowed + "\n") == [])
        // The manifest's own words may lead anywhere.
        #expect(try messages(of: settings.replacingOccurrences(of: "site", with: outside.path)) == [])
    }

    @Test func aLinkWithinTheFolderIsFollowed() throws {
        try folder.write("x", to: "real/x")
        try folder.link("site", to: "real")
        for (settings, _, _) in Self.places { #expect(try messages(of: settings) == []) }
    }

    @Test func aLinkOutToAFolderThatIsNotThereIsNoneToWriteTo() throws {
        try folder.link("out", to: outside.path + "/none")
        #expect(try messages(of: "output: out\n").map { $0.contains("leads out of") } == [true])
    }
}

import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Records of icons that name files elsewhere: the state in the cache and the last index may be forged, by an author who
/// knows the bytes of these files.
@Suite(.timeLimit(.minutes(60))) struct ForgedIconsTests {
    let site: TestSite
    private static let manifest = """
        version: 1
        output: site/images
        base-url: /images
        variants:
          small: { widths: [20] }
        sources:
          - path: photos/*.png
        """
    private static let head = Data("ref: refs/heads/main\n".utf8)

    init() async throws {
        site = try TestSite(Self.manifest, pictures: ["a"])
        for name in [
            ".git/HEAD", ".git/favicon.ico", "outside/favicon.ico", "photos/favicon.ico", "favicon.ico",
            "site/robots.txt", "site/FAVICON.ICO", "site/images/mine.txt",
        ] {
            try site.put(Self.head, name)
        }
        try site.folder.link("site/link", to: site.path("outside"))
        try site.folder.link("site/favicon.svg", to: site.path("outside/favicon.ico"))
        try await site.settle()
    }

    enum Record: CaseIterable { case state, index }

    /// Folders as an index has them, relative to the output.
    private var folders: [String] {
        [
            "../../.git", "../../outside", "../../photos", "../..", "..", "../link", "../x/../../outside",
            ".", "",
            "\0", "../../OUTSIDE", "../../outside/", site.path("outside"), site.path(".git"),
            site.path("site/link"),
        ]
    }
    private static let names = [
        "HEAD", "favicon.ico", "robots.txt", "FAVICON.ICO", "favicon.svg", "mine.txt", "../favicon.ico",
        "favicon.ico\0", "favicon.ico/", ".", "..", "",
    ]

    private func forge(_ record: Record, _ folders: [String], _ names: [String] = names) throws {
        let digest = ContentDigest(hashing: Self.head)
        switch record {
        case .state:
            var writer = FieldWriter()
            writer.write("alcedo-favicon-1")
            let spelled = folders.flatMap { folder in
                [
                    site.path("site/images/" + folder),
                    PathRules.absolute(folder, from: site.path("site/images")), folder,
                ]
            }
            writer.writeList(spelled.flatMap { folder in names.map { folder + "/" + $0 } }) { writer, path in
                writer.write(path)
                writer.write(digest)
            }
            try site.states.storeState(writer.bytes, named: "favicon-" + id)
        case .index:
            if try site.exists(".alcedo") { try site.remove(".alcedo") }
            var index = try ImageIndex(unchecked: site.bytes("site/images/index.json"))
            index.siteIcons = ImageIndex.Favicon(
                files: names.map { name in
                    ImageIndex.Favicon.File(
                        bytes: Self.head.count, digest: digest.sri, file: name, type: "image/png", url: "/x")
                }, folder: folders[0], source: "x")
            try site.put(index.canonicalJSON(), "site/images/index.json")
        }
    }

    private var id: String { Ledger.id(ofOutput: site.path("site/images")) }

    private func canaries() throws -> [String: Data] {
        try site.files("").filter { $0.value == Self.head }
    }

    @Test(arguments: Record.allCases) func nothingElsewhereIsDeleted(_ record: Record) async throws {
        let before = try canaries()
        #expect(before.count == 8)
        for folders in record == .state ? [folders] : folders.map({ [$0] }) {
            for work in ["plan", "clean", "build"] {
                try forge(record, folders)
                switch work {
                case "plan": #expect(try await site.builder().plan().deletions == [], "\(folders)")
                case "build": try await site.build()
                default:
                    _ = try await site.builder().clean()
                    if record == .index { try await site.build() }
                }
                #expect(try canaries() == before, "\(work) with \(folders)")
                #expect(try site.exists("site/favicon.svg"))
            }
        }
    }

    @Test(arguments: Record.allCases) func iconsInAFormerFolderOfTheSiteAreDeleted(_ record: Record)
        async throws
    {
        for work in ["plan", "build", "clean"] {
            try site.put(Self.head, "site/icons/favicon.ico")
            try forge(record, ["../icons"], ["favicon.ico"])
            switch work {
            case "plan":
                #expect(try await site.builder().plan().deletions == [site.path("site/icons/favicon.ico")])
            case "build": #expect(try await site.build().filesDeleted == 1)
            default: _ = try await site.builder().clean()
            }
            #expect(try site.exists("site/icons/favicon.ico") == (work == "plan"))
        }
    }

    @Test func iconsOutsideOfTheSiteAreSaidOnceAndLeft() async throws {
        try forge(.state, ["../../outside"], ["favicon.ico"])
        let events = Collected<BuildEvent>()
        for _ in 0..<2 { try await site.build(tell: { events.add($0) }) }
        let warnings = events.all.compactMap { event in
            if case .warning(let warning) = event { warning.message } else { nil }
        }
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix(site.path("outside/favicon.ico")) == true)
        #expect(warnings.first?.contains("it was left") == true)
    }
}

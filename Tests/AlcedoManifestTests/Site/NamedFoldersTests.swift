import AlcedoBase
import Foundation
import Testing

@testable import AlcedoManifest

/// Which recorded paths are in a folder that a run names.
@Suite struct NamedFoldersTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func at(_ name: String) -> String { folder.path + "/" + name }

    private func site(_ manifest: String) throws -> Site {
        try FileSystem.createDirectory(at: at("project"))
        try Data(("version: 1\nvariants: { v: {} }\nsources: []\n" + manifest).utf8).write(
            to: URL(fileURLWithPath: at("project/images.yml")))
        return try Site(BuildOptions(manifest: at("project/images.yml")), environment: [:])
    }

    private func name(_ path: String, _ named: NamedFolders) -> String? {
        named.file(at(path)).map { PathRules.relative($0.path, to: folder.path) }
    }

    @Test func filesAreBelowTheRootOfTheSite() throws {
        let named = try site("output: public/images\nbase-url: /images").namedFolders()
        for path in ["public/favicon.ico", "public/icons/favicon.ico", "public/images/a/b.webp"] {
            #expect(name("project/" + path, named) == "project/" + path)
        }
        for path in [
            "project/favicon.ico", "project/.git/HEAD", "public/favicon.ico", "project/public",
            "project/public/../favicon.ico", "project/public//favicon.ico", "project/public/./favicon.ico",
            "project/public/favicon.ico/", "project/public/favicon.ico\0", "project/publicly/favicon.ico",
            "project/PUBLIC/favicon.ico",
        ] {
            #expect(name(path, named) == nil, "\(path)")
        }
        for path in ["", "/", ".", "favicon.ico", "public/favicon.ico", "../favicon.ico"] {
            #expect(named.file(path) == nil, "\(path)")
        }
    }

    @Test(arguments: ["output: images\nbase-url: /images", "output: ../images\nbase-url: /images"])
    func whereTheManifestIsInTheSiteFilesAreNotBelowIt(_ manifest: String) throws {
        let site = try site(manifest)
        let (root, named) = (site.manifest.siteRoot.folder, site.namedFolders())
        #expect(named.file(root + "/favicon.ico")?.name == "favicon.ico")
        #expect(named.file(site.output + "/a/b")?.name == "a/b")
        #expect(named.file(root + "/.git/HEAD") == nil)
        #expect(named.file(root + "/photos/favicon.ico") == nil)
    }

    @Test func iconsAndOptionsNameFoldersElsewhere() throws {
        let site = try site("output: out\nfavicon: { source: images.yml, folder: ../icons }")
        #expect(name("icons/favicon.ico", site.namedFolders()) == "icons/favicon.ico")
        #expect(name("icons/sub/favicon.ico", site.namedFolders()) == nil)
        #expect(name("pages/a.html", site.namedFolders()) == nil)
        #expect(name("pages/a.html", site.namedFolders(besides: [at("pages")])) == "pages/a.html")
    }

    @Test func aFolderIsNamedWithAndWithoutItsLinks() throws {
        try FileSystem.createDirectory(at: at("real/images"))
        try FileManager.default.createSymbolicLink(
            atPath: at("link"), withDestinationPath: at("real"))
        let named = NamedFolders([at("link")])
        let real = PathRules.real(folder.path)
        #expect(named.file(at("link/a.html"))?.name == "a.html")
        #expect(named.file(real + "/real/a.html")?.name == "a.html")
        #expect(named.have(folder: real + "/real/images"))
        // A record has the path without links.
        #expect(!named.have(folder: real + "/link"))
        #expect(!NamedFolders([real + "/real"]).have(folder: real + "/link/images"))
        #expect(!NamedFolders([], top: [real + "/real"]).have(folder: real + "/real/images"))
    }
}

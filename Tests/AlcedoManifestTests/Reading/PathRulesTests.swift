import AlcedoBase
import AlcedoLoading
import AlcedoRecipes
import Foundation
import Testing

@testable import AlcedoManifest

struct PathRulesTests {
    @Test(
        arguments: [
            ("/site/Public/index.json", "/site/Sources/Site", "../../Public/index.json"),
            ("/site/a/index.json", "/site/a", "index.json"), ("/x/index.json", "/y/z", "../../x/index.json"),
        ])
    func theWayFromAFolderToAFile(path: String, folder: String, way: String) {
        #expect(PathRules.relative(path, to: folder) == way)
    }

    @Test func aLinkIsResolvedBeforeItsTargetExists() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "deep/x")
        try folder.link("a", to: "deep/b")
        try folder.link("deep/b", to: "../out")
        try folder.link("loop", to: "loop")
        try folder.link("up", to: "/nowhere/at/all")
        for name in ["out", "a", "deep/b"] {
            #expect(PathRules.real(folder.path + "/\(name)/c/d") == folder.path + "/out/c/d")
        }
        #expect(PathRules.real(folder.path + "/up/x") == "/nowhere/at/all/x")
        #expect(PathRules.real(folder.path + "/loop/x") == folder.path + "/loop/x")
    }

    /// The cache would be locked twice, without an end.
    @Test func aCacheThatIsALinkToTheFutureOutputIsAMistake() throws {
        let folder = try TemporaryFolder()
        try folder.write("version: 1\noutput: out\nsources: [{ data: 'data:,x', id: a }]\n", to: "images.yml")
        for target in ["out", "out/below", "./x/../out"] {
            try folder.link(".alcedo", to: target)
            let (manifest, diagnostics) = ManifestReader.read(
                path: folder.path + "/images.yml", environment: [:])
            #expect(manifest == nil)
            #expect(diagnostics.map(\.message) == ["'cache' is inside 'output'; put it elsewhere"])
            try FileManager.default.removeItem(atPath: folder.path + "/.alcedo")
        }
    }
}

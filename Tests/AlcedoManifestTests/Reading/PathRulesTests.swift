import AlcedoBase
import AlcedoImaging
import AlcedoLoading
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
}

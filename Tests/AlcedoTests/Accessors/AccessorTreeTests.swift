import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct AccessorTreeTests {
    @Test func foldersOfIdsAreFoldersOfNames() throws {
        let tree = try AccessorTree(ids: ["birds/kingfisher.jpg", "birds/sea/gull.png", "hero"])
        #expect(tree.images == ["hero": "hero"])
        #expect(tree.folders["birds"]?.images == ["kingfisher": "birds/kingfisher.jpg"])
        #expect(tree.folders["birds"]?.folders["sea"]?.images == ["gull": "birds/sea/gull.png"])
    }

    @Test func extensionsDistinguishPicturesOfOneName() throws {
        let tree = try AccessorTree(ids: ["a.jpg", "a.png", "b.jpg"])
        #expect(tree.images == ["aJpg": "a.jpg", "aPng": "a.png", "b": "b.jpg"])
    }

    @Test func aFolderKeepsItsNameBesideAPicture() throws {
        let tree = try AccessorTree(ids: ["birds.jpg", "birds/gull.jpg"])
        #expect(tree.images == ["birdsJpg": "birds.jpg"])
        #expect(tree.folders["birds"]?.images == ["gull": "birds/gull.jpg"])
    }

    @Test func theCatalogKeepsItsName() throws {
        let tree = try AccessorTree(ids: ["catalog", "shop/catalog"])
        #expect(tree.images == ["catalogPicture": "catalog"])
        #expect(tree.folders["shop"]?.images == ["catalog": "shop/catalog"])
    }

    @Test func aFolderOfThatNameGivesWay() throws {
        let tree = try AccessorTree(ids: ["catalog/shoes.jpg"])
        #expect(tree.folders.keys.sorted() == ["catalogFolder"])
        #expect(tree.folders["catalogFolder"]?.images == ["shoes": "catalog/shoes.jpg"])
    }

    @Test func onlyThePictureWithAnEndingIsLengthened() throws {
        #expect(try AccessorTree(ids: ["a", "a.jpg"]).images == ["a": "a", "aJpg": "a.jpg"])
    }

    @Test func aVersionNumberIsNotAnExtension() throws {
        let tree = try AccessorTree(ids: ["map v1.2", "map v1.3"])
        #expect(tree.images == ["mapV12": "map v1.2", "mapV13": "map v1.3"])
    }

    @Test(arguments: [["a-b.jpg", "a_b.jpg"], ["a-b", "a b"], ["x.jpg", "x.png", "xJpg"]])
    func picturesWithEqualNamesAreReported(ids: [String]) throws {
        let error = #expect(throws: SiteError.self) { try AccessorTree(ids: ids) }
        let text = try #require(error).description
        #expect(text.contains("in Swift; give one of them another 'id'"), "\(text)")
        #expect(ids.filter { text.contains("'\($0)'") }.count == 2, "\(text)")
    }
}

import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// Regions as the Metadata Working Group's guidelines (2.0, 5.9) describe them, in the notations of RDF.
@Suite struct FaceRegionTests {
    static let spaces = """
        xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" \
        xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"
        """

    /// As Lightroom writes it: structures as attributes.
    static func attributes(_ areas: [(x: Double, y: Double, w: Double, h: Double)], type: String = "Face")
        -> String
    {
        let items = areas.map {
            """
            <rdf:li><rdf:Description mwg-rs:Type="\(type)" mwg-rs:Name="Ada"><mwg-rs:Area stArea:x="\($0.x)" \
            stArea:y="\($0.y)" stArea:w="\($0.w)" stArea:h="\($0.h)" stArea:unit="normalized"/></rdf:Description></rdf:li>
            """
        }
        return """
            <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:AppliedToDimensions stDim:w="4032" stDim:h="3024" \
            stDim:unit="pixel"/><mwg-rs:RegionList><rdf:Bag>\(items.joined())</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
            """
    }

    static func packet(_ regions: String) -> Data { XMPTests.packet(regions, attributes: spaces) }

    private func faces(_ regions: String) -> [FaceRegion] { XMPRegions.faces(in: Self.packet(regions)) }

    @Test func regionsAreReadFromAttributes() {
        let found = faces(Self.attributes([(0.25, 0.5, 0.1, 0.2), (0.75, 0.4, 0.05, 0.06)]))
        #expect(
            found == [
                FaceRegion(x: 0.25, y: 0.5, width: 0.1, height: 0.2),
                FaceRegion(x: 0.75, y: 0.4, width: 0.05, height: 0.06),
            ])
    }

    /// As phones write it: structures as elements.
    @Test func regionsAreReadFromElements() {
        let found = faces(
            """
            <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Seq>
            <rdf:li rdf:parseType="Resource">
            <mwg-rs:Area rdf:parseType="Resource"><stArea:h>0.2</stArea:h><stArea:w>0.1</stArea:w>
            <stArea:x>0.25</stArea:x><stArea:y> 0.5 </stArea:y><stArea:unit>normalized</stArea:unit></mwg-rs:Area>
            <mwg-rs:Type>Face</mwg-rs:Type></rdf:li>
            </rdf:Seq></mwg-rs:RegionList></mwg-rs:Regions>
            """)
        #expect(found == [FaceRegion(x: 0.25, y: 0.5, width: 0.1, height: 0.2)])
    }

    @Test func petsHaveFacesToo() {
        #expect(faces(Self.attributes([(0.5, 0.5, 0.1, 0.1)], type: "Pet")).count == 1)
    }

    @Test(arguments: ["Focus", "BarCode", ""])
    func otherRegionsAreNotFaces(type: String) {
        #expect(faces(Self.attributes([(0.5, 0.5, 0.1, 0.1)], type: type)).isEmpty)
    }

    @Test(arguments: [(-0.1, 0.1), (1.5, 0.1), (.nan, 0.1), (.infinity, 0.1), (0.5, 0), (0.5, -1), (0.5, 2)])
    func numbersThatAreNoFractionsAreIgnored(x: Double, width: Double) {
        #expect(faces(Self.attributes([(x, 0.5, width, 0.1)])).isEmpty)
    }

    @Test func pixelsAreIgnored() {
        let found = faces(
            Self.attributes([(0.5, 0.5, 0.1, 0.1)]).replacingOccurrences(of: "normalized", with: "pixel"))
        #expect(found.isEmpty)
    }

    @Test func damagedPacketsHaveNoFaces() {
        let packet = Self.packet(Self.attributes([(0.5, 0.5, 0.1, 0.1)]))
        for count in stride(from: 0, to: packet.count - 20, by: 7) {
            let cut = XMPRegions.faces(in: packet.prefix(count))
            // Only the end of the wrapper may be missing.
            #expect(cut.isEmpty, "\(count) of \(packet.count) bytes")
        }
    }

    /// A box in a picture of 100 × 100, turned by hand: Exif 2.3, 4.6.4 A says where the stored first row and column are
    /// displayed. The stored box is 10 to 30 from the left, and 60 to 70 from the top.
    @Test(arguments: [
        (1, [10, 60, 30, 70]), (2, [70, 60, 90, 70]), (3, [70, 30, 90, 40]), (4, [10, 30, 30, 40]),
        (5, [60, 10, 70, 30]), (6, [30, 10, 40, 30]), (7, [30, 70, 40, 90]), (8, [60, 70, 70, 90]),
    ])
    func regionsAreTurnedWithThePicture(orientation: Int, box: [Int]) {
        let face = FaceRegion(x: 0.2, y: 0.65, width: 0.2, height: 0.1).upright(orientation: orientation)
        let sides = [
            face.x - face.width / 2, face.y - face.height / 2, face.x + face.width / 2,
            face.y + face.height / 2,
        ]
        #expect(sides.map { Int(($0 * 100).rounded()) } == box)
    }
}

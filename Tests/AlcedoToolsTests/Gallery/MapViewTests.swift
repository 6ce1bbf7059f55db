import Testing

@testable import Alcedo
@testable import AlcedoGallery
@testable import AlcedoManifest

/// The projection of a gallery's map, its lines, scale and tiles.
@Suite struct MapViewTests {
    private func point(_ latitude: Double, _ longitude: Double) -> MapView.Point {
        MapView.Point(.init(latitude: latitude, longitude: longitude))
    }

    /// The tiles are those of https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames, "Implementations".
    @Test(arguments: [
        // Latitude, longitude, zoom, column, row.
        (51.51202, 0.02435, 17, 65544, 43582), (0.0, 0.0, 1, 1, 1), (85.0511, -180.0, 3, 0, 0),
        (-33.8568, 151.2153, 10, 942, 614),
    ])
    func positionsAreOnTheirTiles(
        _ latitude: Double, _ longitude: Double, _ zoom: Int, _ column: Int, _ row: Int
    ) {
        let point = point(latitude, longitude)
        let count = Double(1 << zoom)
        #expect(Int(point.x * count) == column)
        #expect(Int(point.y * count) == row)
        #expect(abs(point.latitude - min(latitude, 85.05)) < 1e-6)
    }

    @Test func allPlacesAreInViewWithSpaceAroundThem() {
        let points = [point(64.1, -21.9), point(63.4, -19.0), point(66.1, -14.5)]
        let view = MapView(of: points)
        for place in points.map(view.place) {
            #expect((0.05...0.95).contains(place.x))
            #expect((0.05...0.95).contains(place.y))
        }
        #expect(abs(view.width / view.height - MapView.ratio) < 1e-9)
    }

    @Test func placesOnBothSidesOfTheDateLineAreNear() {
        // Fiji and Samoa, 10 degrees apart, with the 180th meridian between them.
        let points = [point(-18.1, 178.4), point(-13.8, -171.8)]
        let view = MapView(of: points)
        #expect(view.width < 20.0 / 360)
        let places = points.map(view.place)
        #expect(places[0].x > 0 && places[0].x < places[1].x && places[1].x < 1)
        #expect(view.meridians.map(\.label).contains("180°") || view.meridians.map(\.label).contains("−180°"))
        // Columns are counted again from 0.
        let tiles = view.tiles(pixels: 1200)
        #expect(tiles.allSatisfy { (0..<(1 << $0.zoom)).contains($0.column) })
        #expect(tiles.contains { $0.column == 0 } && tiles.contains { $0.column == (1 << $0.zoom) - 1 })
    }

    /// Svalbard, McMurdo, both poles, and the ends of the projection.
    @Test(arguments: [
        [(78.2, 15.6), (-77.85, 166.7), (-80, -150), (51.5, -0.1)], [(90, 0), (-90, 0)], [(90, 10)],
        [(86, -30), (89.9, 150)], [(-85.05, 0), (85.05, 180), (0, -90)], [(-89, 179.99), (-89, -179.99)],
    ])
    func placesNearThePolesAreInView(_ positions: [(Double, Double)]) {
        let points = positions.map { point($0.0, $0.1) }
        let view = MapView(of: points)
        for place in points.map(view.place) {
            #expect((0.0499...0.9501).contains(place.x) && (0.0499...0.9501).contains(place.y), "\(place)")
        }
        let count = 1 << (view.tiles(pixels: 1200).first?.zoom ?? 0)
        #expect(
            view.tiles(pixels: 1200).allSatisfy {
                (0..<count).contains($0.row) && (0..<count).contains($0.column)
            })
        let degrees = (view.parallels + view.meridians).map { line in
            Double(line.label.filter { $0.isNumber || $0 == "." }) ?? 999
        }
        #expect(degrees.prefix(view.parallels.count).allSatisfy { $0 <= 85.05 })
        #expect(degrees.allSatisfy { $0 <= 180 })
        // Beside a single place as well.
        for point in points {
            let place = MapView(around: point).place(of: point)
            #expect(abs(place.x - 0.5) < 1e-9 && abs(place.y - 0.5) < 1e-9)
        }
    }

    /// Two pictures at 180 degrees of Fiji, and one in London, a little west of Greenwich.
    @Test func onePlaceOnBothSidesOfTheDateLineIsAtTheDateLine() throws {
        let positions = [(-16.85, 179.99), (-16.85, -179.99), (51.5, -0.1)]
        let ids = positions.indices.map { "\($0).jpg" }
        var index = GalleryListsTests.index(ids)
        for (id, position) in zip(ids, positions) {
            index.images[id]?.meta?.gps = .init(latitude: position.0, longitude: position.1)
        }
        let map = GalleryMap(
            try GalleryPhoto.all(of: index, GalleryOptions()), GallerySettings.Map(), .english)
        #expect(map.places.map(\.photos) == [[0, 1], [2]])
        let line = try #require(map.view.meridians.first { $0.label.hasSuffix("180°") })
        #expect(abs(map.places[0].place.x - line.place) < 1e-9)
        let greenwich = try #require(map.view.meridians.first { $0.label == "0°" })
        // A tenth of a degree to the west.
        #expect(abs(map.places[1].place.x - greenwich.place + 0.1 / 360 / map.view.width) < 1e-9)
    }

    @Test func theWholeWorldAndASinglePlaceHaveAView() {
        let world = MapView(of: [point(-60, -170), point(80, 10), point(10, 175)])
        #expect(world.width <= 1 && world.top >= 0 && world.top + world.height <= 1.0001)
        #expect(world.tiles(pixels: 1200).count <= 40)
        let single = MapView(of: [point(48.2, 16.37)])
        #expect(abs(single.place(of: point(48.2, 16.37)).x - 0.5) < 1e-9)
        #expect(single.meridians.count >= 2)
        let empty = MapView(of: [])
        #expect(empty.width == 1)
    }

    @Test func linesHaveRoundNumbersInTheirPlaces() throws {
        let view = MapView(of: [point(63, -24), point(67, -13)])
        #expect(view.meridians.map(\.label) == ["−25°", "−20°", "−15°", "−10°"])
        for line in view.meridians {
            let degrees = try #require(Double(line.label.dropFirst().dropLast()))
            #expect(abs(view.place(of: point(65, -degrees)).x - line.place) < 1e-9)
        }
        for line in view.parallels {
            let degrees = try #require(Double(line.label.dropLast()))
            #expect(abs(view.place(of: point(degrees, -20)).y - line.place) < 1e-9)
        }
        #expect(view.parallels.count >= 2)
    }

    @Test func theScaleIsThatOfTheMiddle() throws {
        let view = MapView(of: [point(-1, 10), point(1, 13)])
        // A degree of longitude at the equator is 111.3 km, and the view is wider than the places.
        let degrees = view.width * 360
        let scale = view.scale
        let kilometers = try #require(Double(scale.label.split(separator: " ")[0]))
        #expect(abs(kilometers / 111.32 / degrees - scale.share) < 0.001)
        #expect((0.08...0.26).contains(scale.share))
    }

    @Test func tilesCoverTheView() {
        let view = MapView(of: [point(48, 16), point(48.3, 16.9)])
        let tiles = view.tiles(pixels: 1200)
        #expect(tiles.map(\.x).min() ?? 1 <= 0)
        #expect(tiles.map(\.y).min() ?? 1 <= 0)
        #expect(tiles.map { $0.x + $0.width }.max() ?? 0 >= 1)
        #expect(tiles.map { $0.y + $0.height }.max() ?? 0 >= 1)
        // About 256 of 1200 pixels, and as high as wide.
        for tile in tiles {
            #expect((0.14...0.32).contains(tile.width))
            #expect(abs(tile.width / tile.height * MapView.ratio - 1) < 1e-9)
        }
    }
}

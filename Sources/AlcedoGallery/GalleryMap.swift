import AlcedoBase
import AlcedoIndex
import AlcedoManifest

/// The map of a gallery: the places where its pictures were taken, with those that are near one another as one.
struct GalleryMap: Sendable {
    /// A place with its pictures.
    struct Place: Sendable {
        /// Its place as shares of the view's width and height.
        var place: MapView.Point
        /// Numbers of the pictures, from 0.
        var photos: [Int]
        /// `Reykjavík, Iceland`, or else the coordinates.
        var title: String
        /// `64.14660, −21.94260`.
        var coordinates: String
    }

    /// File name of its page.
    static let page = "map.html"
    /// Number of pictures that the page shows of a place.
    static let maxCards = 12
    /// Width of the map in pixels on wide screens.
    private static let pixels = 1200.0
    /// Places within a cell of this share of the view are one.
    private static let cell = 0.06

    let places: [Place]
    let view: MapView
    /// Number of each picture's place.
    let placeOfPhoto: [Int: Int]
    private let settings: GallerySettings.Map
    private let words: GalleryWords

    init(_ photos: [GalleryPhoto], _ settings: GallerySettings.Map, _ words: GalleryWords) {
        (self.settings, self.words) = (settings, words)
        let positions = photos.map { $0.image.meta?.gps.flatMap(Self.valid) }
        let points = positions.map { $0.map(MapView.Point.init) }
        let view = MapView(of: points.compactMap { $0 })
        var numbers: [MapView.Point: Int] = [:]
        var members: [[Int]] = []
        for (photo, point) in points.enumerated() {
            guard let point else { continue }
            let place = view.place(of: point)
            let cell = MapView.Point(
                x: (place.x / Self.cell).rounded(.down),
                y: (place.y / Self.cell / MapView.ratio).rounded(.down))
            if numbers.updateValue(numbers[cell] ?? members.count, forKey: cell) == nil { members.append([]) }
            members[numbers[cell] ?? 0].append(photo)
        }
        places = members.map { numbers in
            Self.place(
                of: numbers.compactMap { number in positions[number].map { (photos[number], $0) } }, numbers,
                in: view)
        }
        placeOfPhoto = Dictionary(
            uniqueKeysWithValues: members.enumerated().flatMap { place, photos in photos.map { ($0, place) } }
        )
        self.view = view
    }

    private static func place(
        of photos: [(photo: GalleryPhoto, position: ImageIndex.Position)], _ numbers: [Int], in view: MapView
    ) -> Place {
        // In the view, places on both sides of the 180th meridian are near one another.
        let points = photos.map { view.place(of: MapView.Point($0.position)) }
        let count = Double(max(points.count, 1))
        let coordinates = photos.first.map { Self.coordinates($0.position) } ?? ""
        return Place(
            place: MapView.Point(
                x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count),
            photos: numbers,
            title: photos.lazy.compactMap { $0.photo.image.meta.flatMap(name) }.first ?? coordinates,
            coordinates: coordinates)
    }

    /// A position with numbers that exist on Earth.
    private static func valid(_ position: ImageIndex.Position) -> ImageIndex.Position? {
        abs(position.latitude) <= 90 && abs(position.longitude) <= 180 ? position : nil
    }

    /// Returns `64.14660, −21.94260`: degrees north and east, to a meter.
    static func coordinates(_ position: ImageIndex.Position) -> String {
        [position.latitude, position.longitude].map { degrees in
            (degrees < 0 ? "\u{2212}" : "") + String(abs(degrees), places: 5)
        }.joined(separator: ", ")
    }

    /// Returns `Reykjavík, Iceland`, as far as the picture says it.
    static func name(_ meta: ImageIndex.Meta) -> String? {
        let parts = [meta.location ?? meta.city, meta.country].compactMap(GalleryCaption.text)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    // MARK: - Values

    /// The values of the map on its page: lines, tiles, scale, and points that lead to the places below it.
    var values: [String: Any] {
        var values = background(view)
        let scale = view.scale
        values["scale"] = ["label": scale.label, "width": percent(scale.share)]
        values["points"] = places.enumerated().map { number, place -> [String: Any] in
            var values = position(place.place)
            values["title"] = place.title
            values["count"] = place.photos.count
            values["isSeveral"] = place.photos.count > 1
            values["target"] = Self.anchor(number)
            return values
        }
        if let attribution = settings.attribution, settings.tiles != nil {
            values["attribution"] = attribution
        }
        return values
    }

    /// Returns the values of the small map on the page of a picture; `nil` if its position is unknown.
    func values(of photo: Int, _ meta: ImageIndex.Meta) -> [String: Any]? {
        guard let number = placeOfPhoto[photo], let gps = meta.gps else { return nil }
        // Lines alone say nothing about a single place, so they show it among the others; tiles show it from near.
        let own = settings.tiles == nil ? view : MapView(around: MapView.Point(gps))
        var values = background(own)
        let point = MapView.Point(gps)
        values["point"] = position(own.place(of: point))
        if settings.tiles == nil {
            values["others"] = places.map { position($0.place) }
        } else if let attribution = settings.attribution {
            values["attribution"] = attribution
        }
        values["coordinates"] = Self.coordinates(gps)
        values["title"] = Self.name(meta) ?? Self.coordinates(gps)
        values["page"] = "\(Self.page)#\(Self.anchor(number))"
        return values
    }

    /// The id of a place on the page.
    static func anchor(_ number: Int) -> String { "place-\(number + 1)" }

    private func background(_ view: MapView) -> [String: Any] {
        var values: [String: Any] = [:]
        if let tiles = settings.tiles {
            values["tiles"] = view.tiles(pixels: view == self.view ? Self.pixels : 360).map { tile in
                [
                    "url": tiles.replacing("{z}", with: "\(tile.zoom)")
                        .replacing("{x}", with: "\(tile.column)").replacing("{y}", with: "\(tile.row)"),
                    "x": percent(tile.x), "y": percent(tile.y), "width": percent(tile.width),
                    "height": percent(tile.height),
                ]
            }
        } else {
            values["meridians"] = view.meridians.filter(\.isInside).map {
                ["place": percent($0.place), "label": words.number($0.label)]
            }
            values["parallels"] = view.parallels.filter(\.isInside).map {
                ["place": percent($0.place), "label": words.number($0.label)]
            }
        }
        return values
    }

    private func position(_ place: MapView.Point) -> [String: Any] {
        ["x": percent(place.x), "y": percent(place.y)]
    }

    private func percent(_ share: Double) -> String { String(share * 100, places: 3) + "%" }
}

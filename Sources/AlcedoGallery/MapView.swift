import AlcedoBase
import AlcedoIndex

/// A rectangle of the map of the Earth in Web Mercator (EPSG:3857), the projection of map tiles.
///
/// Coordinates are shares of the map's width: `x` from west to east and `y` from north to south, both 0…1. A rectangle that
/// crosses the 180th meridian goes beyond 1. One that holds places near both poles is wider than the Earth, which is repeated
/// on both sides.
struct MapView: Hashable, Sendable {
    /// A position on the map.
    struct Point: Hashable, Sendable {
        var x: Double
        var y: Double

        /// The projection ends there, where the map is a square. Places beyond are shown at its end.
        static let maxLatitude = 85.05

        init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

        init(_ position: ImageIndex.Position) {
            x = (position.longitude + 180) / 360
            let latitude = min(max(position.latitude, -Self.maxLatitude), Self.maxLatitude) * .pi / 180
            y = (1 - asinh(tan(latitude)) / .pi) / 2
        }

        /// Degrees north.
        var latitude: Double { atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi }
    }

    /// A line of equal latitude or longitude.
    struct Line: Hashable, Sendable {
        /// Its place as a share of the view's height or width, 0…1.
        var place: Double
        /// `64.5°`; south and west are negative.
        var label: String
        /// Whether there is room for the label.
        var isInside: Bool { (0.01...0.93).contains(place) }
    }

    /// A tile, as shares of the view.
    struct Tile: Hashable, Sendable {
        var (zoom, column, row) = (0, 0, 0)
        var (x, y, width, height) = (0.0, 0.0, 0.0, 0.0)
    }

    private(set) var left: Double
    private(set) var top: Double
    private(set) var width: Double
    private(set) var height: Double

    /// Width divided by height of every view.
    static let ratio = 1.5
    /// The least space above and below the places, as a share of the height.
    private static let space = 0.05
    /// The width of a view of a single place, about three kilometers at 45 degrees.
    private static let minWidth = 1e-4
    private static let circumference = 40_075_016.7

    /// Creates a view of these points with space around them.
    init(of points: [Point]) {
        // The widest gap between neighbours is left out, so that places on both sides of the 180th meridian are near.
        let sorted = points.map(\.x).sorted()
        var start = sorted.first ?? 0
        var end = sorted.last ?? 1
        if let first = sorted.first, let last = sorted.last {
            var widest = first + 1 - last
            for (one, next) in zip(sorted, sorted.dropFirst()) where next - one > widest {
                (widest, start, end) = (next - one, next, one + 1)
            }
        }
        let north = points.map(\.y).min() ?? 0.5
        let south = points.map(\.y).max() ?? 0.5
        let span = max((end - start) * 1.3, (south - north) * 1.3 * Self.ratio, Self.minWidth)
        // The Earth is only repeated if it has to be, for places too far from north to south.
        let enough = (south - north) / (1 - 2 * Self.space) * Self.ratio
        width = min(span, max(1, enough))
        height = width / Self.ratio
        left = (start + end - width) / 2
        top = min(max((north + south - height) / 2, 0), max(1 - height, 0))
        // Beyond the end of the map only for places near it.
        top = max(min(top, north - height * Self.space), south - height * (1 - Self.space))
    }

    /// Creates a view of a point and about ten kilometers around it.
    init(around point: Point) {
        (width, height) = (4e-4, 4e-4 / Self.ratio)
        (left, top) = (point.x - width / 2, point.y - height / 2)
    }

    /// Returns a point's place as shares of the view's width and height.
    func place(of point: Point) -> Point {
        // Of the repetitions of a place, the one next to the middle.
        let x = point.x - left - width / 2
        return Point(x: (x - x.rounded()) / width + 0.5, y: (point.y - top) / height)
    }

    // MARK: - Lines

    /// Lines of equal longitude, from west to east.
    var meridians: [Line] {
        let step = Self.step(width * 360)
        let west = left * 360 - 180
        return Self.multiples(of: step, from: west, to: west + width * 360).map { degrees in
            let turned = degrees - 360 * (degrees / 360).rounded(.toNearestOrEven)
            return Line(place: (degrees - west) / (width * 360), label: Self.label(turned, step))
        }
    }

    /// Lines of equal latitude, from south to north.
    var parallels: [Line] {
        let north = Point(x: 0, y: top).latitude
        let south = Point(x: 0, y: top + height).latitude
        let step = Self.step(north - south)
        let all = Self.multiples(of: step, from: south, to: north).filter { abs($0) <= Point.maxLatitude }
        return all.map { degrees in
            let point = Point(ImageIndex.Position(latitude: degrees, longitude: 0))
            return Line(place: (point.y - top) / height, label: Self.label(degrees, step))
        }
    }

    private static func multiples(of step: Double, from: Double, to: Double) -> [Double] {
        let first = Int((from / step).rounded(.up))
        let last = Int((to / step).rounded(.down))
        return first <= last ? (first...last).map { Double($0) * step } : []
    }

    /// The largest round number of degrees that gives at least three lines.
    private static func step(_ degrees: Double) -> Double {
        let steps = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]
        return steps.first { $0 * 3 <= degrees } ?? 0.001
    }

    private static func label(_ degrees: Double, _ step: Double) -> String {
        let places = step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3
        let text = String(abs(degrees), places: places)
        return (degrees < -step / 2 ? "\u{2212}" : "") + text + "°"
    }

    // MARK: - Scale

    /// A round length, and its share of the view's width: `50 km` and 0.18.
    var scale: (label: String, share: Double) {
        let latitude = Point(x: 0, y: top + height / 2).latitude
        let meters = width * Self.circumference * cos(latitude * .pi / 180)
        let lengths = (0...6).flatMap { power in [1, 2, 5].map { $0 * pow(10, Double(power)) } }
        let length = lengths.last { $0 <= meters / 4 } ?? 1
        let label = length < 1000 ? "\(Int(length)) m" : "\(Int(length / 1000)) km"
        return (label, length / meters)
    }

    // MARK: - Tiles

    /// The tiles that cover a view that is about this many pixels wide. Tiles have 256 × 256 pixels.
    func tiles(pixels: Double) -> [Tile] {
        let zoom = min(max(Int(log2(pixels / 256 / width).rounded()), 0), 17)
        let count = Double(1 << zoom)
        let columns = Int((left * count).rounded(.down))...Int(((left + width) * count).rounded(.up)) - 1
        let rows = Int((top * count).rounded(.down))...Int(((top + height) * count).rounded(.up)) - 1
        // There are none beyond the poles.
        return rows.filter { (0..<(1 << zoom)).contains($0) }.flatMap { row in
            columns.map { column in
                let turned = ((column % (1 << zoom)) + (1 << zoom)) % (1 << zoom)
                return Tile(
                    zoom: zoom, column: turned, row: row, x: (Double(column) / count - left) / width,
                    y: (Double(row) / count - top) / height, width: 1 / count / width,
                    height: 1 / count / height)
            }
        }
    }
}

import AlcedoBase
import AlcedoLoading
public import AlcedoRecipes

extension SourceEntry {
    /// A picture of a color or a gradient, to write and blend on.
    public struct Canvas: Hashable, Sendable {
        /// What it is filled with.
        public enum Fill: Hashable, Sendable {
            /// One color.
            case color(SRGBColor)
            /// A gradient along a line, as CSS's `linear-gradient`: at 0 degrees upwards, at 90 to the right.
            case linear(angle: Double, [Stop])
            /// A gradient in circles around a point, to the corner that is farthest from it.
            case radial(center: FocalPoint, [Stop])
        }

        /// A color of a gradient.
        public struct Stop: Hashable, Sendable {
            /// The color.
            public var color: SRGBColor
            /// Its place, 0…1; `nil` for even distances.
            public var place: Double?

            /// Creates a stop.
            public init(_ color: SRGBColor, at place: Double? = nil) {
                self.color = color
                self.place = place
            }
        }

        /// Pixels across.
        public var width: Int
        /// Pixels down.
        public var height: Int
        /// What it is filled with.
        public var fill: Fill

        /// Creates a canvas.
        public init(width: Int, height: Int, fill: Fill) {
            self.width = width
            self.height = height
            self.fill = fill
        }
    }
}

extension SourceEntry.Canvas {
    /// The picture as a drawing, which is sharp in any size.
    var svg: String {
        let (w, h) = (Double(width), Double(height))
        let definition: String
        switch fill {
        case .color(let color):
            return Self.drawing(width, height, "", Self.paint("fill", color))
        case .linear(let angle, let stops):
            let radians = angle * .pi / 180
            let (x, y) = (sin(radians), -cos(radians))
            // The line on which the corners have the first and the last color (CSS Images Level 3, section 3.1.1).
            let half = (abs(w * x) + abs(h * y)) / 2
            let ends = [w / 2 - x * half, h / 2 - y * half, w / 2 + x * half, h / 2 + y * half]
                .map(Self.number)
            definition =
                "<linearGradient id='g' gradientUnits='userSpaceOnUse' x1='\(ends[0])' y1='\(ends[1])' "
                + "x2='\(ends[2])' y2='\(ends[3])'>\(Self.drawing(stops))</linearGradient>"
        case .radial(let center, let stops):
            let (x, y) = (w * center.x, h * center.y)
            let (across, down) = (max(x, w - x), max(y, h - y))
            let radius = (across * across + down * down).squareRoot()
            definition =
                "<radialGradient id='g' gradientUnits='userSpaceOnUse' cx='\(Self.number(x))' "
                + "cy='\(Self.number(y))' r='\(Self.number(radius))'>\(Self.drawing(stops))</radialGradient>"
        }
        return Self.drawing(width, height, "<defs>\(definition)</defs>", "fill='url(#g)'")
    }

    private static func drawing(_ width: Int, _ height: Int, _ definitions: String, _ fill: String) -> String
    {
        "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)' viewBox='0 0 \(width) \(height)'>"
            + "\(definitions)<rect width='\(width)' height='\(height)' \(fill)/></svg>"
    }

    private static func paint(_ name: String, _ color: SRGBColor) -> String {
        let opacity = color.alpha == 255 ? "" : " \(name)-opacity='\(number(Double(color.alpha) / 255))'"
        let attribute = name == "stop" ? "stop-color" : name
        return "\(attribute)='rgb(\(color.red),\(color.green),\(color.blue))'\(opacity)"
    }

    private static func drawing(_ stops: [SourceEntry.Canvas.Stop]) -> String {
        let points = Array(zip(places(of: stops), stops.map(\.color)))
        let between = zip(points, points.dropFirst()).flatMap { Self.mixed($0, $1) }
        return (between + points.suffix(1)).map { place, color in
            "<stop offset='\(number(place))' \(paint("stop", color))/>"
        }.joined()
    }

    /// Returns a stop and those between it and the next one with which SVG's gradient is CSS's: SVG mixes colors and alpha
    /// by themselves, CSS colors by their alpha (CSS Images 3, 3.4.3), so that nothing is seen of the color of what is
    /// transparent.
    private static func mixed(
        _ first: (place: Double, color: SRGBColor), _ last: (place: Double, color: SRGBColor)
    ) -> [(Double, SRGBColor)] {
        let (one, other) = (first.color, last.color)
        guard one.alpha != other.alpha else { return [first] }
        func mix(_ share: Double) -> (Double, SRGBColor) {
            let weights = (Double(one.alpha) * (1 - share), Double(other.alpha) * share)
            let alpha = weights.0 + weights.1
            func sample(_ path: KeyPath<SRGBColor, UInt8>) -> UInt8 {
                let sum = Double(one[keyPath: path]) * weights.0 + Double(other[keyPath: path]) * weights.1
                return UInt8((sum / alpha).rounded())
            }
            return (
                first.place + (last.place - first.place) * share,
                SRGBColor(
                    red: sample(\.red), green: sample(\.green), blue: sample(\.blue),
                    alpha: UInt8(alpha.rounded()))
            )
        }
        // A transparent end has the color of the other one.
        if one.alpha == 0 {
            return [(first.place, SRGBColor(red: other.red, green: other.green, blue: other.blue, alpha: 0))]
        }
        if other.alpha == 0 {
            return [first, (last.place, SRGBColor(red: one.red, green: one.green, blue: one.blue, alpha: 0))]
        }
        return [first] + (1..<16).map { mix(Double($0) / 16) }
    }

    /// The places of all stops: those without one lie evenly between their neighbors, and none before the last one.
    private static func places(of stops: [SourceEntry.Canvas.Stop]) -> [Double] {
        var places = stops.map(\.place)
        guard !places.isEmpty else { return [] }
        places[0] = places[0] ?? 0
        places[places.count - 1] = places[places.count - 1] ?? 1
        var result: [Double] = []
        for index in places.indices {
            var place = places[index]
            if place == nil, let last = result.last,
                let next = places[index...].firstIndex(where: { $0 != nil }), let end = places[next]
            {
                place = last + (end - last) / Double(next - index + 1)
            }
            result.append(max(place ?? 0, result.last ?? 0))
        }
        return result
    }

    /// Returns a number to a thousandth, the same on every machine.
    private static func number(_ value: Double) -> String { Value.plain((value * 10_000).rounded() / 10_000) }

    /// The canvas as a file has it.
    var written: WrittenValue {
        func list(_ stops: [Stop]) -> WrittenValue {
            .list(
                stops.map { stop in
                    .text(stop.color.hex + (stop.place.map { " " + Value.plain($0 * 100) + "%" } ?? ""))
                })
        }
        let paint: (String, WrittenValue?) =
            switch fill {
            case .color(let color): ("color", .text(color.hex))
            case .linear(let angle, let stops):
                ("gradient", .mapping([("angle", .number(angle)), ("stops", list(stops))]))
            case .radial(let center, let stops):
                (
                    "gradient",
                    .mapping([
                        ("shape", .text("radial")),
                        ("center", .text("\(Value.plain(center.x * 100))% \(Value.plain(center.y * 100))%")),
                        ("stops", list(stops)),
                    ])
                )
            }
        return .mapping([("width", .int(width)), ("height", .int(height)), paint])
    }
}

/// A canvas as the origin of a picture.
struct CanvasOrigin: SourceOrigin, ImageDataProvider {
    let canvas: SourceEntry.Canvas

    var identity: AnyHashable { canvas }
    var cacheKey: String { shown }
    var shown: String { "canvas" }
    var fileName: String { "" }
    var expectedBytes: Int? { nil }
    var impliedID: Result<String, SourceID.Missing> { .failure(.init("a 'canvas' has no file name")) }
    var bytes: SourceBytes { .provided(self) }
    var written: [(String, WrittenValue?)] { [("canvas", canvas.written)] }
    var isOpaque: Bool? {
        switch canvas.fill {
        case .color(let color): color.alpha == 255
        case .linear(_, let stops), .radial(_, let stops): stops.allSatisfy { $0.color.alpha == 255 }
        }
    }

    func data() async throws -> Data { Data(canvas.svg.utf8) }
}

extension Value {
    /// Reads a canvas: its size, and a color or a gradient.
    func canvas() -> SourceEntry.Canvas? {
        let known = ["width", "height", "color", "gradient"]
        guard let mapping = MappingReader(node, name, known: known, problems) else { return nil }
        for key in ["width", "height"] where mapping[key] == nil {
            mapping.missing(key, "a canvas has a size in pixels, such as 'width: 1200' and 'height: 630'")
        }
        let (width, height) = (mapping["width"]?.pixels(), mapping["height"]?.pixels())
        guard (mapping["color"] == nil) != (mapping["gradient"] == nil) else {
            problems.error(
                mapping["color"] == nil
                    ? "\(name) needs either 'color' or 'gradient'"
                    : "\(name) has 'color' and 'gradient'; leave one out",
                at: mapping["color"]?.keyLocation ?? keyLocation)
            return nil
        }
        let fill =
            mapping["color"].map { $0.color().map { .color($0) } }
            ?? mapping["gradient"].map { $0.gradient() } ?? SourceEntry.Canvas.Fill?.none
        guard let width, let height, let fill else { return nil }
        return SourceEntry.Canvas(width: width, height: height, fill: fill)
    }

    private func gradient() -> SourceEntry.Canvas.Fill? {
        let known = ["shape", "angle", "center", "stops"]
        guard let mapping = MappingReader(node, name, known: known, problems) else { return nil }
        let shape = mapping["shape"].map { $0.word(among: ["linear", "radial"]) } ?? "linear"
        let angle = mapping["angle"].map { $0.number(in: -360...360) } ?? 180
        let center = mapping["center"].map { $0.anchor() } ?? .center
        let stops = mapping["stops"]?.list { $0.stop() }?.map(\.value)
        if mapping["stops"] == nil {
            mapping.missing("stops", "list at least two colours, such as [\"#0b3d5c\", \"#2a9d8f\"]")
        }
        guard let shape, let angle, let center, let stops else { return nil }
        if let other = shape == "radial" ? mapping["angle"] : mapping["center"] {
            other.fault("belongs to a \(shape == "radial" ? "linear" : "radial") gradient")
            return nil
        }
        let written = mapping["stops"]?.node.sequence?.count ?? stops.count
        guard (2...32).contains(written) else {
            mapping["stops"]?.fault(
                "has \(written == 1 ? "one colour" : "\(written) colours"); a gradient has 2 to 32")
            return nil
        }
        // The others were mistakes.
        guard stops.count == written else { return nil }
        return shape == "radial" ? .radial(center: center, stops) : .linear(angle: angle, stops)
    }

    /// Reads a color of a gradient, with its place if it has one: `"#0b3d5c 40%"`.
    private func stop() -> SourceEntry.Canvas.Stop? {
        guard let text = node.text, !node.isNull else {
            mustBe("a colour, or one with its place such as \"#0b3d5c 40%\"")
            return nil
        }
        let cut = text.hasSuffix("%") ? text.lastIndex(of: " ") : nil
        let place = cut.flatMap { Double(text[text.index(after: $0)...].dropLast()) }
        do {
            let color = try SRGBColor(css: cut.map { String(text[..<$0]) } ?? text)
            guard cut == nil || place.map({ (0...100).contains($0) }) == true else {
                mustBe("a colour with a place from 0% to 100%")
                return nil
            }
            return SourceEntry.Canvas.Stop(color, at: place.map { $0 / 100 })
        } catch {
            mustBe("a colour, or one with its place such as \"#0b3d5c 40%\"")
            return nil
        }
    }
}

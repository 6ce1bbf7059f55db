import AlcedoBase
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes

/// Makes the icons of a site from one picture. All pixels come from the pipeline, so they are in the cache.
struct FaviconMaker {
    /// One file of the set.
    struct File: Sendable {
        var name: String
        var data: Data
        var rel: String?
        var sizes: String?
        var type: String
    }

    let pipeline: ImagePipeline
    let favicon: Manifest.Favicon
    let options: RetrieveOptions
    private let source: RawImageDataProvider
    private let isDrawing: Bool

    /// - Throws: `PipelineError` if the picture cannot be read, or may not be.
    init(
        _ favicon: Manifest.Favicon, in manifest: Manifest, pipeline: ImagePipeline, options: RetrieveOptions
    ) async throws {
        self.pipeline = pipeline
        self.favicon = favicon
        self.options = options
        let path = PathRules.absolute(favicon.source, from: manifest.directory)
        let data = try await pipeline.fileContent(path).load()
        isDrawing = ImageType.sniff(data) == .svg
        if isDrawing, manifest.svg == .refuse {
            throw PipelineError.imaging(
                .decode(.refused, reason: "it is SVG, which 'svg: refuse' excludes; use a PNG"))
        }
        if isDrawing, data.starts(with: [0x1F, 0x8B]) {
            throw PipelineError.imaging(
                .decode(
                    .unsupported,
                    reason:
                        "it is a compressed SVG, which browsers show as an icon only with a server's help; unpack it "
                        + "('gunzip -c logo.svgz > logo.svg')"))
        }
        source = RawImageDataProvider(data: data, cacheKey: "favicon")
    }

    /// The pixels of an icon for installed web apps that may be cut off by the system's own shape are those outside of a
    /// circle with 80 % of the width (W3C Web Application Manifest, "Icon masks").
    private static let safeZone = 0.8

    /// A logo stands with a margin of a ninth on an Apple touch icon, whose corners the system rounds.
    private static let touchIcon = (side: 180, margin: 20)

    /// The names of all files that a set may have. No version of Alcedo has written another one.
    static let allNames = [
        "favicon.ico", svgName, "apple-touch-icon.png", "icon-192.png", "icon-512.png",
        "icon-512-maskable.png", "site.webmanifest",
    ]
    private static let svgName = "favicon.svg"

    /// Returns the names of the files, as the name of the source says.
    static func names(of favicon: Manifest.Favicon) -> [String] {
        let isDrawing = favicon.source.lowercased().hasSuffix(".svg")
        return allNames.filter { isDrawing || $0 != svgName }
    }

    /// Returns the files, and a warning for a picture that is too small.
    ///
    /// - Throws: `PipelineError`.
    func files() async throws -> (files: [File], warning: String?) {
        // An icon with a background of its own needs no other.
        let whole = try await picture(512, 512, .inside, enlarges: isDrawing, as: .auto)
        let isOpaque = whole.format == .jpeg
        var icons: [(side: Int, png: Data)] = []
        for side in [16, 32, 48] { icons.append((side, try await picture(side, side).data)) }
        var files = [
            File(
                name: "favicon.ico", data: IconFile.bytes(of: icons), rel: "icon",
                sizes: "16x16 32x32 48x48", type: "image/x-icon")
        ]
        if isDrawing {
            let svg = try await retrieve(
                source, ImageRequest(encodings: [ImageEncoding(format: .original)]))
            files.append(
                File(name: Self.svgName, data: svg.data, rel: "icon", sizes: "any", type: "image/svg+xml"))
        }
        let (side, margin) = Self.touchIcon
        let touch = isOpaque ? side : side - 2 * margin
        files.append(
            png("apple-touch-icon", side, try await padded(touch, touch, to: side), rel: "apple-touch-icon"))
        files.append(
            // Beside an SVG, browsers need no other icon in tabs.
            png("icon-192", 192, try await picture(192, 192).data, rel: isDrawing ? nil : "icon"))
        files.append(png("icon-512", 512, try await picture(512, 512).data))
        let largest = Double(512) * Self.safeZone
        let diagonal = Double(whole.width * whole.width + whole.height * whole.height).squareRoot()
        files.append(
            png(
                "icon-512-maskable", 512,
                try await padded(
                    Int(Double(whole.width) * largest / diagonal),
                    Int(Double(whole.height) * largest / diagonal), to: 512)))
        files.append(
            File(
                name: "site.webmanifest", data: webManifest(), rel: "manifest",
                type: "application/manifest+json"))
        let isSmall = !isDrawing && max(whole.width, whole.height) < 512
        return (
            files,
            isSmall
                ? "it has \(whole.width)x\(whole.height) pixels, and icon-512.png is enlarged; use a picture of 512 pixels or more, or an SVG"
                : nil
        )
    }

    private func png(_ name: String, _ side: Int, _ data: Data, rel: String? = nil) -> File {
        File(name: name + ".png", data: data, rel: rel, sizes: "\(side)x\(side)", type: "image/png")
    }

    private func picture(
        _ width: Int, _ height: Int, _ fit: ImageFit = .contain, enlarges: Bool = true,
        as format: RequestedFormat = .format(.png)
    ) async throws -> RetrievedImage {
        try await retrieve(
            source,
            ImageRequest(
                geometry: ResizeGeometry(width: width, height: height, fit: fit, enlarge: enlarges),
                animation: .first, encodings: [ImageEncoding(format: format)]))
    }

    /// Returns the picture within a box in the middle of an opaque square.
    private func padded(_ width: Int, _ height: Int, to side: Int) async throws -> Data {
        let inner = try await picture(max(1, width), max(1, height), .inside)
        // A drawing of pixels at whole coordinates is these pixels.
        let (x, y) = ((side - inner.width) / 2, (side - inner.height) / 2)
        let svg =
            "<svg xmlns='http://www.w3.org/2000/svg' width='\(side)' height='\(side)'>"
            + "<rect width='100%' height='100%' fill='\(favicon.background.hex)'/><image x='\(x)' y='\(y)' "
            + "width='\(inner.width)' height='\(inner.height)' "
            + "href='data:image/png;base64,\(inner.data.base64EncodedString())'/></svg>"
        return try await retrieve(
            RawImageDataProvider(data: Data(svg.utf8), cacheKey: "favicon"),
            ImageRequest(
                background: favicon.background, encodings: [ImageEncoding(format: .format(.png))])
        ).data
    }

    private func retrieve(
        _ source: RawImageDataProvider, _ request: ImageRequest
    ) async throws -> RetrievedImage {
        try await pipeline.retrieve(.provider(source), request, options: options)
    }

    /// Returns the web app manifest: `site.webmanifest`.
    private func webManifest() -> Data {
        var json = CanonicalJSON()
        json.object { json in
            json.member("background_color", favicon.background.hex)
            json.key("icons" as StaticString)
            let icons = [
                ("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"),
                ("icon-512-maskable.png", 512, "maskable"),
            ]
            json.array(icons) { json, icon in
                json.object(.line) { json in
                    json.member("purpose", icon.2)
                    json.member("sizes", "\(icon.1)x\(icon.1)")
                    json.member("src", icon.0)
                    json.member("type", "image/png")
                }
            }
            json.member("name", favicon.name)
            // About as many letters as there is room for on a home screen.
            json.member("short_name", favicon.shortName ?? favicon.name.flatMap { $0.count <= 12 ? $0 : nil })
            json.member("theme_color", favicon.themeColor?.hex)
        }
        json.finish()
        return Data(json.bytes)
    }
}

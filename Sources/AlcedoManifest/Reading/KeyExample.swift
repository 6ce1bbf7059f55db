/// Examples of values, for messages about values that are missing or have lost their brackets.
///
/// Keys whose messages list every valid value, such as `fit`, have no example.
enum KeyExample {
    private static let values = [
        "output": "Public/images", "base-url": "/images", "index": "Public/images/index.json",
        "swift": "Sources/Site/Images.swift", "cache": "{ path: .alcedo, max-size: 2GB }",
        "limits": "{ pixels: 268M }", "network": "{ timeout: 30 }", "defaults": "{ formats: [webp, auto] }",
        "placeholders": "[dominant-color]", "gallery": "{ title: Photographs }",
        "favicon": "logo.svg", "html": "{ article img: photo }",
        "albums": "{ trips/iceland: { title: Iceland } }", "icon": "icon.svg", "words": "{ camera: Kamera }",
        "downloads": "[photo]",
        "months": "[January, February, …]", "allow": "[localhost]", "allow-outside": "[../brand]",
        "widths": "[640, 1280]", "densities": "[1, 2]", "formats": "[webp, auto]", "process": "[black-white]",
        "aspect": "16:9", "corners": "[top-left]", "quality": "80", "effort": "{ webp: 4 }",
        "jpeg": "{ progressive: true }",
        "png": "{ colors: 256 }", "gif": "{ colors: 256 }", "webp": "{ near-lossless: true }",
        "avif": "{ chroma: 4:4:4 }", "sizes": "100vw",
        "path": "photos/*.jpg", "url": "https://example.org/a.jpg", "list": "pictures.json",
        "exclude": "[photos/drafts/**]", "root": "photos", "variants": "[photo]",
        "alternatives": "[https://example.com/a.jpg]", "keys": "{ id: sku, url: href }",
        "alt": "A kingfisher", "canvas": "{ width: 1200, height: 630, color: navy }",
        "values": "{ site: Field notes }", "text": "© Ada", "font": "Noto Sans", "shadow": "{ blur: 4 }",
        "outline": "{ width: 2 }", "stops": "[navy, teal]", "gradient": "{ stops: [navy, teal] }",
        "media": "{ \"(prefers-color-scheme: dark)\": photos/dark.jpg }",
    ]

    /// Returns an example, such as `widths: [640, 1280]`.
    /// - Parameter place: The mapping that contains the key, as in `MappingReader.place`.
    static func line(_ key: String, in place: String) -> String? {
        value(key, place).map { "\(key): \($0)" }
    }

    /// Whether a key takes a list.
    static func isList(_ key: String, in place: String) -> Bool {
        key == "path" || value(key, place)?.hasPrefix("[") == true
    }

    /// Whether a key takes a mapping.
    static func isMapping(_ key: String, in place: String) -> Bool {
        value(key, place)?.hasPrefix("{") == true
    }

    private static func value(_ key: String, _ place: String) -> String? {
        // At the top level, `variants` defines the variants; in a source, it lists their names. `media` of a variant names
        // variants, and of a source pictures.
        switch key {
        case "variants" where place.isEmpty: "{ photo: { widths: [640, 1280] } }"
        case "media" where place.hasPrefix("variant "): "{ \"(max-width: 40em)\": square }"
        default: values[key]
        }
    }
}

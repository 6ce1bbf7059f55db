import AlcedoIndex

/// An image with variants of all kinds, for pages.
enum RenderedEntry {
    static func file(_ name: String, _ width: Int, _ height: Int, density: Double? = nil) -> ImageIndex.File {
        .init(
            bytes: 1, density: density, digest: "", file: name, height: height, url: "/i/\(name)",
            width: width)
    }

    static func format(_ name: String, _ files: [ImageIndex.File]) -> ImageIndex.Format {
        .init(files: files, format: name, type: "image/\(name)")
    }

    static let hero = ImageIndex.Variant(
        formats: [
            format("webp", [file("a.webp", 640, 427), file("b.webp", 1280, 853)]),
            format("jpeg", [file("a.jpg", 640, 427), file("b.jpg", 1280, 853)]),
        ], img: .init(height: 853, src: "/i/b.jpg", width: 1280), sizes: "50vw")
    static let retina = ImageIndex.Variant(
        formats: [
            format("png", [file("1.png", 400, 300, density: 1), file("2.png", 600, 450, density: 1.5)])
        ], img: .init(height: 300, src: "/i/2.png", width: 400))
    static let lqip = ImageIndex.Variant(formats: [
        .init(
            files: [.init(bytes: 44, height: 16, url: "data:image/webp;base64,AA==", width: 24)],
            format: "webp",
            type: "image/webp")
    ])

    static let entry = ImageIndex.Entry(
        alt: "A kingfisher", source: .init(bytes: 1, digest: "", format: "jpeg", height: 1000, width: 1500),
        variants: ["hero": hero, "retina": retina, "lqip": lqip])
}

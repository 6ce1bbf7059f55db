import AlcedoIndex
import Testing

struct VideoElementTests {
    private static func file(_ name: String, _ type: String) -> ImageIndex.Video {
        ImageIndex.Video(
            bytes: 9, digest: "", duration: 1.5, file: name, height: 360, type: type, url: "/images/\(name)",
            width: 640)
    }

    private var entry: ImageIndex.Entry {
        var variant = ImageIndex.Variant(
            formats: [], img: ImageIndex.Fallback(height: 360, src: "/images/a.jpg", width: 640))
        variant.video = [Self.file("a.mp4", "video/mp4"), Self.file("a.webm", "video/webm")]
        return ImageIndex.Entry(
            alt: "Clouds \"above\" a lake",
            source: ImageIndex.Source(
                bytes: 1, digest: "", format: "gif", frames: 4, height: 360, width: 640),
            variants: ["clip": variant, "still": ImageIndex.Variant(formats: [], img: variant.img)])
    }

    @Test func aVideoThatPlaysByItselfLeavesThePosterToThoseWhoAskForLessMotion() throws {
        let condition = "media=\"(prefers-reduced-motion: no-preference)\""
        #expect(
            try entry.video("clip", autoplay: true)
                == "<video width=\"640\" height=\"360\" poster=\"/images/a.jpg\" muted loop playsinline autoplay "
                + "aria-label=\"Clouds &quot;above&quot; a lake\">"
                + "<source src=\"/images/a.mp4\" type=\"video/mp4\" \(condition)>"
                + "<source src=\"/images/a.webm\" type=\"video/webm\" \(condition)></video>")
    }

    @Test func otherwiseItHasControlsAndLoadsNothing() throws {
        let html = try entry.video("clip", alt: "")
        #expect(html.contains(" controls preload=\"none\">") && !html.contains("autoplay"))
        #expect(!html.contains("media=") && !html.contains("aria-label"))
    }

    @Test func aVariantWithoutVideosIsAnError() throws {
        #expect(throws: ImageIndexError.emptyVariant(name: "still")) { try entry.video("still") }
    }

    @Test func videosAreReadAsTheyAreWritten() throws {
        var index = ImageIndex(baseURL: "/images", generator: "alcedo 0.1.0")
        index.images["a"] = entry
        index.order = ["a"]
        #expect(try ImageIndex(data: index.canonicalJSON()) == index)
    }
}

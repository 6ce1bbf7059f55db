extension ImageIndex.Entry {
    /// Returns a `<video>` of an animation or a video, with the picture of the variant as its poster, muted, in a loop and inside of
    /// the page.
    ///
    /// It has controls and loads only when a visitor starts it. With `autoplay`, it plays by itself like a GIF, except for visitors
    /// who ask for less motion: the media condition of its sources leaves them the poster.
    ///
    /// - Parameters:
    ///   - name: The variant, which must have `video` in the manifest.
    ///   - alt: The text alternative, empty for decoration; default: the manifest's.
    ///   - autoplay: Whether it plays by itself.
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)``, ``ImageIndexError/emptyVariant(name:)`` if it has no videos,
    ///   ``ImageIndexError/missingAlt(image:)``.
    public func video(
        _ name: String, alt: String? = nil, autoplay: Bool = false
    ) throws(ImageIndexError) -> String {
        let variant = try variant(name)
        guard let alt = alt ?? self.alt else {
            throw .missingAlt(image: source.path ?? source.url ?? "the image")
        }
        guard let fallback = variant.fallbackPicture,
            let html = variant.videoElement(
                [("width", String(fallback.width)), ("height", String(fallback.height))], alt: alt,
                autoplay: autoplay)
        else { throw .emptyVariant(name: name) }
        return html
    }
}

extension ImageIndex.Variant {
    /// Returns a `<video>`; `nil` without videos or a poster.
    ///
    /// - Parameter attributes: Its size and others.
    package func videoElement(
        _ attributes: [(name: String, value: String?)], alt: String?, autoplay: Bool
    ) -> String? {
        guard let video, !video.isEmpty, let fallback = fallbackPicture else { return nil }
        let sources = video.map { file in
            HTMLText.tag(
                "source",
                [
                    ("src", file.url), ("type", file.type),
                    ("media", autoplay ? "(prefers-reduced-motion: no-preference)" : nil),
                ])
        }
        let isDecoration = alt?.isEmpty == true
        let tag = HTMLText.tag(
            "video",
            attributes + [
                ("poster", fallback.src), ("muted", ""), ("loop", ""), ("playsinline", ""),
                ("autoplay", autoplay ? "" : nil), ("controls", autoplay ? nil : ""),
                ("preload", autoplay ? nil : "none"), ("aria-label", isDecoration ? nil : alt),
                ("aria-hidden", isDecoration && autoplay ? "true" : nil),
            ])
        return tag.replacing("=\"\"", with: "") + sources.joined() + "</video>"
    }
}

import AlcedoMarkup
import Testing

@testable import AlcedoIndex
@testable import AlcedoPages

/// The width of a picture with a size in the page.
@Suite struct ShownSizeTests {
    // A picture of 1280 × 853.
    @Test(
        arguments: [
            ("", nil), ("width=320", 320), ("width=320 height=1", 320), ("width=' 320px'", 320),
            ("width=50%", nil), ("width=auto", nil), ("width=320 height=50%", 320),
            // 427 × 1280 / 853 = 640.7
            ("height=427", 641), ("width=50% height=427", nil),
            ("style='width: 300px'", 300), ("style='WIDTH:300.5PX !important'", 301),
            ("style='inline-size:300px'", 300),
            // The style overrides the attribute.
            ("width=640 style='width:300px'", 300), ("width=640 style='width:50%'", nil),
            ("width=640 style='width:auto'", nil), ("width=640 style='all:unset'", nil),
            // It bounds, and bounds no further than the attribute.
            ("width=640 style='max-width:100%'", 640), ("width=640 style='max-width:300px'", 300),
            ("width=640 style='max-width:100%; height:auto'", 640), ("style='max-width:300px'", 300),
            ("style='width:50%;max-width:300px'", 300), ("style='width:9px;min-width:30px'", 30),
            ("width=9 style='min-width:50%'", nil),
            ("style='height:427px'", 641), ("style='max-height:427px'", 641),
            ("width=320 style='height:427px'", 320),
            ("style='/* width:1px; */ color:red'", nil), ("style='border-width:3px'", nil),
        ] as [(String, Int?)]) func theAuthorSaysHowWide(_ attributes: String, _ limit: Int?) throws
    {
        var tags = HTMLTags(Array("<img \(attributes)>".utf8))
        let first = tags.next()
        guard case .start(let tag) = try #require(first) else { return }
        let picture = ImageIndex.Fallback(height: 853, src: "", width: 1280)
        #expect(ShownSize(tag).limit(of: picture, from: RenderedEntry.entry.source) == limit)
    }
}

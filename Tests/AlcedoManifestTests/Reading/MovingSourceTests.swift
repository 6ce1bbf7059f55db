import AlcedoBase
import AlcedoRecipes
import Testing

@testable import AlcedoManifest

/// Frames, pages and videos in manifests.
struct MovingSourceTests {
    private let start = "version: 1\noutput: o\n"

    @Test func mistakesHaveTheirPlaces() {
        expectProblems(
            start + """
                variants:
                  a: { width: 9, video: 1️⃣mp5 }
                  b: { 2️⃣aspect: 1:1, video: mp4 }
                  c: { animated: first, 3️⃣frame: 2 }
                sources:
                  - { path: a.pdf, page: 4️⃣0 }
                  - { path: b.gif, 5️⃣frame: 2, page: 3 }
                  - { path: c.mp4, video: { at: 6️⃣soon } }
                  - { path: d.mp4, video: 7️⃣{} }
                  - { url: "https://example.org/e.mp4", 8️⃣video: { at: 1s } }
                """,
            [
                (1, "must be mp4 or webm, not 'mp5'; did you mean 'mp4'?"),
                (2, "variant 'b' has 'video' and 'aspect', but a video is only scaled; leave 'aspect' out"),
                (3, "variant 'c' has 'animated' and 'frame'; leave 'animated' out"),
                (4, "'page' in this source must be a whole number from 1 to 1000000, not 0"),
                (5, "this source has 'frame' and 'page'"),
                (6, "must be a time in seconds, such as 2s or 1.5, not 'soon'"),
                (
                    7,
                    "missing key 'at' in 'video' in this source; say the time of the picture, such as 'at: 2s'"
                ),
                (8, "unknown key 'video' in this source; it belongs to a 'path' source"),
            ])
    }

    @Test func whatVideosCannotDoComesFromDefaultsNeither() {
        expectProblems(
            start + """
                defaults: { blur: 2, radius: 4 }
                variants:
                  a: { 1️⃣video: mp4, blur: 0 }
                  b: { video: mp4, blur: 0, radius: 0 }
                  c: {}
                sources: []
                """,
            [
                (
                    1,
                    "variant 'a' has 'video', but a video is only scaled, and 'radius' from 'defaults'; write 'radius: 0' in the variant"
                )
            ])
    }

    @Test func aVideoFitsABox() {
        expectProblems(
            start + """
                variants:
                  a: { width: 9, height: 9, video: mp4, fit: inside }
                  b: { width: 9, height: 1️⃣9, video: mp4 }
                sources: []
                """,
            [(1, "variant 'b' has 'video' and 'height', but a video is only scaled; leave 'height' out")])
        expectProblems(
            start + """
                defaults: { fit: inside }
                variants: { a: { width: 9, height: 9, video: mp4 } }
                sources: []
                """, [])
    }

    @Test func aPosterIsStill() throws {
        let text = start + "variants: { a: { video: [webm, mp4] }, b: { frame: 3 }, c: {} }\nsources: []"
        let variants = try #require(readManifest(text).manifest).variants
        #expect(variants.map(\.videos) == [[.webm, .mp4], [], []])
        #expect(variants.map(\.animated) == [.first, .frame(3), .keep])
        #expect(variants.map(\.animated.frame) == [0, 2, nil])
    }

    @Test func policiesKeepTheirWords() {
        #expect(AnimationPolicy.keep.rawValue == "keep" && AnimationPolicy.first.rawValue == "first")
        #expect(AnimationPolicy.frame(1) == .first && AnimationPolicy.frame(12).frame == 11)
        #expect(AnimationPolicy(rawValue: "second") == nil)
    }
}

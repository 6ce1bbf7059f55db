import AlcedoBase
import AlcedoLoading
import AlcedoRecipes
import Testing

@testable import AlcedoManifest

@Suite struct PublicURLTests {
    @Test(arguments: [
        ("https://example.org/a.jpg", "https://example.org/a.jpg"),
        ("https://example.org/a.jpg?token=x&size=2", "https://example.org/a.jpg"),
        ("https://example.org/a.jpg#part", "https://example.org/a.jpg"),
        ("https://user:secret@example.org/a.jpg", "https://example.org/a.jpg"),
        ("https://user@example.org:8443/a@2x.jpg", "https://example.org:8443/a@2x.jpg"),
        ("https://a@b@example.org/c", "https://example.org/c"),
        ("https://user:secret@example.org?x", "https://example.org"),
        ("https://${USER}:${PASS}@example.org/${DIR}/a.jpg?${QUERY}", "https://example.org/${DIR}/a.jpg"),
        // Combining characters after the mark, which form another character with it.
        ("https://example.org/a.jpg?\u{301}sig=x", "https://example.org/a.jpg"),
        ("https://example.org/a.jpg?\u{fe0f}sig=x", "https://example.org/a.jpg"),
        ("https://example.org/a.jpg#\u{200d}sig=x", "https://example.org/a.jpg"),
        ("https://user:secret@\u{301}example.org/a.jpg", "https://\u{301}example.org/a.jpg"),
        ("https://example.org", "https://example.org"), ("photo.jpg?x", "photo.jpg"),
    ])
    func onlyWhatMayBeShownIsLeft(written: String, shown: String) {
        #expect(PublicURL.of(written) == shown)
        #expect(!RemoteAddress.id(of: written).contains("sig=x"))
        #expect(!RemoteAddress.id(of: written).contains("secret"))
    }
}

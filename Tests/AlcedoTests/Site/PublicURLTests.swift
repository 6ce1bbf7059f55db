import Testing

@testable import Alcedo

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
        ("https://example.org", "https://example.org"), ("photo.jpg?x", "photo.jpg"),
    ])
    func onlyWhatMayBeShownIsLeft(written: String, shown: String) {
        #expect(PublicURL.of(written) == shown)
    }
}

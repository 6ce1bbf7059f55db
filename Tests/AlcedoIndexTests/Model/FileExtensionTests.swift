import AlcedoIndex
import Testing

struct FileExtensionTests {
    @Test(
        arguments: [
            ("photos/a.JPG", "JPG"), ("a.tar.gz", "gz"), ("my.photos/a.b/clip.mp4", "mp4"),
            ("photos/.a.webp", "webp"),
            ("my.photos/clip", nil), ("/home/x.y/clip", nil), ("clip", nil), (".jpg", nil),
            ("photos/.jpg", nil), ("clip.", nil),
            ("photos.d/", nil), ("..", nil), ("", nil),
        ] as [(String, String?)])
    func itIsThatOfTheLastComponent(path: String, expected: String?) {
        #expect(path.fileExtension.map(String.init) == expected)
    }

    @Test func aVideoIsRecognizedByTheNameOfItsFileOnly() {
        #expect(ImageIndex.isVideo("/a/clip.MP4?x=/b.txt#c"))
        #expect(!ImageIndex.isVideo("/a.mp4/picture"))
    }
}

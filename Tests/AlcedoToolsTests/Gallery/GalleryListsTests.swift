import AlcedoTools
import Testing

@testable import Alcedo
@testable import AlcedoGallery
@testable import AlcedoManifest

/// The overview, albums and tags of a gallery, and their pages.
@Suite struct GalleryListsTests {
    static func index(
        _ ids: [String], keywords: [String: [String]] = [:], times: [String: String] = [:]
    ) -> ImageIndex {
        var index = ImageIndex(baseURL: "/i", generator: "test")
        for id in ids {
            let file = ImageIndex.File(bytes: 1, file: "a.jpg", height: 2, url: "/i/a.jpg", width: 3)
            let format = ImageIndex.Format(
                files: [file], format: "jpeg", srcset: "/i/a.jpg 3w", type: "image/jpeg")
            var meta = ImageIndex.Meta()
            meta.keywords = keywords[id]
            meta.dateTimeOriginal = times[id]
            let image = ImageIndex.Fallback(height: 2, src: "/i/a.jpg", width: 3)
            index.images[id] = ImageIndex.Entry(
                meta: meta, source: .init(bytes: 1, digest: "sha256-", format: "png", height: 2, width: 3),
                variants: ["photo": ImageIndex.Variant(formats: [format], img: image)])
            index.order.append(id)
        }
        return index
    }

    private func pages(
        _ index: ImageIndex, albums: [GallerySettings.Album]? = nil, tags: Bool = false,
        order: GallerySettings.Order? = nil, size: Int = 100
    ) throws -> GalleryPages {
        var settings = GallerySettings()
        (settings.albums, settings.tags, settings.order) = (albums, tags, order)
        return try GalleryPages(
            index: index, options: GalleryOptions().filled(from: settings), words: .english, files: [:],
            generator: { _ in "test" }, size: size)
    }

    /// Each list as `key: ids > albums`.
    private func shown(_ pages: GalleryPages) -> [String] {
        pages.lists.map { list in
            let ids = list.photos.map { pages.photos[$0].id }.joined(separator: " ")
            let inner = list.albums.map { pages.lists[$0].key }.joined(separator: " ")
            return "\(list.key): \(ids)" + (inner.isEmpty ? "" : " > \(inner)")
        }
    }

    // MARK: - Pages

    @Test(arguments: [
        (0, 3, ["index.html"]), (3, 3, ["index.html"]), (4, 3, ["index.html", "page-2.html"]),
        (9, 3, ["index.html", "page-2.html", "page-3.html"]), (5, Int.max, ["index.html"]),
    ])
    func picturesAreDividedIntoPages(_ count: Int, _ size: Int, _ names: [String]) throws {
        let ids = (0..<count).map { "\($0).jpg" }
        let pages = try pages(Self.index(ids), size: size)
        #expect(pages.lists.map(\.pages) == [names])
        let shown = try pages.listPages.flatMap { number, list in
            let values = try pages.page(number, of: pages.lists[list])
            return (values["photos"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
        }
        #expect(shown == ids)
        // Each picture leads back to the page that it is on.
        for number in ids.indices {
            let list = try #require(try pages.page(number)["list"] as? [String: Any])
            #expect(list["page"] as? String == "\(names[number / size])#p-\(number)")
        }
    }

    @Test(arguments: [
        (1, 1, nil), (1, 2, "[1] 2"), (2, 4, "1 [2] 3 4"), (1, 9, "[1] 2 … 9"), (4, 9, "1 2 3 [4] 5 … 9"),
        (5, 9, "1 … 4 [5] 6 … 9"), (6, 9, "1 … 5 [6] 7 8 9"), (9, 9, "1 … 8 [9]"),
    ])
    func thePagerLeadsToNeighboursAndBothEnds(_ number: Int, _ count: Int, _ expected: String?) throws {
        let pages = try pages(Self.index((1...count).map { "\($0).jpg" }), size: 1)
        let pager = try pages.page(number, of: pages.lists[0])["pager"] as? [String: Any]
        let links = pager?["pages"] as? [[String: Any]]
        let text = links?.map { page -> String in
            guard page["isGap"] as? Bool == false, let number = page["number"] as? Int else { return "…" }
            return page["isCurrent"] as? Bool == true ? "[\(number)]" : "\(number)"
        }.joined(separator: " ")
        #expect(text == expected)
        #expect((pager?["earlier"] != nil) == (number > 1))
        #expect((pager?["later"] != nil) == (number < count))
    }

    // MARK: - Albums

    @Test(arguments: [
        // Without pictures of its own, the overview leads to the albums.
        (["a/1.jpg", "b/2.jpg"], [": > a b", "a: a/1.jpg", "b: b/2.jpg"]),
        (["0.jpg", "a/1.jpg"], [": 0.jpg > a", "a: a/1.jpg"]),
        // Folders without a choice are left out.
        (["p/a/1.jpg", "p/b/2.jpg"], [": > p/a p/b", "p/a: p/a/1.jpg", "p/b: p/b/2.jpg"]),
        (["p/1.jpg", "p/2.jpg"], [": p/1.jpg p/2.jpg"]),
        (["0.jpg", "x/y/z/1.jpg"], [": 0.jpg > x/y/z", "x/y/z: x/y/z/1.jpg"]),
        (
            ["a/1.jpg", "a/b/2.jpg", "a/c/3.jpg", "0.jpg"],
            [": 0.jpg > a", "a: a/1.jpg > a/b a/c", "a/b: a/b/2.jpg", "a/c: a/c/3.jpg"]
        ),
        ([], [": "]),
    ])
    func eachFolderIsAnAlbum(_ ids: [String], _ expected: [String]) throws {
        let expected = expected.map { $0.replacing(":  >", with: ": >") }
        let pages = try pages(Self.index(ids), albums: [])
        #expect(shown(pages).map { $0.replacing(":  >", with: ": >") } == expected)
        #expect(pages.lists[0].count == ids.count)
        // Every picture is in exactly one list, and its page says which.
        #expect(pages.lists.flatMap(\.photos).sorted() == Array(ids.indices))
    }

    @Test func anAlbumHasItsSettings() throws {
        let ids = ["b/9.jpg", "b/10.jpg", "a/1.jpg", "c/d/1.jpg"]
        var album = GallerySettings.Album(folder: "b", title: "Bees", cover: "10.jpg", order: .name)
        album.description = "In a hive"
        let inner = GallerySettings.Album(folder: "c", cover: "c/d/1.jpg")
        let pages = try pages(Self.index(ids), albums: [inner, album])
        #expect(
            shown(pages) == [
                ":  > c b a", "b: b/9.jpg b/10.jpg", "a: a/1.jpg", "c:  > c/d", "c/d: c/d/1.jpg",
            ])
        let bees = pages.lists[1]
        #expect((bees.title, bees.description) == ("Bees", "In a hive"))
        #expect(bees.cover.map { pages.photos[$0].id } == "b/10.jpg")
        #expect(pages.lists[3].cover.map { pages.photos[$0].id } == "c/d/1.jpg")
        #expect(pages.lists[4].title == "D")
        // The page of a picture: the second of two in its album.
        let page = try pages.page(1)
        let photo = try #require(page["photo"] as? [String: Any])
        #expect(photo["place"] as? String == "Picture 2 of 2")
        #expect((page["previous"] as? [String: Any])?["page"] as? String == "b-9.html")
        #expect(page["next"] == nil)
    }

    @Test(arguments: [
        (GallerySettings.Order.manifest, ["c", "a", "b"]), (.title, ["a", "b", "c"]),
        (.name, ["a", "b", "c"]),
        (.oldest, ["b", "c", "a"]), (.newest, ["c", "b", "a"]),
    ])
    func albumsHaveTheOrderOfTheirPictures(_ order: GallerySettings.Order, _ expected: [String]) throws {
        let times = [
            "c/1.jpg": "2024-05-01T10:00:00", "c/2.jpg": "2022-01-01T10:00:00",
            "b/1.jpg": "2021-01-01T10:00:00",
        ]
        let index = Self.index(["c/1.jpg", "c/2.jpg", "a/1.jpg", "b/1.jpg"], times: times)
        let pages = try pages(index, albums: [], order: order)
        #expect(pages.lists[0].albums.map { pages.lists[$0].key } == expected)
    }

    @Test func foldersAndCoversThatDoNotExistAreAllReported() {
        let albums = [
            GallerySettings.Album(folder: "trips/icland"),
            GallerySettings.Album(folder: "trips/iceland", cover: "beech.jpg"),
        ]
        let error = #expect(throws: ManifestMistakes.self) {
            try pages(Self.index(["trips/iceland/beach.jpg", "0.jpg"]), albums: albums)
        }
        #expect(
            error?.diagnostics.map(\.message) == [
                "no picture of the gallery is in the folder 'trips/icland'; did you mean 'trips/iceland'?",
                "no picture of the gallery has the id 'beech.jpg'; did you mean 'beach.jpg'?",
            ])
    }

    /// The order of the gallery is not that of an album with its own.
    @Test func anAlbumsOwnOrderIsThatOfTheManifest() throws {
        let ids = ["b/1.jpg", "b/2.jpg", "b/3.jpg", "c/1.jpg", "c/2.jpg"]
        let index = Self.index(ids, times: ["b/1.jpg": "2021", "b/2.jpg": "2022", "c/2.jpg": "2023"])
        let albums = [
            GallerySettings.Album(folder: "b", order: .manifest),
            GallerySettings.Album(folder: "c", order: .oldest),
        ]
        #expect(
            shown(try pages(index, albums: albums, order: .newest)) == [
                ":  > c b", "c: c/2.jpg c/1.jpg", "b: b/1.jpg b/2.jpg b/3.jpg",
            ])
        // Those without a time are in the order of the manifest.
        let undated = shown(
            try pages(
                Self.index(["b/z.jpg", "b/y.jpg", "b/x.jpg"], times: ["b/x.jpg": "2021"]),
                albums: [.init(folder: "b", order: .oldest)], order: .title))
        #expect(undated.last == "b: b/x.jpg b/z.jpg b/y.jpg")
    }

    @Test func ordersByNameAreThoseOfPeople() throws {
        let ids = ["b/ice 10.jpg", "b/ice 9.jpg", "a/z.jpg", "B/ICE 2.jpg"]
        let names = try pages(Self.index(ids), order: .name).photos.map(\.id)
        #expect(names == ["a/z.jpg", "B/ICE 2.jpg", "b/ice 9.jpg", "b/ice 10.jpg"])
    }

    // MARK: - Tags

    @Test func spellingsOfAKeywordAreOneTag() throws {
        let keywords = [
            "1.jpg": ["Bird", "sea", " "], "2.jpg": ["bird", "Bird"], "3.jpg": ["bird 10", "bird 9"],
        ]
        let pages = try pages(
            Self.index(["1.jpg", "2.jpg", "3.jpg", "4.jpg"], keywords: keywords), tags: true)
        #expect(
            pages.lists.dropFirst().map { "\($0.title): \($0.photos)" } == [
                "Bird: [0, 1]", "bird 9: [2]", "bird 10: [2]", "sea: [0]",
            ])
        func tags(_ number: Int) throws -> [String]? {
            let photo = try pages.page(number)["photo"] as? [String: Any]
            return (photo?["tags"] as? [[String: Any]])?.compactMap { $0["page"] as? String }
        }
        #expect(try tags(0) == ["tag-bird.html", "tag-sea.html"])
        #expect(try tags(2) == ["tag-bird-10.html", "tag-bird-9.html"])
        #expect(try tags(3) == nil)
        #expect(try (self.pages(Self.index(["1.jpg"])).page(0)["photo"] as? [String: Any])?["tags"] == nil)
    }

    // MARK: - Names

    @Test func pagesHaveDifferentNamesWhateverIsInThem() throws {
        let hostile = [
            "a/../b", "?", "!", "🦊", "\u{202E}evil", "page 2", "x page 2", "x", "X", "\"><script>",
            String(repeating: "x", count: 300), String(repeating: "x", count: 301), "..", "/", "con", "אב",
            "e\u{301}", "é",
        ]
        let ids =
            hostile.flatMap { folder in (1...3).map { "\(folder)/\($0).jpg" } }
            + [
                "index.jpg", "page-2.jpg", "tags.jpg", "tag-x.jpg", "album-x.jpg", "X/9.jpg", "tag/x.png",
                "a b/1.jpg", "a-b/1.jpg",
            ]
        let keywords = Dictionary(
            ids.prefix(3 * hostile.count).map { ($0, hostile) }, uniquingKeysWith: { one, _ in one })
        let pages = try pages(Self.index(ids, keywords: keywords), albums: [], tags: true, size: 1)
        let names = pages.photos.map(\.page) + pages.lists.flatMap(\.pages) + ["tags.html"]
        #expect(Set(names.map { $0.lowercased().precomposed }).count == names.count)
        #expect(
            names.allSatisfy {
                $0.hasSuffix(".html") && !$0.hasPrefix(".") && !$0.contains("/") && $0.utf8.count <= 255
            })
        let controls = names.joined().unicodeScalars.filter {
            [.control, .format].contains($0.properties.generalCategory)
        }
        #expect(controls.isEmpty)
        // A list keeps its name, and a picture with the same name gets digits.
        let home = try #require(pages.lists.first)
        #expect(home.pages.starts(with: ["index.html", "page-2.html"]))
        #expect(pages.photos.contains { $0.id == "page-2.jpg" && $0.page.hasPrefix("page-2-") })
        #expect(pages.photos.contains { $0.id == "tags.jpg" && $0.page.hasPrefix("tags-") })
        // What a list is called does not depend on the order.
        let reversed = try self.pages(
            Self.index(ids.reversed(), keywords: keywords), albums: [], tags: true, size: 1)
        #expect(
            Set(reversed.lists.map { "\($0.key) \($0.pages[0])" })
                == Set(pages.lists.map { "\($0.key) \($0.pages[0])" }))
    }

    // MARK: - Templates

    @Test func aTemplateWithoutLinksBetweenPagesHasOnePage() throws {
        let old = try GalleryTemplateTests.template()
        #expect(old.pageSize(nil) == .max)
        let new = try GalleryTemplateTests.template(
            index: GalleryTemplateTests.head + "{{#pager}}{{place}}{{/pager}}")
        #expect((new.pageSize(nil), new.pageSize(7)) == (100, 7))
        let lists = try pages(
            Self.index(["a/1.jpg", "2.jpg", "3.jpg"], keywords: ["2.jpg": ["x"]]), albums: [], tags: true,
            size: 1
        ).lists
        let error = #expect(throws: ToolError.self) { try old.check(lists) }
        #expect(error?.description.split(separator: "\n").count == 3)
        #expect(error?.description.contains("t/tags.html:1:1: error: ") == true)
    }
}

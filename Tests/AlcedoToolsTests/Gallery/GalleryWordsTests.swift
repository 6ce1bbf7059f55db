import AlcedoTools
import Testing

@testable import Alcedo
@testable import AlcedoGallery
@testable import AlcedoManifest

/// The texts of a gallery's pictures, and the names of their pages.
@Suite struct GalleryWordsTests {
    private func entry(alt: String? = nil, _ change: (inout ImageIndex.Meta) -> Void = { _ in })
        -> ImageIndex.Entry
    {
        var meta = ImageIndex.Meta()
        change(&meta)
        return ImageIndex.Entry(
            alt: alt, meta: meta,
            source: .init(bytes: 1, digest: "sha256-", format: "jpeg", height: 2, width: 3))
    }

    @Test func theTitlePrecedesTheManifestsTextAndTheFileName() {
        let all = entry(alt: "A bird") {
            $0.title = " Alcedo "
            $0.description = "A kingfisher on a branch"
        }
        let caption = GalleryCaption(id: "a/b.jpg", all)
        #expect(
            [caption.title, caption.alt, caption.text] == ["Alcedo", "A bird", "A kingfisher on a branch"])
        let described = GalleryCaption(id: "b.jpg", entry { $0.description = "Dunes" })
        #expect([described.title, described.alt, described.text] == ["Dunes", "Dunes", nil])
        // A link needs a name, even around a decorative picture.
        let silent = GalleryCaption(id: "trips/03_alpine-lake.jpg", entry(alt: ""))
        #expect([silent.title, silent.alt, silent.text] == ["Alpine lake", "Alpine lake", nil])
    }

    @Test(arguments: [
        ("01-dawn.jpg", "Dawn"), ("IMG_2034.JPG", "IMG 2034"), ("2024 05 01.png", "2024 05 01"),
        ("---.png", "---"),
        ("über_uns.webp", "Über uns"), ("7.jpg", "7"), ("host.example/a.b", "A b"),
        ("1000-miles.jpg", "1000 miles"),
    ])
    func aFilesNameBecomesWords(_ id: String, _ words: String) {
        #expect(GalleryCaption.words(of: id) == words)
    }

    @Test func whatTheCameraWroteIsReadAsPhotographersReadIt() {
        var meta = ImageIndex.Meta()
        meta.make = "NIKON CORPORATION"
        meta.model = "NIKON D850"
        meta.focalLength = 300
        meta.fNumber = 5.6
        meta.exposureTime = "1/500"
        meta.isoSpeed = 200
        meta.dateTimeOriginal = "2024-05-01T09:30:00+02:00"
        meta.creator = "Ada"
        meta.copyright = "© 2024 Ada"
        let facts = GalleryFact.all(of: meta)
        #expect(facts.map(\.value) == ["NIKON D850", "300 mm", "f/5.6", "1/500 s", "200", "1 May 2024"])
        #expect(facts.last?.time == "2024-05-01")
        #expect(GalleryFact.credit(of: meta) == "© 2024 Ada")
        meta.copyright = "All rights reserved"
        #expect(GalleryFact.credit(of: meta) == "Photograph: Ada. All rights reserved")
    }

    @Test func whoHasTheRightsIsSaidOnce() {
        var meta = ImageIndex.Meta()
        (meta.creator, meta.copyright, meta.credit) = ("Ada", "© 2024 Ada", "Ada / Agency")
        #expect(GalleryFact.credit(of: meta) == "© 2024 Ada. Ada / Agency")
        meta.credit = "Ada"
        #expect(GalleryFact.credit(of: meta) == "© 2024 Ada")
        meta.webStatement = "javascript:alert(1)"
        #expect(GalleryFact.license(of: meta) == nil)
        meta.licensorURL = "https://example.org/license"
        #expect(GalleryFact.license(of: meta)?.title == "License")
        (meta.webStatement, meta.usageTerms) = ("HTTPS://example.org/by", "CC BY 4.0")
        #expect(GalleryFact.license(of: meta)?.address == "HTTPS://example.org/by")
        #expect(GalleryFact.license(of: meta)?.title == "CC BY 4.0")
        // A former index may have been written by anyone.
        meta.webStatement = "HTTPS://javascript:alert(1)@example.org/"
        #expect(GalleryFact.license(of: meta)?.address == "https://example.org/license")
    }

    /// Those that XMP allows: a year, a month, a day.
    @Test(arguments: [
        ("1985", "1985", "en"), ("2024-05", "May 2024", "en"), ("2024-05", "květen 2024", "cs"),
        ("2024-05", "maj 2024", "pl"), ("2024-05", "toukokuu 2024", "fi"), ("2024-05", "Mai 2024", "de"),
        ("2024-05", "mayo de 2024", "es"), ("2024-05", "maio de 2024", "pt"),
        ("2024-05", "maggio 2024", "it"),
        ("2024-05", "maj 2024", "da"),
    ])
    func aDateMayBeAMonthOrAYear(_ date: String, _ text: String, _ language: String) {
        var meta = ImageIndex.Meta()
        meta.dateTimeOriginal = date
        let facts = GalleryFact.all(of: meta, GalleryWords(language: language))
        #expect(facts.map(\.value) == [text] && facts.map(\.time) == [date])
    }

    @Test(arguments: [
        ("{year}年{month}{day}日", "2024年5月"), ("{month} {day}, {year}", "5月 2024"),
        ("la {day}-a de {month} {year}", "5月 2024"), ("{year}. {month} {day}.", "2024. 5月"),
    ])
    func aDateWithoutADayIsWrittenAsTheManifestSays(_ date: String, _ text: String) {
        let months = (1...12).map { "\($0)月" }
        #expect(
            GalleryWords(language: "ja", own: [.date: date], months: months).date(month: 5, year: 2024)
                == text)
    }

    /// The signs are those of ICU 78.2 with the CLDR 48, as `Intl.NumberFormat` writes 1.5 in Latin digits.
    @Test(arguments: [
        ("en", "."), ("de", ","), ("de-AT", ","), ("de-CH", "."), ("de-LI", "."), ("pl", ","), ("cs", ","),
        ("fr", ","), ("fr-CH", ","), ("it", ","), ("it-CH", "."), ("es", ","), ("es-MX", "."), ("es-AR", ","),
        ("es-419", "."), ("pt-BR", ","), ("nb", ","), ("ja", "."), ("zh-Hant-TW", "."), ("he", "."),
        ("tr", ","),
        ("uz-Cyrl-UZ", ","), ("sr-Latn", ","), ("eo", ","), ("th", "."), ("cy", "."), ("mn", "."),
        ("id", ","),
    ])
    func numbersAreWrittenAsInTheLanguage(_ language: String, _ sign: String) {
        var meta = ImageIndex.Meta()
        (meta.fNumber, meta.exposureTime, meta.focalLength) = (5.6, "0.5", 70)
        let facts = GalleryFact.all(of: meta, GalleryWords(language: language))
        #expect(facts.map(\.value) == ["70 mm", "f/5\(sign)6", "0\(sign)5 s"])
    }

    @Test func nonsenseOfACameraIsLeftOut() {
        var meta = ImageIndex.Meta()
        meta.fNumber = .infinity
        meta.isoSpeed = 0
        meta.focalLength = -1
        meta.lensModel = "  "
        for text in ["0000-13-99", "0000", "2024-13", "2024-", "24-05", "199x", "2024-05-"] {
            meta.dateTimeOriginal = text
            #expect(GalleryFact.all(of: meta) == [])
        }
    }

    @Test func pagesAreNamedAfterIDsAndNoneTwice() {
        let ids = [
            "hours/1 Dawn.jpg", "a-b.jpg", "a/b.png", "A_B.gif", "index.jpg", "../..", "?<>", "con.jpg",
            "naïve.jpg", "404.jpg", "50x.png", "not_found.jpg", "405.jpg",
        ]
        let names = GalleryPageNames.names(for: ids)
        #expect(names[0] == "hours-1-dawn.html")
        // The digests' digits are those of sha256sum.
        #expect(names[1] == "a-b-d16113.html")
        #expect(names[2] == "a-b-88f7ec.html")
        #expect(names[3] == "a_b.html")
        #expect(names[4].hasPrefix("index-") && names[4] != "index.html")
        #expect(names[7] == "_con.html")
        #expect(names[8] == "naïve.html")
        // GitHub Pages and others show 404.html for each missing page, nginx 50x.html after an error.
        #expect(names[9] == "404-5230fc.html")
        #expect(names[10].hasPrefix("50x-") && names[11].hasPrefix("not_found-"))
        #expect(names[12] == "405.html")
        #expect(Set(names.map { $0.lowercased() }).count == ids.count)
        #expect(names.allSatisfy { !$0.contains("/") && !$0.hasPrefix(".") })
        // The order does not matter.
        #expect(GalleryPageNames.names(for: ids.reversed()) == names.reversed())
        #expect(GalleryPageNames.names(for: [String(repeating: "x", count: 400)])[0].utf8.count < 220)
    }

    @Test(arguments: [
        ("/s/public/images", "./images", "/s/public"), ("/s/public/images", "/images", "/s/public"),
        ("/s/public/a/images", "/a/images", "/s/public"), ("/s/public/images", "/blog/images", "/s/public"),
        ("/s/public/images", "https://cdn.example.org/images", "/s/public"), ("/s/public", ".", "/s/public"),
        ("/s/public", "./", "/s/public"),
    ])
    func thePagesGoWhereTheAddressesBegin(_ output: String, _ base: String, _ root: String) throws {
        #expect(try GalleryRoot.folder(output: output, baseURL: base) == root)
    }

    @Test(arguments: ["/pictures", "../images", "..", "https://cdn.example.org/pictures"])
    func addressesThatDoNotSayItAreAnError(_ base: String) {
        #expect(throws: ToolError.self) {
            try GalleryRoot.folder(output: "/s/public/images", baseURL: base)
        }
    }

    // MARK: - The template's words

    @Test(arguments: GalleryLanguage.tags)
    func everyLanguageHasEveryWord(_ language: String) throws {
        let texts = try #require(GalleryLanguage.texts(of: language))
        #expect(texts.words.count == GallerySettings.Word.allCases.count)
        #expect(texts.months.count == 12 && Set(texts.months).count == 12)
        for (word, text) in zip(GallerySettings.Word.allCases, texts.words) {
            let names = text.matches(of: /\{([a-z]+)\}/).map { String($0.1) }
            #expect(names.sorted() == word.placeholders.sorted(), "\(language): \(word.rawValue)")
            #expect(
                text.filter { "{}".contains($0) }.count == 2 * names.count, "\(language): \(word.rawValue)")
        }
    }

    @Test(arguments: [
        ("en", "1 May 2024", "12 pictures", "Camera"), ("de-AT", "1. Mai 2024", "12 Bilder", "Kamera"),
        ("fr", "1 mai 2024", "12 images", "Appareil"), ("es", "1 de mayo de 2024", "12 imágenes", "Cámara"),
        ("it", "1 maggio 2024", "12 immagini", "Fotocamera"),
        ("nl", "1 mei 2024", "12 afbeeldingen", "Camera"),
        ("pt-BR", "1 de maio de 2024", "12 imagens", "Câmera"), ("sv", "1 maj 2024", "12 bilder", "Kamera"),
        ("da", "1. maj 2024", "12 billeder", "Kamera"), ("no", "1. mai 2024", "12 bilder", "Kamera"),
        ("FI", "1. toukokuuta 2024", "12 kuvaa", "Kamera"),
        ("pl", "1 maja 2024", "Liczba zdjęć: 12", "Aparat"),
        ("cs", "1. května 2024", "Počet obrázků: 12", "Fotoaparát"),
    ])
    func wordsMatchTheLanguage(_ language: String, _ date: String, _ count: String, _ camera: String) {
        let words = GalleryWords(language: language)
        #expect(words.date(day: 1, month: 5, year: 2024) == date)
        #expect(words.count(12) == count)
        #expect(words[.camera] == camera)
        #expect(words.missing == 0)
    }

    @Test func anUnknownLanguageHasEnglishWordsAndThoseOfTheManifest() {
        let words = GalleryWords(language: "eo", own: [.camera: "Fotilo", .next: "Sekva: {title}"])
        #expect(words[.camera] == "Fotilo")
        #expect(words[.lens] == "Lens")
        #expect(words.missing == GallerySettings.Word.allCases.count - 2 + 1)
        // Substituted text is not scanned again.
        #expect(words[.next, ["title": "{title} {x}"]] == "Sekva: {title} {x}")
        let all = Dictionary(uniqueKeysWithValues: GallerySettings.Word.allCases.map { ($0, "x") })
        #expect(GalleryWords(language: "eo", own: all, months: Array(repeating: "m", count: 12)).missing == 0)
    }

    @Test(arguments: [
        ("en", true), ("pt-BR", true), ("zh-Hant-TW", true), ("de-1996", true), ("", false), ("-en", false),
        ("en_US", false), ("english language", false), ("1", false), ("abcdefghi", false), ("dé", false),
    ])
    func aLanguageIsATag(_ text: String, _ isTag: Bool) {
        #expect(LanguageTag.isValid(text) == isTag)
    }

    // MARK: - Whole pages

    /// The texts of a page, and those of its attributes.
    private func texts(_ page: String) -> [String] {
        let attributes = page.matches(of: /(?:aria-label|alt|title|content)="([^"]*)"/).map { String($0.1) }
        return page.matches(of: />([^<]+)</).map { String($0.1) } + attributes
    }

    @Test(arguments: GalleryLanguage.tags.filter { $0 != "en" })
    func noPageHasAnEnglishWord(_ language: String) throws {
        let words = GalleryWords(language: language)
        let ids = ["0.jpg", "1.jpg", "2.jpg", "3.jpg", "4.jpg", "x/5.jpg", "x/6.jpg"]
        var index = GalleryListsTests.index(
            ids, keywords: ["0.jpg": ["q"]], times: ["0.jpg": "2024-05-01T09:30:00"])
        var meta = try #require(index.images["0.jpg"]?.meta)
        (meta.make, meta.lensModel, meta.creator, meta.exposureTime) = ("M", "M", "M", "1")
        (meta.focalLength, meta.fNumber, meta.isoSpeed) = (1, 1, 1)
        (meta.webStatement, meta.gps) = ("https://example.org", .init(latitude: 1, longitude: 1))
        index.images["0.jpg"]?.meta = meta
        let files = Dictionary(uniqueKeysWithValues: GalleryFiles.all)
        let template = try GalleryTemplate(files: files, folder: "gallery")
        let owner = GalleryOwner(
            manifest: "/site/images.yml", output: "/site/public/images", baseURL: "./images",
            root: "/site/public")
        var settings = GallerySettings()
        (settings.albums, settings.tags, settings.language) = ([], true, language)
        (settings.downloads, settings.map) = (.shown, GallerySettings.Map())
        var pages: [String] = []
        for index in [index, GalleryListsTests.index([])] {
            let gallery = try GalleryPages(
                index: index, options: GalleryOptions().filled(from: settings), words: words,
                files: template.assetNames, generator: owner.generator(of:), size: 1)
            func add(_ name: String, _ values: [String: Any]) throws {
                pages.append(String(decoding: try template.page(name, values, of: owner), as: UTF8.self))
            }
            for (number, list) in gallery.listPages {
                try add("index", gallery.page(number, of: gallery.lists[list]))
            }
            for number in gallery.photos.indices { try add("photo", gallery.page(number)) }
            if let map = try gallery.mapPage() { try add("map", map) }
            if !gallery.photos.isEmpty { try add("tags", gallery.tagsPage()) }
        }
        let shown = pages.flatMap(texts).joined(separator: "\n")
        let english = try #require(GalleryLanguage.texts(of: "en"))
        let own = try #require(GalleryLanguage.texts(of: language))
        let all = (own.words + own.months).joined(separator: "\n")
        for text in english.words + english.months {
            let parts = text.replacing(/\{[a-z]+\}/, with: "|").split(separator: "|")
            for part in parts.map({ String($0).trimmingSpace() }) where part.count > 2 && !all.contains(part)
            {
                let word = try Regex("\\b\(part)\\b")
                #expect(shown.firstMatch(of: word) == nil, "\(language): \(part)")
            }
        }
        // The own words are there: this page has everything.
        for (word, text) in zip(GallerySettings.Word.allCases, own.words)
        where !text.contains("{") && word != .list {
            #expect(
                shown.contains(text) || word == .onePicture, "\(language): \(word.rawValue)")
        }
        #expect(shown.contains(words[.pageOf, ["number": "2", "count": "5"]]))
    }
}

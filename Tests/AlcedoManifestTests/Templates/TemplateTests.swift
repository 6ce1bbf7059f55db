import Testing

@testable import AlcedoManifest

@Suite struct NameTemplateTests {
    private func render(
        _ template: String? = nil, id: String, variant: String = "hero", density: Double = 1
    ) throws -> String {
        try (template.map { try NameTemplate($0) } ?? .standard).render(
            NameTemplate.Values(
                id: id, variant: variant, width: 640, height: 427, hash: "9f2c1ab04e", ext: "avif",
                density: density))
    }

    @Test(arguments: [
        (nil, "photos/a-hero-640x427.9f2c1ab04e.avif", true), (nil, "é/a b.avif", true),
        (nil, "a.avif.html", false),
        (nil, ".a.avif", false), (nil, "a.html", false), (nil, "../a.avif", false), (nil, "a\".avif", false),
        ("{name}.{ext}.bin", "a.avif.bin", true), ("{name}.{ext}.bin", "a.avif", false),
        ("{ext}/{name}.{hash}", "avif/a.html", false),
    ])
    func aPathHasTheExtensionOfItsFormat(_ template: String?, _ path: String, _ isMade: Bool) throws {
        let template = try template.map { try NameTemplate($0) } ?? .standard
        #expect(template.mayMake(path, extensions: ["avif"]) == isMade, "\(path)")
    }

    @Test func theStandardNameIsTheOneInTheContract() throws {
        #expect(try render(id: "kingfisher.jpg") == "kingfisher-hero-640x427.9f2c1ab04e.avif")
        #expect(
            try render(id: "birds/small/kingfisher") == "birds/small/kingfisher-hero-640x427.9f2c1ab04e.avif")
        #expect(NameTemplate.standard.written == "{dir}/{name}-{variant}-{width}x{height}.{hash}.{ext}")
        #expect(try NameTemplate(NameTemplate.standard.written) == .standard)
    }

    @Test(arguments: [(1.0, "ada.avif"), (2.0, "ada@2x.avif"), (3.0, "ada@3x.avif"), (1.5, "ada@1.5x.avif")])
    func scaleIsWhatDocCReads(density: Double, expected: String) throws {
        #expect(try render("{name}{scale}.{ext}", id: "photos/ada.jpg", density: density) == expected)
    }

    @Test func onlyImageExtensionsAreTakenOff() throws {
        #expect(try render("{name}.{ext}", id: "sku.1001") == "sku.1001.avif")
        #expect(try render("{name}.{ext}", id: "a.b.JPEG") == "a.b.avif")
        #expect(try render("{name}.{ext}", id: "report.pdf") == "report.avif")
        #expect(try render("{name}.{ext}", id: ".jpg") == "jpg.avif")
    }

    @Test(arguments: [
        ("../../etc/passwd", "etc/passwd.avif"), ("/abs/x.jpg", "abs/x.avif"), ("a/../../x.jpg", "a/x.avif"),
        ("...", "avif"), ("..", "avif"), (".git/config.png", "git/config.avif"), ("a/./b.jpg", "a/b.avif"),
        ("a\\..\\b.jpg", "a-..-b.avif"), ("C:\\x.jpg", "C--x.avif"), ("a//b.jpg", "a/b.avif"),
        ("\u{202E}x.jpg", "x.avif"), ("a b/c\td.jpg", "a-b/c-d.avif"), ("con/aux.jpg", "_con/_aux.avif"),
        ("COM1.x/lpt9.jpg", "_COM1.x/_lpt9.avif"), ("come/console.jpg", "come/console.avif"),
        ("PrN/nul.x.jpg", "_PrN/_nul.x.avif"), ("com0/lpt.jpg", "_com0/lpt.avif"),
        ("000/can.jpg", "000/can.avif"),
        ("Null/cone.jpg", "Null/cone.avif"), ("a./b..jpg", "a/b..avif"), ("-/_/@.jpg", "-/_/@.avif"),
        ("a<b>c:d\"e|f?g*h%i#j.jpg", "a-b-c-d-e-f-g-h-i-j.avif"), ("dir./x.jpg", "dir/x.avif"),
        ("cafe\u{301}.jpg", "caf\u{E9}.avif"), ("", "avif"), ("ü/日本.jpg", "ü/日本.avif"),
    ])
    func namesAreSafeOnEverySystem(id: String, expected: String) throws {
        let path = try render("{dir}/{name}.{ext}", id: id)
        #expect(Array(path.utf8) == Array(expected.utf8))
    }

    @Test(arguments: ["é", "a"]) func longNamesAreCutAndStayApart(_ letter: String) throws {
        let long = String(repeating: letter, count: 300)
        let one = try render(id: "dir/" + long + "1.jpg")
        let two = try render(id: "dir/" + long + "2.jpg")
        #expect(one != two)
        for path in [one, two] {
            #expect(path.split(separator: "/").allSatisfy { $0.utf8.count <= 200 })
            #expect(path.hasPrefix("dir/" + letter + letter))
            #expect(path.hasSuffix(".avif"))
        }
    }

    @Test(arguments: [
        ("{name}", "it needs '{ext}'"), ("/{name}.{ext}", "must not begin with '/'"),
        ("../{name}.{ext}", "'..'"),
        ("{dir}/../{name}.{ext}", "'..'"), ("{nam}.{ext}", "did you mean '{name}'?"),
        ("{name.{ext}", "brace has no partner"),
        ("{name}}.{ext}", "brace has no partner"), ("{ext}/", "ends in '/'"),
        ("a\\{name}.{ext}", "separated by '/'"),
        ("{meta.title}.{ext}", "unknown placeholder '{meta.title}'; expected {dir}"),
    ])
    func badTemplatesSayWhy(text: String, words: String) {
        #expect {
            try NameTemplate(parsing: text)
        } throws: { error in
            "\(error)".contains(words)
        }
    }

    @Test func doubledBracesAreBraces() throws {
        #expect(try render("{{{name}}}.{ext}", id: "a.jpg") == "{a}.avif")
    }

    @Test func slashesInAVariantAreNotFolders() throws {
        #expect(try render("{variant}.{ext}", id: "a", variant: "../x") == "-x.avif")
    }
}

@Suite struct AltTemplateTests {
    @Test func fieldsAreFilledIn() throws {
        let template = try AltTemplate("{meta.title}: {meta.description} {{x}}")
        #expect(
            template.render(meta: ["title": "Ada", "description": "at the loom"]) == "Ada: at the loom {x}")
        #expect(template.render(meta: ["title": "Ada"]) == "Ada:  {x}")
    }

    @Test func missingFieldsGiveNoText() throws {
        #expect(try AltTemplate("{meta.description}").render(meta: [:]) == nil)
        #expect(try AltTemplate("{meta.description}").render(meta: ["description": ""]) == nil)
        #expect(try AltTemplate("Photo: {meta.title}").render(meta: ["model": "X"]) == nil)
    }

    @Test func plainTextStays() throws {
        #expect(try AltTemplate(" Ada at the loom ").render(meta: [:]) == "Ada at the loom")
        // An empty text marks a decorative picture.
        #expect(try AltTemplate("").render(meta: [:]) == "")
        #expect(AltTemplate(literal: "{meta.title} {").render(meta: ["title": "x"]) == "{meta.title} {")
    }

    @Test(arguments: AltTemplate.fields)
    func everyFieldOfTheIndexIsKnown(field: String) throws {
        #expect(try AltTemplate("{meta.\(field)}").render(meta: [field: "x"]) == "x")
    }

    @Test(arguments: ["{title}", "{meta.}", "{meta.Title}", "{meta.gps}", "{", "}", "{meta.title"])
    func otherPlaceholdersAreRefused(text: String) {
        #expect(throws: TemplateError.self) { try AltTemplate(text) }
    }
}

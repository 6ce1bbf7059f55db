import AlcedoBase
import AlcedoLoading
import AlcedoManifest

/// The text of a starter manifest for a site generator, with a comment on each line.
struct StarterManifest {
    let kind: StarterKind
    let pictures: StarterPictures
    /// The output folder, relative to the manifest.
    let output: String
    /// The folder with the generator's files, relative to the manifest.
    let source: String
    /// The address of the schema.
    let schema: String

    /// Possible names of the output folder among files of others.
    static let folders = ["alcedo-images", "alcedo-pictures"]

    /// Returns manifests with possible output folders: a likely one, and an alternative in case it is taken.
    static func all(
        for kind: StarterKind, _ scene: StarterScene, _ site: StarterSite, _ pictures: StarterPictures
    ) -> [StarterManifest] {
        let outputs: [String] =
            switch (pictures.owner, kind) {
            case (.site, _): folders.map { site.folder + "/" + $0 }
            // Their pictures may be in a folder 'images' of the finished site.
            case (.generator, _), (_, .html): folders.map { site.copied + "/" + $0 }
            case (_, .docc): ["images", folders[0]].map { (scene.catalog ?? kind.folder) + "/" + $0 }
            default: ["images", folders[0]].map { site.copied + "/" + $0 }
            }
        let schema =
            scene.hasCheckout
            ? ".build/checkouts/alcedo/Schemas/images.schema.json"
            : "\(AlcedoVersion.repository)/raw/\(AlcedoVersion.current)/Schemas/images.schema.json"
        return outputs.map {
            StarterManifest(kind: kind, pictures: pictures, output: $0, source: site.source, schema: schema)
        }
    }

    var text: String {
        pictures.owner == .site ? afterTheGenerator : beforeTheGenerator
    }

    /// Whether the generator finds files by their names.
    private var isFoundByName: Bool {
        kind == .docc || kind == .ignite && pictures.owner == .author
    }

    private var head: String {
        """
        # yaml-language-server: $schema=\(schema)
        #
        # The pictures, and the variants to make from them. 'alcedo check' validates this file and touches nothing.
        # All keys are explained in Alcedo's docs/manifest.md.
        """
    }

    private var name: String { output.split(separator: "/").last.map(String.init) ?? output }

    /// The folder in the finished site. Jekyll copies the folder itself, all others what is in it.
    private var published: String {
        guard kind == .jekyll else { return name }
        return output.hasPrefix(source + "/") ? String(output.dropFirst(source.count + 1)) : output
    }

    // MARK: - After the generator

    /// Manifest for a finished site, whatever its layout: the pictures of the site are the sources, and files go into a
    /// folder beside them.
    private var afterTheGenerator: String {
        let site = pictures.folders[0]
        let sources = pictures.entries.flatMap { entry in
            ["  - path: \(Self.quoted(entry.pattern))", "    root: \(Self.quoted(site))"] + excluded(entry)
        }
        return """
            \(head)
            #
            # \(kind.title) makes the site in \(site), and copies its pictures there. Alcedo works on that copy: make the
            # site, then 'alcedo build', then 'alcedo html'. If the folder is emptied, files are restored from the cache.
            version: 1

            \(line("output: " + Self.plain(output), "a folder for Alcedo alone, in the finished site"))
            \(line("base-url: " + Self.plain("./" + name), "its address from the root of the site"))

            \(Self.pages)

            sources:
              # The pictures of the finished site, which \(kind.title) makes first.
            \(sources.joined(separator: "\n"))
              # An entry for one file refines the pattern above.
              # - path: \(Self.quoted(site + "/images/ada.jpg"))
              #   focus: 42% 30%

            """
    }

    // MARK: - Before the generator

    private var beforeTheGenerator: String {
        """
        \(head)
        version: 1

        \(places)

        \(isFoundByName ? scales : kind == .html || pictures.owner == .generator ? Self.pages : widths)

        sources:
        \(sources)

        """
    }

    private var places: String {
        let comment: String
        switch kind {
        // Eleventy copies nothing by itself.
        case .html, .eleventy: comment = "a folder for Alcedo alone, in the finished site"
        case .docc: comment = "a folder for Alcedo alone, in the catalog"
        case .plain: comment = "where files go; the folder is for Alcedo alone"
        default: comment = "where files go; \(kind.title) copies them from here"
        }
        var lines = [line("output: " + Self.plain(output), comment)]
        switch kind {
        case .plain:
            lines.append(
                line(
                    "base-url: " + Self.plain("./" + name),
                    "its address; relative, so pages open from the disk as well"))
        case .docc:
            lines.append(line("index: images.json", "the results, outside of the catalog"))
        case _ where kind == .html || pictures.owner == .generator:
            lines.append(
                line("base-url: " + Self.plain("./" + published), "its address from the root of the site"))
        default:
            lines.append(line("base-url: " + Self.plain("/" + published), "its address in pages"))
            if kind == .hugo {
                lines.append(line("index: data/images.json", "templates read it as site.Data.images"))
            }
        }
        return lines.joined(separator: "\n")
    }

    private static let formats = """
        defaults:
          # auto: JPEG, or PNG for transparency, or GIF for animation. [avif, webp, auto] makes smaller
          # files, but takes several times as long the first time.
          formats: [webp, auto]
          # The quality that each picture needs to look alike in every format. A number, such as 80, is faster.
          quality: high
        """

    /// The variant for the pages of a site.
    private static let pages = """
        \(formats)

        variants:
          photo: { widths: [480, 960, 1440, 1920], sizes: 100vw }    # sizes: the displayed width

        placeholders: [dominant-color]
        """

    /// Variants for a gallery, and for templates.
    private var widths: String {
        """
        \(Self.formats)
          # Without {variant}, so that a size that two variants have is one file.
          name: "{dir}/{name}-{width}x{height}.{hash}.{ext}"

        variants:
          card: { widths: [320, 640, 960], sizes: "(min-width: 40em) 25rem, 100vw" }
          photo: { widths: [640, 1280, 1920, 2560], sizes: 100vw }
          lqip: { width: 24, blur: 2, formats: [webp], inline: true }    # shown until a picture has loaded

        placeholders: [dominant-color]
        """
    }

    /// Variants for generators that find pictures by name: one picture, and one for high-density screens, with the
    /// extension of the source.
    private var scales: String {
        let name = kind == .docc ? "{name}{scale}.{ext}" : "{dir}/{name}{scale}.{ext}"
        let photo = "  photo: { width: 800, densities: [1, 2], formats: [source], name: \"\(name)\" }"
        guard kind == .ignite else {
            return """
                \(Self.look)

                variants:
                  # kingfisher.jpg and kingfisher@2x.jpg, the names that DocC expects. For dark mode, put a kingfisher~dark.jpg
                  # beside the original.
                \(photo)
                """
        }
        return """
            \(Self.look)

            variants:
              # kingfisher.jpg and kingfisher@2x.jpg, the names that Ignite expects.
            \(photo)
              # kingfisher~dark.jpg, if such a picture is beside the original.
              dark: { width: 1600, formats: [source], name: "{dir}/{name}.{ext}" }
            """
    }

    private static let look = """
        defaults:
          # The quality that each picture needs to look alike. A number, such as 80, is faster.
          quality: high
        """

    private var sources: String {
        (pictures.entries.map(text) + [example]).joined(separator: "\n")
    }

    private func text(_ entry: StarterPictures.Entry) -> String {
        let root = entry.root.map { ["    root: \(Self.quoted($0))"] } ?? []
        let alt = "    alt: \"{meta.description}\"    # from the picture's own metadata"
        guard isFoundByName, kind == .ignite else {
            return (["  - path: \(Self.quoted(entry.pattern))"] + root + excluded(entry) + [alt])
                .joined(separator: "\n")
        }
        let dark = entry.pattern.replacing(
            StarterPictures.kinds, with: "*~dark" + StarterPictures.kinds.dropFirst())
        return
            (["  - path: \(Self.quoted(entry.pattern))"] + root
            + excluded(entry, besides: ["**/*~dark.*"])
            + ["    variants: photo", alt, "  - path: \(Self.quoted(dark))"] + root
            + excluded(entry)
            + ["    variants: dark", "    optional: true"]).joined(separator: "\n")
    }

    private func excluded(_ entry: StarterPictures.Entry, besides first: [String] = []) -> [String] {
        // A build skips its own output anyway.
        let names = entry.excluded.filter { $0 != output && !$0.hasPrefix(output + "/") }
        let quoted = (first + names.map(Self.pattern)).map(Self.quoted)
        return switch quoted.count {
        case 0: []
        case 1: ["    exclude: \(quoted[0])"]
        default: ["    exclude: [\(quoted.joined(separator: ", "))]"]
        }
    }

    /// Returns the pattern of a name. A manifest refuses control characters, also where they are left out.
    private static func pattern(_ name: String) -> String {
        GlobPattern.escaped(name).unicodeScalars.map {
            SourceID.fault("x\($0)") == nil ? String($0) : "[! -~]"
        }.joined()
    }

    private var example: String {
        let folder = pictures.folders.first { !$0.isEmpty }
        return """
              # An entry for one file refines the pattern above.
              # - path: \(Self.quoted(folder.map { $0 + "/ada.jpg" } ?? "ada.jpg"))
              #   alt: Ada at the loom
              #   focus: 42% 30%
            """
    }

    private func line(_ text: String, _ comment: String) -> String {
        text + String(repeating: " ", count: max(1, 32 - text.count)) + "# " + comment
    }

    /// Returns a YAML scalar, quoted if it has special characters.
    static func plain(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789/._-".unicodeScalars.contains($0))
        }
        return isPlain ? text : quoted(text)
    }

    /// Returns a YAML scalar in double quotes.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}"..."\u{1F}", "\u{7F}":
                quoted += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

import AlcedoBase
import AlcedoManifest

/// The text of a starter manifest for a site generator, with a comment on each line.
struct StarterManifest {
    let kind: StarterKind
    let pictures: StarterPictures
    /// The output folder, relative to the manifest.
    let output: String

    /// Returns possible output folders: a likely one, and an alternative in case it is taken.
    static func outputs(
        for kind: StarterKind, _ scene: StarterScene, _ pictures: StarterPictures
    ) -> [String] {
        if pictures.areTheSites {
            return ["alcedo-images", "alcedo-pictures"].map { pictures.folder + "/" + $0 }
        }
        let folder = kind == .docc ? scene.catalog ?? kind.folder : kind.folder
        return ["images", "alcedo-images"].map { folder + "/" + $0 }
    }

    var text: String {
        pictures.areTheSites ? afterTheGenerator : beforeTheGenerator
    }

    // MARK: - After the generator

    /// Manifest for a finished site, whatever its layout: the pictures of the site are the sources, and files go into a
    /// folder beside them.
    private var afterTheGenerator: String {
        let site = pictures.folder
        let name = output.split(separator: "/").last.map(String.init) ?? output
        return """
            # The pictures, and the variants to make from them. 'alcedo check' validates this file and touches nothing.
            # All keys are explained in Alcedo's docs/manifest.md.
            #
            # \(kind.title) makes the site in \(site), and copies its pictures there. Alcedo works on that copy: make the
            # site, then 'alcedo build', then 'alcedo html'. If the folder is emptied, files are restored from the cache.
            version: 1

            \(line("output: " + Self.plain(output), "a folder for Alcedo alone, in the finished site"))
            \(line("base-url: " + Self.plain("./" + name), "its address from the root of the site"))

            defaults:
              # auto: JPEG, or PNG for transparency, or GIF for animation. [avif, webp, auto] makes smaller
              # files, but takes several times as long the first time.
              formats: [webp, auto]
              # The quality that each picture needs to look alike in every format. A number, such as 80, is faster.
              quality: high

            variants:
              photo: { widths: [480, 960, 1440, 1920], sizes: 100vw }    # sizes: the displayed width

            placeholders: [dominant-color]

            sources:
              # The pictures of the finished site, which \(kind.title) makes first.
              - path: \(Self.quoted(pictures.pattern))
                root: \(Self.quoted(site))
              # An entry for one file refines the pattern above.
              # - path: \(Self.quoted(site + "/images/ada.jpg"))
              #   focus: 42% 30%

            """
    }

    // MARK: - Before the generator

    private var beforeTheGenerator: String {
        """
        # The pictures, and the variants to make from them. 'alcedo check' validates this file and touches nothing.
        # All keys are explained in Alcedo's docs/manifest.md.
        version: 1

        \(places)

        \(kind == .ignite || kind == .docc ? scales : widths)

        sources:
        \(sources)

        """
    }

    private var places: String {
        let name = output.split(separator: "/").last.map(String.init) ?? output
        let comment: String
        switch kind {
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
        case .hugo:
            lines.append(line("base-url: " + Self.plain("/" + name), "its address in pages"))
            lines.append(line("index: data/images.json", "templates read it as site.Data.images"))
        default:
            lines.append(line("base-url: " + Self.plain("/" + name), "its address in pages"))
        }
        return lines.joined(separator: "\n")
    }

    /// Variants for pages with `<picture>`.
    private var widths: String {
        """
        defaults:
          # auto: JPEG, or PNG for transparency, or GIF for animation. [avif, webp, auto] makes smaller
          # files, but takes several times as long the first time.
          formats: [webp, auto]
          # The quality that each picture needs to look alike in every format. A number, such as 80, is faster.
          quality: high

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
        let root = pictures.folder.isEmpty ? [] : ["    root: \(Self.quoted(pictures.folder))"]
        var lines = ["  - path: \(Self.quoted(pictures.pattern))"] + root
        let alt = "    alt: \"{meta.description}\"    # from the picture's own metadata"
        if kind == .ignite {
            lines += ["    exclude: \"**/*~dark.*\"", "    variants: photo", alt]
            let dark = pictures.pattern.replacing("/*.{", with: "/*~dark.{")
            lines += ["  - path: \(Self.quoted(dark.hasPrefix("*.{") ? "*~dark" + dark.dropFirst() : dark))"]
            lines += root + ["    variants: dark", "    optional: true"]
        } else {
            lines.append(alt)
        }
        let example = pictures.folder.isEmpty ? "ada.jpg" : pictures.folder + "/ada.jpg"
        lines += [
            "  # An entry for one file refines the pattern above.",
            "  # - path: \(Self.quoted(example))", "  #   alt: Ada at the loom", "  #   focus: 42% 30%",
        ]
        return lines.joined(separator: "\n")
    }

    private func line(_ text: String, _ comment: String) -> String {
        text + String(repeating: " ", count: max(1, 32 - text.count)) + "# " + comment
    }

    /// Returns a YAML scalar, quoted if it has special characters.
    private static func plain(_ text: String) -> String {
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

import AlcedoBase
import AlcedoManifest

/// The contents of a folder that determine its starter manifest.
struct StarterScene: Sendable {
    /// The absolute path.
    let path: String
    /// The detected site generator.
    private(set) var kind: StarterKind
    /// Why this generator was detected.
    private(set) var reason: String
    /// Whether the folder is a Swift package, in which a plugin runs the command.
    private(set) var isPackage = false
    /// Whether the package depends on Alcedo.
    private(set) var knowsAlcedo = false
    /// Whether SwiftPM loads Alcedo's repository, which has the schemas.
    private(set) var hasCheckout = false
    /// A documentation catalog, relative to the folder.
    private(set) var catalog: String?

    /// - Throws: `FileSystemError` if the folder cannot be read.
    init(path: String) throws(FileSystemError) {
        self.path = path
        kind = .plain
        reason = "no site generator found"
        catalog = Self.catalog(in: path)
        if let package = try Self.text(path + "/Package.swift").map(SwiftCode.withoutComments) {
            isPackage = true
            knowsAlcedo = package.lowercased().contains("alcedo")
            hasCheckout = package.contains(/(?i)\burl:\s*"[^"]*\/alcedo(?:\.git)?\/?"/)
            let known: [StarterKind] = [.ignite, .saga, .publish, .toucan]
            if let named = known.first(where: { Self.names($0.title, in: package) }) {
                kind = named
                reason = "Package.swift names it"
                return
            }
            // The dependency on the generator may be in a local package of the site.
            if let resolved = try Self.text(path + "/Package.resolved"),
                let named = known.first(where: { Self.resolves($0.title, resolved) })
            {
                kind = named
                reason = "Package.resolved names it"
                return
            }
        }
        if let text = try Self.text(path + "/config.toml"), text.contains(/(?m)^\s*base_url\s*=/) {
            // Hugo's setting has another name. With a theme, a site has no templates of its own.
            kind = .zola
            reason = "config.toml has Zola's base_url"
            return
        }
        for (kind, files) in Self.signs {
            for file in files {
                // Some names are significant only in combination.
                let names = file.split(separator: "+").map(String.init)
                guard names.allSatisfy({ Self.isThere(path + "/" + $0) }) else { continue }
                self.kind = kind
                reason = "\(names.joined(separator: " and ")) \(names.count == 1 ? "is" : "are") here"
                return
            }
        }
        if let catalog {
            kind = .docc
            reason = "\(catalog) is here"
        } else if let page = try Self.page(in: path) {
            kind = .html
            reason = "\(page) is here"
        } else if isPackage {
            reason =
                "Package.swift names no known site generator; pages from Swift code of your own read the index with 'AlcedoIndex', "
                + "see docs/package.md"
        }
    }

    private static let signs: [(StarterKind, [String])] = [
        (
            .toucan,
            [
                "toucan.yml", "toucan.yaml", "src/site.yml", "src/site.yaml", "contents+pipelines",
                "contents+types",
                "contents+site.yml", "contents+site.yaml",
            ]
        ),
        (.eleventy, names("eleventy.config", ["js", "mjs", "cjs", "ts"]) + [".eleventy.js"]),
        (.astro, names("astro.config", ["mjs", "ts", "js", "mts", "cjs"])),
        (.mkdocs, ["mkdocs.yml", "mkdocs.yaml"]),
        (.pelican, ["pelicanconf.py"]),
        // Hexo has the same settings' name, and templates for new pages in 'scaffolds'.
        (
            .jekyll,
            ["_config.yml+_posts", "_config.yml+_layouts", "_config.yml+Gemfile", "_config.toml+_posts"]
        ),
        // Its settings have the name of Hugo's former ones.
        (.zola, ["config.toml+sass", "config.toml+templates"]),
        (
            .hugo,
            [
                "hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config.toml", "config/_default",
                "archetypes",
            ]
        ),
    ]

    private static func names(_ base: String, _ extensions: [String]) -> [String] {
        extensions.map { "\(base).\($0)" }
    }

    /// Whether a package depends on a generator: its repository or its product is in quotes.
    private static func names(_ generator: String, in package: String) -> Bool {
        let text = package.lowercased()
        let name = generator.lowercased()
        return ["/\(name)\"", "/\(name).git\"", "\"\(name)\""].contains { text.contains($0) }
    }

    /// Whether a generator is among the resolved packages.
    private static func resolves(_ generator: String, _ resolved: String) -> Bool {
        let text = resolved.lowercased().filter { !$0.isWhitespace }
        return text.contains("\"identity\":\"\(generator.lowercased())\"")
    }

    /// Whether a file is there, as far as its folders can be read.
    private static func isThere(_ path: String) -> Bool {
        do {
            return try FileSystem.status(of: path) != nil
        } catch {
            return false
        }
    }

    private static func text(_ file: String) throws(FileSystemError) -> String? {
        guard try FileSystem.status(of: file, followingLinks: true)?.kind == .regular else { return nil }
        return String(decoding: try FileSystem.readBytes(file, limit: 4_000_000), as: UTF8.self)
    }

    /// Returns a page in the folder that may show pictures.
    private static func page(in path: String) throws(FileSystemError) -> String? {
        let pages = try FileSystem.entries(ofDirectory: path).filter { $0.isText }.map(\.name).sorted()
            .filter { name in [".html", ".htm"].contains { name.lowercased().hasSuffix($0) } }
        if let index = pages.first(where: { $0.lowercased().hasPrefix("index.") }) { return index }
        for page in pages.prefix(100) where showsPictures(path + "/" + page) { return page }
        // A site may only have a page for each language, de/index.html.
        let folders = names(in: path).filter { !StarterSurvey.hasNoPages($0) }
        return folders.prefix(100).map { $0 + "/index.html" }.first { showsPictures(path + "/" + $0) }
    }

    private static func showsPictures(_ page: String) -> Bool {
        do {
            return try text(page)?.contains(/(?i)<img\b/) == true
        } catch {
            return false
        }
    }

    /// Returns the first catalog in the folder, or in a target of the package.
    private static func catalog(in path: String) -> String? {
        let folders = ["", "Sources"] + names(in: path + "/Sources").map { "Sources/" + $0 }
        for folder in folders {
            let found = names(in: folder.isEmpty ? path : path + "/" + folder).first {
                $0.hasSuffix(".docc")
            }
            if let found { return folder.isEmpty ? found : folder + "/" + found }
        }
        return nil
    }

    /// Returns the names of the folders in a folder; none if it cannot be read.
    private static func names(in folder: String) -> [String] {
        do {
            return try FileSystem.entries(ofDirectory: folder)
                .filter { $0.kind == .directory && $0.isText && !$0.name.hasPrefix(".") }
                .map(\.name).sorted()
        } catch {
            return []
        }
    }
}

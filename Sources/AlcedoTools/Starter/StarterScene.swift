import AlcedoBase
import AlcedoManifest

/// What is in a folder for which a manifest is to be written.
struct StarterScene: Sendable {
    /// Absolute.
    let path: String
    /// What makes the pages, as far as one can see.
    private(set) var kind: StarterKind
    /// Why it is taken to be that.
    private(set) var reason: String
    /// Whether it is a Swift package, where a plugin runs the command.
    private(set) var isPackage = false
    /// Whether the package names Alcedo.
    private(set) var knowsAlcedo = false
    /// A documentation catalog, relative to the folder.
    private(set) var catalog: String?

    /// - Throws: `FileSystemError` if the folder cannot be looked into.
    init(path: String) throws(FileSystemError) {
        self.path = path
        kind = .plain
        reason = "no site generator found"
        catalog = try Self.catalog(in: path)
        if let package = try Self.text(path + "/Package.swift").map(SwiftCode.withoutComments) {
            isPackage = true
            knowsAlcedo = package.lowercased().contains("alcedo")
            let known: [StarterKind] = [.ignite, .saga, .publish, .toucan]
            if let named = known.first(where: { Self.names($0.title, in: package) }) {
                kind = named
                reason = "Package.swift names it"
                return
            }
            // A package of the site's own, beside it, may be what depends on the generator.
            if let resolved = try Self.text(path + "/Package.resolved"),
                let named = known.first(where: { Self.resolves($0.title, resolved) })
            {
                kind = named
                reason = "Package.resolved names it"
                return
            }
        }
        for (kind, files) in Self.signs {
            for file in files {
                // Some names mean something only together.
                let names = file.split(separator: "+").map(String.init)
                var missing = false
                for name in names where try FileSystem.status(of: path + "/" + name) == nil { missing = true }
                guard !missing else { continue }
                self.kind = kind
                reason = "\(names.joined(separator: " and ")) \(names.count == 1 ? "is" : "are") here"
                return
            }
        }
        if let catalog {
            kind = .docc
            reason = "\(catalog) is here"
        } else if isPackage {
            reason = "Package.swift names no known site generator"
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
        (
            .hugo,
            [
                "hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config.toml", "config/_default",
                "archetypes",
            ]
        ),
    ]

    /// Whether a package depends on a generator: its repository or its product stands in quotes.
    private static func names(_ generator: String, in package: String) -> Bool {
        let text = package.lowercased()
        let name = generator.lowercased()
        return ["/\(name)\"", "/\(name).git\"", "\"\(name)\""].contains { text.contains($0) }
    }

    /// Whether a generator is among the packages that were resolved.
    private static func resolves(_ generator: String, _ resolved: String) -> Bool {
        let text = resolved.lowercased().filter { !$0.isWhitespace }
        return text.contains("\"identity\":\"\(generator.lowercased())\"")
    }

    private static func text(_ file: String) throws(FileSystemError) -> String? {
        guard try FileSystem.status(of: file, followingLinks: true)?.kind == .regular else { return nil }
        return String(decoding: try FileSystem.readBytes(file, limit: 4_000_000), as: UTF8.self)
    }

    /// The first catalog in the folder itself, or in one of a package's targets.
    private static func catalog(in path: String) throws(FileSystemError) -> String? {
        var folders = [""]
        if try FileSystem.status(of: path + "/Sources", followingLinks: true)?.kind == .directory {
            folders.append("Sources")
            folders += try names(in: path + "/Sources").map { "Sources/" + $0 }
        }
        for folder in folders {
            let found = try names(in: folder.isEmpty ? path : path + "/" + folder).first {
                $0.hasSuffix(".docc")
            }
            if let found { return folder.isEmpty ? found : folder + "/" + found }
        }
        return nil
    }

    /// The folders in a folder, by name.
    private static func names(in folder: String) throws(FileSystemError) -> [String] {
        try FileSystem.entries(ofDirectory: folder)
            .filter { $0.kind == .directory && $0.isText && !$0.name.hasPrefix(".") }
            .map(\.name).sorted()
    }
}

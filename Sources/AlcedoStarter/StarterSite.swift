import AlcedoBase
import AlcedoLoading
import AlcedoManifest

/// The finished site of a generator: its folder and its address, from the generator's settings.
struct StarterSite: Hashable, Sendable {
    /// The folder, relative to the manifest.
    var folder: String
    /// `https://example.org/blog`, without a trailing slash; `nil` if unknown.
    var address: String?
    /// The path of its pages on their host, `/blog`, if the settings name it but no host.
    private(set) var basePath: String?
    /// Whether the generator copies the manifest into the site.
    private(set) var publishesManifest = false
    /// The command that makes the pages; `nil` if it varies.
    private(set) var command: String?
    /// Whether the folder exists.
    var isThere = false
    /// The folder in the settings, if it is outside of the manifest's folder, where sources cannot be.
    private(set) var elsewhere: String?
    /// The folder that the generator copies, relative to the manifest.
    private(set) var copied: String
    /// The folder with the generator's files, relative to the manifest; empty for the manifest's own.
    private(set) var source = ""

    // A site's own code is a few files; more are not read.
    private static let maxFiles = 500
    private static let maxFileBytes = 1_000_000

    /// Reads the generator's settings, and the first page if there is one, whose address takes precedence.
    ///
    /// Unreadable files are ignored; the default folder is used instead.
    init(_ kind: StarterKind, in path: String) {
        folder = kind.siteFolder
        copied = kind.folder
        command = kind.command
        switch kind {
        case .publish, .saga, .ignite: readSwift(kind, path)
        case .toucan: readToucan(path)
        case .hugo:
            let names = ["hugo", "config", "config/_default/hugo", "config/_default/config"]
            read(
                names.flatMap { name in ["toml", "yaml", "yml", "json"].map { "\(name).\($0)" } }, path,
                "publishdir", "baseurl", copied: "staticdir")
        case .zola: read(["config.toml"], path, "output_dir", "base_url")
        case .mkdocs:
            read(["mkdocs.yml", "mkdocs.yaml"], path, "site_dir", "site_url", copied: "docs_dir")
        case .pelican:
            // Those for the published site, with its address, begin with the others.
            let published = "publishconf.py"
            for file in ["pelicanconf.py", published] {
                read([file], path, "output_path", "siteurl", copied: "path")
            }
            if Self.text(path + "/" + published) != nil {
                command = kind.command.map { "\($0) -s \(published)" }
            }
        case .jekyll: readJekyll(path)
        case .astro:
            readScript(
                "astro.config", path, folder: /\boutDir\s*:\s*["'`]([^"'`]+)/,
                address: /\bsite\s*:\s*["'`]([^"'`]+)/, base: /\bbase\s*:\s*["'`]([^"'`]+)/,
                copied: /\bpublicDir\s*:\s*["'`]([^"'`]+)/)
        case .eleventy:
            readScript(
                "eleventy.config", path, folder: /(?:\boutput\s*:|setOutputDirectory\s*\()\s*["'`]([^"'`]+)/,
                base: /pathPrefix\s*[:=]\s*["'`]([^"'`]+)/)
            // It copies nothing by itself, and never empties the finished site.
            copied = folder
        case .html:
            // Another program's, unless a former run wrote it.
            let isOwn = Self.isFolder("\(path)/\(folder)/\(StarterManifest.folders[0])")
            if Self.isFolder(path + "/" + folder), !isOwn { folder = "alcedo-site" }
            copied = folder
        case .docc, .plain: break
        }
        isThere = Self.isFolder(path + "/" + folder)
        guard kind.showsPicturesOfSite, let page = Self.text(path + "/" + folder + "/index.html") else {
            return
        }
        address = Self.canonical(in: page) ?? address
        if address != nil { basePath = nil }
    }

    /// `Saga(input: "content", output: "deploy")`, `publish(buildDirectoryPath: "Docs")`, and
    /// `var url = URL(string: "https://example.org")!`.
    private mutating func readSwift(_ kind: StarterKind, _ path: String) {
        for text in Self.swiftFiles(path).lazy.map(SwiftCode.withoutComments) {
            let named: Substring? =
                switch kind {
                case .saga:
                    text.firstMatch(of: /\bSaga\s*\(\s*input:\s*"[^"]*"\s*,\s*output:\s*"([^"\\]+)"/)?.1
                case .ignite: text.firstMatch(of: /\bbuildDirectoryPath:\s*"([^"\\]+)"/)?.1
                default: nil
                }
            if let named { name(named) }
            if kind == .saga, let input = text.firstMatch(of: /\bSaga\s*\(\s*input:\s*"([^"\\]+)"/)?.1 {
                copy(input)
            }
            if address == nil,
                let url = text.firstMatch(
                    of: /(?i)\b(?:site|base)?url\b[^"\n]{0,40}URL\s*\(\s*(?:string|static):\s*"([^"\\\s]+)"/)?
                    .1
            {
                address = Self.address(url)
            }
        }
    }

    /// Reads the target of `toucan generate`: the default target, with these defaults.
    private mutating func readToucan(_ path: String) {
        address = "http://localhost:3000"
        for name in ["toucan.yml", "toucan.yaml"] {
            guard let text = Self.text(path + "/" + name), let root = Self.yaml(text, name),
                let targets = root["targets"]?.sequence
            else { continue }
            let target = targets.first { $0["default"]?.scalar == .bool(true) } ?? targets.first
            if let output = target?["output"]?.text { self.name(output[...]) }
            if let url = target?["url"]?.text { address = Self.address(url[...]) ?? address }
            return
        }
    }

    /// Reads the first of a generator's files of settings.
    ///
    /// - Parameters:
    ///   - folder: The name of the setting with the finished site's folder, in lowercase.
    ///   - address: The name of that with its address.
    ///   - copied: The name of that with the folder that the generator copies.
    private mutating func read(
        _ files: [String], _ path: String, _ folder: String, _ address: String, copied: String? = nil
    ) {
        for file in files {
            guard let text = Self.text("\(path)/\(file)"), let type = file.split(separator: ".").last else {
                continue
            }
            let settings = Self.settings(text, String(type))
            if let named = settings[folder] { name(named[...]) }
            if let url = settings[address], !url.isEmpty { locate(url[...]) }
            if let named = copied.flatMap({ settings[$0] }) { copy(named[...]) }
            return
        }
    }

    /// Uses the address from the settings, which may be only a path.
    private mutating func locate(_ written: Substring, base: Substring? = nil) {
        address = Self.address(written)
        guard let base else {
            if address == nil, written.hasPrefix("/") { basePath = Self.basePath(written) }
            return
        }
        guard let path = Self.basePath(base) else { return }
        // The base is the whole path on the host.
        address = address.map { whole in
            let host = whole.split(separator: "/", omittingEmptySubsequences: false).prefix(3)
            return host.joined(separator: "/") + path
        }
        if address == nil { basePath = path }
    }

    /// Returns the path with a slash before it and none after it; `nil` for the root of the host.
    private static func basePath(_ written: Substring) -> String? {
        guard !written.hasPrefix("//"), let place = place(written.drop { $0 == "/" }), !place.path.isEmpty
        else {
            return nil
        }
        return "/" + place.path
    }

    /// The address is in two settings, `url` and `baseurl`. Every file is copied unless the settings exclude it.
    private mutating func readJekyll(_ path: String) {
        publishesManifest = true
        for type in ["yml", "yaml", "toml"] {
            guard let text = Self.text("\(path)/_config.\(type)") else { continue }
            let settings = Self.settings(text, type)
            if let named = settings["destination"] { name(named[...]) }
            if let named = settings["source"], let place = Self.place(named[...]), !place.leadsOut,
                !place.path.isEmpty
            {
                source = place.path
                copied = source + "/" + copied
            }
            publishesManifest = source.isEmpty && !text.contains("images.yml")
            locate("\(settings["url"] ?? "")\(settings["baseurl"] ?? "")"[...])
            return
        }
    }

    /// Reads settings that are a program, as far as they are written out.
    private mutating func readScript(
        _ name: String, _ path: String, folder: Regex<(Substring, Substring)>,
        address: Regex<(Substring, Substring)>? = nil, base: Regex<(Substring, Substring)>,
        copied: Regex<(Substring, Substring)>? = nil
    ) {
        for file in ["mjs", "ts", "js", "mts", "cjs"].map({ "\(name).\($0)" }) + [".eleventy.js"] {
            guard let text = Self.text("\(path)/\(file)") else { continue }
            // Comments after white space or a mark: a text may have a pattern `*/*`, and an address `//` after its colon.
            let code = text.replacing(/(^|[\s;,{(])(?:\/\*[\s\S]*?\*\/|\/\/[^\r\n]*)/) { $0.1 }
            if let named = code.firstMatch(of: folder)?.1 { self.name(named) }
            let url = address.flatMap { code.firstMatch(of: $0)?.1 }
            locate(url ?? "", base: code.firstMatch(of: base)?.1)
            if let named = copied.flatMap({ code.firstMatch(of: $0)?.1 }) { copy(named) }
            return
        }
    }

    /// Returns a generator's own settings, with names in lowercase, because Hugo ignores case. Indented settings and settings
    /// after the header of a table belong to themes and plugins.
    private static func settings(_ text: String, _ type: String) -> [String: String] {
        if type == "json" { return jsonSettings(text) }
        let setting = /["']?(\w+)["']?[ \t]*[=:][ \t]*(?:"([^"]*)"|'([^']*)'|([^"'#\s][^#]*))/
        var settings: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let line = type == "toml" ? line.drop(while: \.isWhitespace) : line
            if type == "toml", line.contains(/^\[[^\[\],]*\]|^\[\[/) { break }
            guard let (_, name, double, single, plain) = line.prefixMatch(of: setting)?.output,
                let value = double ?? single ?? plain
            else { continue }
            let written = value.trimmed
            guard plain != nil, written.first.map("[{&*!|>".contains) == true else {
                settings[name.lowercased()] = written
                continue
            }
            // The first of a list counts.
            if let first = written.prefixMatch(of: /\[\s*(?:"([^"]*)"|'([^']*)'|([^\s,\]]+))/)?.output {
                settings[name.lowercased()] = String(first.1 ?? first.2 ?? first.3 ?? "")
            }
        }
        return settings
    }

    /// A setting, of which only texts are of interest.
    private struct TextOrOther: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws {
            do {
                text = try decoder.singleValueContainer().decode(String.self)
            } catch {
                text = nil
            }
        }
    }

    private static func jsonSettings(_ text: String) -> [String: String] {
        do {
            let object = try JSONDecoder().decode([String: TextOrOther].self, from: Data(text.utf8))
            let settings = object.compactMap { key, value in value.text.map { (key.lowercased(), $0) } }
            return Dictionary(settings) { first, _ in first }
        } catch {
            return [:]
        }
    }

    /// Uses a folder from the settings for the site, unless a manifest here cannot name it.
    private mutating func name(_ written: Substring) {
        guard let place = Self.place(written) else { return }
        elsewhere = place.leadsOut ? String(written) : nil
        if !place.leadsOut, !place.path.isEmpty { folder = place.path }
    }

    /// Uses a folder from the settings for what the generator copies, as far as a manifest here can name it.
    private mutating func copy(_ written: Substring) {
        guard let place = Self.place(written), !place.leadsOut, !place.path.isEmpty else { return }
        copied = place.path
    }

    private static func place(_ written: Substring) -> (path: String, leadsOut: Bool)? {
        guard !written.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            return nil
        }
        var names: [Substring] = []
        var leadsOut = written.hasPrefix("/") || written.hasPrefix("~")
        for name in written.split(separator: "/") where name != "." {
            if name != ".." { names.append(name) } else if names.popLast() == nil { leadsOut = true }
        }
        return (names.joined(separator: "/"), leadsOut)
    }

    // MARK: - Texts

    /// Returns the address in a page: `<link rel="canonical">`, or its metadata for other sites.
    private static func canonical(in page: String) -> String? {
        let tags = /(?i)<(?:link|meta)\b[^>]*>/
        for match in page.matches(of: tags) {
            let tag = match.output
            let isLink = tag.contains(/(?i)\brel\s*=\s*["']?canonical\b/)
            guard isLink || tag.contains(/(?i)\bproperty\s*=\s*["']?og:url\b/) else { continue }
            if let url = tag.firstMatch(of: /(?i)\b(?:href|content)\s*=\s*["']?([^"'\s>]+)/)?.1 {
                return address(url)
            }
        }
        return nil
    }

    private static func address(_ written: Substring) -> String? {
        var text = String(written)
        if text.hasSuffix("/index.html") { text.removeLast("index.html".count) }
        while text.hasSuffix("/") { text.removeLast() }
        let start = text.prefix(8).lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://"), AddressRules.fault(in: text) == nil
        else {
            return nil
        }
        return text
    }

    private static func swiftFiles(_ path: String) -> [String] {
        do {
            let walker = GlobWalker(root: path)
            let files = try walker.files(matching: [
                try GlobPattern("Sources/**/*.swift"), try GlobPattern("*.swift"),
            ])
            return files.files.prefix(maxFiles).compactMap { text(path + "/" + $0) }
        } catch {
            return []
        }
    }

    private static func yaml(_ text: String, _ name: String) -> YAMLNode? {
        do {
            return try YAMLParser.parse(Data(text.utf8), file: name).root
        } catch {
            return nil
        }
    }

    /// Returns the text of a file; `nil` if the file does not exist, or is larger than the limit.
    static func text(_ file: String, limit: Int = maxFileBytes) -> String? {
        do {
            guard try FileSystem.status(of: file, followingLinks: true)?.kind == .regular else { return nil }
            return String(decoding: try FileSystem.readBytes(file, limit: limit), as: UTF8.self)
        } catch {
            return nil
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        do {
            return try FileSystem.status(of: path, followingLinks: true)?.kind == .directory
        } catch {
            return false
        }
    }
}

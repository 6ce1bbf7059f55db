import AlcedoBase
import AlcedoLoading
import AlcedoManifest
import AlcedoMarkup
import AlcedoTools

/// The template of a gallery: `index.html`, `photo.html`, perhaps `tags.html`, the pieces that they include, and assets that
/// are copied as they are.
///
/// Mustache prints nothing for an unknown mark. A missing piece is an error, and a piece that includes itself, because it has no
/// end.
struct GalleryTemplate: Sendable {
    /// A file that is copied. Its name contains its digest, so that browsers may cache it forever, and so that it is
    /// recognized as Alcedo's.
    struct Asset: Hashable, Sendable {
        var name: String
        var bytes: [UInt8]

        init(named name: String, _ bytes: [UInt8]) {
            let digits = ContentDigest(hashing: bytes).hex.prefix(GalleryOwner.hashDigits)
            let dot = name.lastIndex(of: ".") ?? name.endIndex
            self.name = "\(name[..<dot]).\(digits)\(name[dot...])"
            self.bytes = bytes
        }
    }

    let assets: [Asset]
    /// The names of assets by their marks in pages, such as `gallery_css`.
    let assetNames: [String: String]
    /// The first parts of all marks, such as `pager`.
    private let marks: Set<String>
    private let folder: String
    /// The names of the files, without `.html`.
    private let names: Set<String>
    private let library: MustacheLibrary
    /// Digest of every file.
    let digest: ContentDigest

    /// - Parameters:
    ///   - files: The bytes of every file by its name.
    ///   - folder: The name of the template's folder, for messages.
    ///   - unread: Names of files that are links out of bounds.
    init(files: [String: [UInt8]], folder: String, unread: [String] = []) throws(ToolError) {
        var mistakes: [Diagnostic] = []
        var templates: [String: Mustache] = [:]
        var texts: [String: String] = [:]
        var assets: [Asset] = []
        var names: [String: String] = [:]
        var alike: [String] = []
        let sorted = files.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        var fields = FieldWriter()
        fields.writeList(sorted) { fields, file in
            fields.write(file.key)
            fields.write(file.value)
        }
        digest = ContentDigest(hashing: fields.bytes)
        for (name, bytes) in sorted where !name.hasPrefix(".") && !name.hasSuffix(".md") {
            guard name.hasSuffix(".html") else {
                let asset = Asset(named: name, bytes)
                assets.append(asset)
                if names.updateValue(asset.name, forKey: Self.mark(ofAsset: name)) != nil {
                    alike.append(name)
                }
                continue
            }
            let place = Diagnostic.Location(file: folder + "/" + name, line: 1, column: 1)
            guard let text = String(bytes: bytes, encoding: .utf8) else {
                mistakes.append(Diagnostic(.error, "the file is not UTF-8", at: place))
                // It is there for the files that include it.
                texts[String(name.dropLast(5))] = ""
                continue
            }
            texts[String(name.dropLast(5))] = text
        }
        for name in alike where texts.values.contains(where: { $0.contains(Self.mark(ofAsset: name)) }) {
            let place = Diagnostic.Location(file: folder + "/" + name, line: 1, column: 1)
            let mark = Self.mark(ofAsset: name)
            mistakes.append(
                Diagnostic(
                    .error, "'\(mark)' stands for this file and another one; rename one of them", at: place))
        }
        // A page, or a file that a page names; others are not part of the template.
        let outside = unread.sorted().filter { name in
            name.hasSuffix(".html") || texts.values.contains { $0.contains(Self.mark(ofAsset: name)) }
        }
        guard outside.isEmpty else {
            throw .template(
                outside.map { name in
                    let place = Diagnostic.Location(file: folder + "/" + name, line: 1, column: 1)
                    return Diagnostic(.error, "the file is a link that \(PathBounds.fault())", at: place)
                })
        }
        for required in ["index", "photo"] where texts[required] == nil {
            let place = Diagnostic.Location(file: "\(folder)/\(required).html", line: 1, column: 1)
            let advice =
                "there is no such file; 'alcedo init' in an empty folder writes a template to start from"
            mistakes.append(Diagnostic(.error, advice, at: place))
        }
        let marks = texts.sorted { $0.key < $1.key }.flatMap { GalleryMark.all(in: $0.value, of: $0.key) }
        mistakes += Self.wrongPieces(marks.filter(\.isPiece), names: texts.keys.sorted(), folder: folder)
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            do {
                templates[name] = try Mustache(text)
            } catch {
                var place = error.mark.place(in: folder)
                place.file = "\(folder)/\(name).html"
                mistakes.append(Diagnostic(.error, error.reason, at: place))
            }
        }
        guard mistakes.isEmpty else { throw .template(mistakes) }
        // Files that no page names are not part of the template: they may be photographs, with private metadata.
        let named = Set(names.filter { mark, _ in texts.values.contains { $0.contains(mark) } }.values)
        self.assets = assets.filter { named.contains($0.name) }
        assetNames = names
        self.marks = Set(marks.compactMap { $0.path.split(separator: ".").first.map(String.init) })
        self.folder = folder
        self.names = Set(texts.keys)
        library = MustacheLibrary(templates: templates)
    }

    /// Returns the mistakes of marks that include a file that is not there, or the file that they are in.
    private static func wrongPieces(_ pieces: [GalleryMark], names: [String], folder: String) -> [Diagnostic]
    {
        let included = Dictionary(grouping: pieces, by: \.file).mapValues { $0.map(\.name) }
        func includes(_ name: String, _ file: String) -> Bool {
            var found: Set<String> = [name]
            var waiting = [name]
            while let next = waiting.popLast() {
                waiting += (included[next] ?? []).filter { found.insert($0).inserted }
            }
            return found.contains(file)
        }
        return pieces.compactMap { mark in
            let fault: String
            if !names.contains(mark.name) {
                let meant = Suggestion.closest(to: mark.name, among: names)
                fault =
                    "there is no file '\(mark.name).html' beside this one"
                    + (meant.map { "; did you mean '\($0)'?" } ?? "")
            } else if includes(mark.name, mark.file) {
                fault = "the piece '\(mark.name)' includes itself"
            } else {
                return nil
            }
            return Diagnostic(.error, fault, at: mark.place(in: folder))
        }
    }

    /// Reads a folder, without its subfolders.
    ///
    /// - Parameter bounds: Where its files may be.
    /// - Throws: `ToolError`, `FileSystemError`.
    static func read(_ path: String, shown: String, bounds: PathBounds) throws -> GalleryTemplate {
        guard try FileSystem.status(of: path, followingLinks: true)?.kind == .directory else {
            throw ToolError.usage(
                "there is no folder \(shown) with a template; 'alcedo init' in an empty folder writes one")
        }
        var files: [String: [UInt8]] = [:]
        var unread: [String] = []
        for entry in try FileSystem.entries(ofDirectory: path) where entry.isText {
            let file = path + "/" + entry.name
            guard try FileSystem.status(of: file, followingLinks: true)?.kind == .regular else { continue }
            if let real = try bounds.resolve(file) {
                files[entry.name] = try FileSystem.readBytes(real, limit: 32_000_000)
            } else {
                unread.append(entry.name)
            }
        }
        return try GalleryTemplate(files: files, folder: shown, unread: unread)
    }

    /// Returns the largest number of pictures on a page. A template without links between pages has one page.
    /// - Parameter requested: The number in the manifest or the options.
    func pageSize(_ requested: Int?) -> Int {
        requested ?? (marks.contains("pager") ? GalleryPages.defaultSize : .max)
    }

    /// Checks that pages of the gallery would not be without a link to them.
    func check(_ lists: [GalleryList]) throws(ToolError) {
        let advice = "'alcedo init' in an empty folder writes a template that has everything"
        var faults: [(file: String, fault: String)] = []
        if !marks.contains("pager"), lists.contains(where: { $0.pages.count > 1 }) {
            faults.append(
                (
                    "index",
                    "the pictures need more than one page of 'page-size', but nothing shows {{#pager}}; \(advice)"
                ))
        }
        if !marks.contains("albums"), lists.contains(where: { $0.kind == .album }) {
            faults.append(("index", "the gallery has 'albums', but nothing shows {{#albums}}; \(advice)"))
        }
        if library.templates["tags"] == nil, lists.contains(where: { $0.kind == .tag }) {
            faults.append(("tags", "the gallery has 'tags', but there is no such file; \(advice)"))
        }
        guard faults.isEmpty else {
            throw .template(
                faults.map { file, fault in
                    let place = Diagnostic.Location(file: "\(folder)/\(file).html", line: 1, column: 1)
                    return Diagnostic(.error, fault, at: place)
                })
        }
    }

    /// Renders a page from a file of the template.
    ///
    /// - Throws: `ToolError` if the page does not identify itself as a gallery's.
    func page(_ name: String, _ values: [String: Any], of owner: GalleryOwner) throws(ToolError) -> [UInt8] {
        let place = Diagnostic.Location(file: "\(folder)/\(name).html", line: 1, column: 1)
        guard names.contains(name) else {
            throw .template([
                Diagnostic(
                    .error,
                    "there is no such file, which '\(name)' in 'gallery' of the manifest needs; 'alcedo init' in an "
                        + "empty folder writes one", at: place)
            ])
        }
        guard let text = library.render(values, withTemplate: name) else {
            throw .template([
                Diagnostic(.error, "the page includes more than a million pieces", at: place)
            ])
        }
        let page = Array(text.utf8)
        guard owner.relation(of: page, named: nil) == .own else {
            let advice =
                "the page needs exactly <meta name=\"generator\" content=\"{{generator}}\"> in its head, which marks "
                + "it as a page that may be replaced"
            throw .template([Diagnostic(.error, advice, at: place)])
        }
        return page
    }

    /// Returns `gallery_css` for `gallery.css`, because dots separate parts of a mark.
    static func mark(ofAsset name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" })
    }
}

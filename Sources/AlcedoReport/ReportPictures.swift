import AlcedoBase
import AlcedoContainers
import AlcedoIndex
import AlcedoManifest
import AlcedoMarkup
import AlcedoRecipes
import AlcedoTools

/// Finds the files of a report and determines how the page shows them.
struct ReportPictures: Sendable {
    /// How the page shows one picture.
    enum Way: Hashable, Sendable {
        /// Embedded, as the bytes of a file.
        case embedded(path: String, type: String, digest: ContentDigest)
        /// Embedded without its metadata, as the bytes of a file that was not made for publication.
        case cleaned(path: String, type: String, digest: ContentDigest)
        /// By the URL of a file, relative to the page.
        case linked(path: String, address: String, digest: ContentDigest)
        /// By a URL.
        case address(String)
        /// Not at all, for this reason.
        case absent(String)

        /// The file and its expected digest, if there is a file.
        fileprivate var file: (path: String, digest: ContentDigest)? {
            switch self {
            case .embedded(let path, _, let digest), .cleaned(let path, _, let digest):
                (path: path, digest: digest)
            case .linked(let path, _, let digest): (path: path, digest: digest)
            case .address, .absent: nil
            }
        }
    }

    /// The absolute path of the folder of the files.
    let output: String
    /// The absolute path of the folder of the page.
    let page: String
    let isLinked: Bool
    /// The absolute paths of local sources by id; empty if originals are not shown.
    let originals: [String: String]

    /// By file name.
    private var ways: [String: Way] = [:]
    /// By image id.
    private(set) var originalWays: [String: Way] = [:]
    /// Problems of files, in the order of the images.
    private(set) var notices: [ReportData.Notice] = []

    init(output: String, page: String, isLinked: Bool, originals: [String: String]) {
        self.output = output
        self.page = page
        self.isLinked = isLinked
        self.originals = originals
    }

    /// Finds all files, and reads each to verify that it is the file in the index.
    ///
    /// - Throws: `ToolError` before any file is read; `CancellationError`.
    mutating func find(_ sources: [ReportSource], limit: Int) throws {
        var room = 0
        for source in sources {
            for file in source.files {
                guard let name = file.file.file, ways[name] == nil else {
                    // A file that is used twice is embedded twice.
                    if let name = file.file.file, case .embedded = ways[name] {
                        room += Self.encoded(file.file.bytes)
                    }
                    continue
                }
                let way = way(of: name, file)
                ways[name] = way
                if case .embedded = way { room += Self.encoded(file.file.bytes) }
            }
            if let way = wayOfOriginal(source) {
                originalWays[source.id] = way
                if case .cleaned = way { room += Self.encoded(source.entry.source.bytes) }
            }
        }
        if room > limit { throw ToolError.reportTooLarge(bytes: room, limit: limit) }
        for source in sources { try check(source) }
    }

    /// Returns how a file of a variant is shown.
    func way(of file: ReportFile) -> Way {
        if let name = file.file.file { return ways[name] ?? .absent("not found") }
        // An index can come from anywhere, and the page must not load anything from there.
        return Self.isInlinePicture(file.file.url) ? .address(file.file.url) : .absent("not a picture")
    }

    // MARK: Files

    private func way(of name: String, _ file: ReportFile) -> Way {
        guard Self.isBelow(name) else { return .absent("its name leads out of the output directory") }
        if file.type == "application/pdf" { return .absent("browsers show no PDF as a picture") }
        guard let digest = file.file.digest.flatMap(ContentDigest.init(sri:)), Self.isImageType(file.type)
        else {
            return .absent("the index does not have its type")
        }
        let path = output + "/" + name
        return way(ofFileAt: path, type: file.type, digest: digest, bytes: file.file.bytes)
            ?? .absent("missing")
    }

    private func wayOfOriginal(_ source: ReportSource) -> Way? {
        guard let path = originals[source.id], let type = Self.browserTypes[source.entry.source.format],
            let digest = ContentDigest(sri: source.entry.source.digest)
        else { return nil }
        let way =
            way(ofFileAt: path, type: type, digest: digest, bytes: source.entry.source.bytes)
            ?? .absent("missing")
        guard case .embedded = way else { return way }
        return .cleaned(path: path, type: type, digest: digest)
    }

    private func way(ofFileAt path: String, type: String, digest: ContentDigest, bytes: Int) -> Way? {
        do {
            guard let status = try FileSystem.status(of: path, followingLinks: true), status.kind == .regular
            else { return nil }
            guard status.size == bytes else { return .absent(Self.isOther) }
            if isLinked {
                return .linked(path: path, address: Self.address(of: path, from: page), digest: digest)
            }
            return .embedded(path: path, type: type, digest: digest)
        } catch {
            return .absent(error.reason)
        }
    }

    private static let isOther = "not the file that the index describes"

    /// Reads the files of an image, so that problems are known before the page is written.
    private mutating func check(_ source: ReportSource) throws {
        try Task.checkCancellation()
        for name in Set(source.files.compactMap(\.file.file)).sorted() {
            ways[name] = ways[name].map(Self.checked)
            if case .absent(let reason) = ways[name] {
                notices.append(ReportData.Notice(source: source.id, text: "\(name): \(reason)"))
            }
        }
        originalWays[source.id] = originalWays[source.id].map(Self.checked)
        if case .absent(let reason) = originalWays[source.id] {
            notices.append(ReportData.Notice(source: source.id, text: "the original: \(reason)"))
        }
    }

    private static func checked(_ way: Way) -> Way {
        guard let file = way.file else { return way }
        do {
            if case .cleaned(_, let type, _) = way {
                let data = try FileSystem.read(file.path)
                guard ContentDigest(hashing: data) == file.digest else { return .absent(isOther) }
                return showable(data, type: type) == nil ? .absent(isPrivate) : way
            }
            return try FileSystem.digest(ofFile: file.path).digest == file.digest ? way : .absent(isOther)
        } catch {
            return .absent(error.reason)
        }
    }

    private static let isPrivate =
        "it may have private metadata, which cannot be removed; show it with --linked"

    /// Returns an original without its metadata, because a page with it may be sent to others.
    ///
    /// - Returns: `nil` if the metadata cannot be removed. A drawing is text, and stays as it is if it embeds no pictures
    ///   and no metadata.
    static func showable(_ data: Data, type: String) -> Data? {
        guard let format = formats[type] else {
            let isPlain = [Data("data:".utf8), Data("metadata".utf8)].allSatisfy {
                data.firstRange(of: $0) == nil
            }
            return isPlain && data.first != 0x1F ? data : nil
        }
        do {
            return try ContainerCleaner.showable(data, format: format)
        } catch {
            return nil
        }
    }

    private static let formats: [String: OutputFormat] = [
        "image/jpeg": .jpeg, "image/png": .png, "image/gif": .gif, "image/webp": .webp, "image/avif": .avif,
    ]

    // MARK: Addresses

    /// Returns the length of this number of bytes in a `data:` URI.
    static func encoded(_ bytes: Int) -> Int { (bytes + 2) / 3 * 4 }

    /// Media types of the formats that browsers show, without formats that have to be enabled in a browser.
    static let browserTypes = [
        "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
        "avif": "image/avif",
        "svg": "image/svg+xml",
    ]

    /// Returns whether a name stays below the folder that it is relative to.
    static func isBelow(_ name: String) -> Bool {
        !name.utf8.isEmpty && !name.utf8.starts(with: "/".utf8) && !name.utf8.contains(0)
            && !name.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
    }

    static func isImageType(_ type: String) -> Bool {
        type.hasPrefix("image/") && type.utf8.count > 6
            && type.utf8.dropFirst(6).allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
    }

    static func isInlinePicture(_ url: String) -> Bool {
        let parts = url.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].hasPrefix("data:"), parts[0].hasSuffix(";base64") else {
            return false
        }
        return isImageType(String(parts[0].dropFirst(5).dropLast(7)))
            && parts[1].utf8.allSatisfy { $0.isLetter || $0.isDigit || "+/=".utf8.contains($0) }
    }

    /// Returns the URL of a file relative to a folder, both absolute, as browsers resolve it, without regard to links.
    static func address(of path: String, from folder: String) -> String {
        let target = path.split(separator: "/")
        let start = folder.split(separator: "/")
        // By bytes: most file systems distinguish names that are canonically equivalent.
        let common = zip(target.dropLast(), start).prefix { $0.utf8.elementsEqual($1.utf8) }.count
        let steps =
            Array(repeating: "..", count: start.count - common) + target.dropFirst(common).map(String.init)
        return URLPath.encode(steps.joined(separator: "/"))
    }
}

import AlcedoBase
import AlcedoIndex
import AlcedoRecipes
import AlcedoStarter
import ArgumentParser

/// What is typed after `alcedo make`, and what it prints.
enum MakeWords {
    /// Reads `640,1280`.
    static func widths(_ text: String) throws -> [Int] {
        let widths = parts(text).map { Int($0) ?? 0 }
        guard !widths.isEmpty, widths.allSatisfy({ (1...65535).contains($0) }) else {
            throw ValidationError("expected widths in pixels such as 640,1280, received '\(text)'.")
        }
        return widths
    }

    /// Reads `320x240`.
    static func size(_ text: String) throws -> PixelSize {
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map {
            Int($0) ?? 0
        }
        guard sides.count == 2, sides.allSatisfy({ (1...65535).contains($0) }) else {
            throw ValidationError(
                "expected a width and a height in pixels such as 320x240, received '\(text)'.")
        }
        return PixelSize(width: sides[0], height: sides[1])
    }

    /// Reads `avif,webp,jpeg`.
    static func formats(_ text: String) throws -> [RequestedFormat] {
        let formats = try parts(text.lowercased()).map { word -> RequestedFormat in
            let name = word == "jpg" ? "jpeg" : word
            if let format = OutputFormat.allCases.first(where: { $0.rawValue == name }) {
                return .format(format)
            }
            if name == "auto" { return .auto }
            let known = OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("there is no format '\(word)'; there are \(known), and auto.")
        }
        guard !formats.isEmpty else { throw ValidationError("expected formats such as avif,webp,jpeg.") }
        return formats
    }

    /// Returns each format once, in the order of a page: a browser takes the first that it knows, and the last is for all others.
    static func ordered(_ formats: [RequestedFormat]) -> [RequestedFormat] {
        var ordered: [RequestedFormat] = []
        for format in formats where !ordered.contains(format) { ordered.append(format) }
        return ordered.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
            .map(\.element)
    }

    private static func rank(_ format: RequestedFormat) -> Int {
        switch format {
        case .format(.jxl): 0
        case .format(.avif): 1
        case .format(.webp): 2
        default: 3
        }
    }

    /// Reads a quality.
    static func quality(_ text: String) throws -> Int {
        guard let quality = Int(text), (1...100).contains(quality) else {
            throw ValidationError("expected a number from 1 to 100, received '\(text)'.")
        }
        return quality
    }

    /// Says which formats a picture does not have that were asked for.
    static func missing(_ formats: [RequestedFormat], in index: ImageIndex) -> [String] {
        let wanted = formats.compactMap { if case .format(let format) = $0 { format.rawValue } else { nil } }
        return index.entries.compactMap { id, entry in
            let missing = wanted.filter { name in
                entry.variants.values.contains { variant in !variant.formats.contains { $0.format == name } }
            }
            guard !missing.isEmpty else { return nil }
            return
                "\(id): no \(missing.joined(separator: ", ")), which cannot hold its transparency or its frames"
        }
    }

    /// Says which pictures are narrower than they are wanted.
    static func narrow(_ widths: [Int], in index: ImageIndex) -> [String] {
        guard let most = widths.max() else { return [] }
        // What was made counts, whatever decided about it.
        let narrow = index.entries.compactMap { id, entry -> (id: String, width: Int)? in
            let files = entry.variants[QuickManifest.picture]?.formats.flatMap(\.files) ?? []
            return files.map(\.width).max().flatMap { $0 < most ? (id, $0) : nil }
        }
        guard let first = narrow.first else { return [] }
        if narrow.count == 1 {
            return ["\(first.id) is \(first.width) pixels wide, so it is not made wider than that"]
        }
        return [
            "\(counted(narrow.count, "picture")) are narrower than \(most) pixels, and not enlarged, such as \(first.id) with \(first.width)"
        ]
    }

    private static func parts(_ text: String) -> [String] {
        text.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
    }

    /// The folder of the user's cache; `nil` if the environment names no home folder.
    static func cache(_ environment: [String: String]) -> String? {
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        if let chosen = environment["ALCEDO_CACHE_DIR"], !chosen.isEmpty { return chosen }
        return (folder("XDG_CACHE_HOME") ?? folder("HOME").map { $0 + "/.cache" }).map { $0 + "/alcedo" }
    }

    /// The address of a folder in a page in the current directory.
    ///
    /// - Parameter path: Relative to the current directory.
    static func baseURL(_ path: String) -> String {
        let path = URLPath.encode(path)
        return path.isEmpty ? "." : path.hasPrefix("..") ? path : "./" + path
    }
}

extension ImageIndex.Entry {
    /// The files of all variants, those of several once.
    var plainFiles: [PlainFolder.Picture] {
        var names: Set<String> = []
        return variants.sorted { $0.key < $1.key }.flatMap { $0.value.formats.flatMap(\.files) }.compactMap {
            file in
            guard let name = file.file, let digest = file.digest.flatMap({ ContentDigest(sri: $0) }),
                names.insert(name).inserted
            else { return nil }
            return PlainFolder.Picture(name: name, digest: digest, bytes: file.bytes)
        }
    }
}

extension Reporter {
    /// Prints what was made of one picture, and its `<picture>`; of many a line each.
    ///
    /// - Parameter folder: The folder as it was typed.
    func show(_ index: ImageIndex, in folder: String) throws(ImageIndexError) {
        let place = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        guard index.order.count == 1, let id = index.order.first, let entry = index[id] else {
            for (id, entry) in index.entries {
                let files = entry.plainFiles
                say("\(id): \(counted(files.count, "file")), \(byteCount(files.reduce(0) { $0 + $1.bytes }))")
            }
            return
        }
        for file in entry.plainFiles { say("\(place)\(file.name): \(byteCount(file.bytes))") }
        let name = entry.variants[QuickManifest.picture] == nil ? QuickManifest.thumb : QuickManifest.picture
        say(try entry.picture(name, alt: ""))
    }
}

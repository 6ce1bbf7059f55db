import AlcedoBase
import AlcedoLoading

/// Resolves the paths of a manifest and reports harmful paths.
package struct PathRules {
    /// The absolute path of the manifest's folder.
    let directory: String
    /// The file name of the manifest.
    let manifestName: String

    func path(_ written: String, _ location: Diagnostic.Location?) -> Manifest.Path {
        Manifest.Path(written: written, absolute: Self.absolute(written, from: directory), location: location)
    }

    /// Returns the absolute path without `.`, `..` and doubled slashes; links are not resolved.
    package static func absolute(_ path: String, from folder: String) -> String {
        let whole = path.hasPrefix("/") ? path : folder + "/" + path
        var segments: [Substring] = []
        for segment in whole.split(separator: "/") where segment != "." {
            if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
        }
        return "/" + segments.joined(separator: "/")
    }

    /// Returns the relative path from a folder to a file, both absolute, with `..` where it leads upwards.
    package static func relative(_ path: String, to folder: String) -> String {
        let path = path.split(separator: "/")
        let folder = folder.split(separator: "/")
        let common = zip(path, folder).prefix { $0 == $1 }.count
        return (folder.dropFirst(common).map { _ in ".." } + path.dropFirst(common)).joined(separator: "/")
    }

    /// Returns the path with its links resolved, also those that lead to something that does not exist yet.
    package static func real(_ path: String) -> String {
        var head = path
        var tail: [Substring] = []
        // As many links as the system follows.
        var links = 0
        while head != "/", !head.isEmpty {
            if let real = GlobWalker.realPath(head) {
                return tail.isEmpty
                    ? real : (real == "/" ? "" : real) + "/" + tail.reversed().joined(separator: "/")
            }
            if links < 40, let target = target(ofLink: head) {
                links += 1
                head = target
                continue
            }
            let cut = head.lastIndex(of: "/") ?? head.startIndex
            tail.append(head[cut...].dropFirst())
            head = String(head[..<cut])
        }
        // Nothing of it exists.
        return links == 0 ? path : "/" + tail.reversed().joined(separator: "/")
    }

    /// Returns the absolute path that a link leads to; `nil` if there is no link.
    private static func target(ofLink path: String) -> String? {
        do throws(FileSystemError) {
            guard try FileSystem.status(of: path)?.kind == .symbolicLink else { return nil }
            let folder = FileSystem.folder(of: path)
            return absolute(
                try FileSystem.target(ofLink: path), from: GlobWalker.realPath(folder) ?? folder)
        } catch {
            return nil
        }
    }

    /// Returns how a folder is too large to be meant, phrased to follow its name, or `nil`.
    ///
    /// - Parameter userHome: The user's home folder, if known.
    package static func excess(of folder: String, userHome: String?) -> String? {
        let real = real(folder)
        let userHome = userHome.flatMap { $0.hasPrefix("/") ? Self.real($0) : nil }
        return real == "/"
            ? "is the whole disk" : userHome.map { holds(real, $0) } == true ? "holds your home folder" : nil
    }

    private static func holds(_ folder: String, _ path: String) -> Bool {
        folder == path || GlobWalker.isBelow(folder, path)
    }

    /// The names of paths in messages, because an option of the command can replace a key.
    struct Titles {
        var output = "'output'"
        var cache = "'cache'"
    }

    /// Reports an output, index or cache that would overwrite or delete files that are not Alcedo's.
    ///
    /// - Parameter userHome: The user's home folder, if known.
    func check(
        output: Manifest.Path, index: Manifest.Path, cache: Manifest.Path, userHome: String?,
        titles: Titles = Titles(), _ problems: Problems
    ) {
        let home = Self.real(directory)
        let userHome = userHome.flatMap { $0.hasPrefix("/") ? Self.real($0) : nil }
        let (realOutput, realIndex, realCache) = (
            Self.real(output.absolute), Self.real(index.absolute), Self.real(cache.absolute)
        )
        let advice = "give it a folder of its own, such as Public/images"
        if Self.holds(realOutput, home) {
            let what = realOutput == home ? "the manifest's own folder" : "a folder above the manifest"
            problems.error("\(titles.output) is \(what); \(advice)", at: output.location)
            return
        }
        if let userHome, Self.holds(realOutput, userHome) {
            problems.error("\(titles.output) holds your home folder; \(advice)", at: output.location)
            return
        }
        if Self.holds(realCache, home) {
            let what = realCache == home ? "the manifest's own folder" : "a folder above the manifest"
            problems.error(
                "\(titles.cache) is \(what); give it a folder of its own, such as .alcedo", at: cache.location
            )
        } else if let userHome, Self.holds(realCache, userHome) {
            problems.error(
                "\(titles.cache) holds your home folder; give it a folder of its own, such as .alcedo",
                at: cache.location)
        } else if Self.holds(realOutput, realCache) {
            problems.error(
                "\(titles.cache) is inside \(titles.output); put it elsewhere",
                at: cache.location ?? output.location)
        } else if Self.holds(realCache, realOutput) {
            problems.error("\(titles.output) is inside the cache; put it elsewhere", at: output.location)
        }
        // The default index follows from the output.
        guard index.location != nil else { return }
        if index.written.hasSuffix("/") {
            problems.error("'index' is a folder; name a file in it, such as index.json", at: index.location)
        } else if realIndex == realOutput || Self.holds(realIndex, home) {
            problems.error("'index' is a folder; name a file, such as index.json", at: index.location)
        } else if realIndex == home + "/" + manifestName || realIndex == home + "/images.lock" {
            problems.error("'index' would overwrite \(index.written)", at: index.location)
        } else if Self.holds(realCache, realIndex) {
            problems.error(
                "'index' is inside the cache, which may be deleted at any time", at: index.location)
        }
    }

    /// Reports an index in parts that is not in the output, where its parts go.
    ///
    /// - Parameter split: The position of the setting.
    func check(
        split: Diagnostic.Location?, index: Manifest.Path, output: Manifest.Path, titles: Titles = Titles(),
        _ problems: Problems
    ) {
        guard !GlobWalker.isBelow(output.absolute, index.absolute) else { return }
        problems.error(
            "'split' puts the parts of the index beside it, but 'index' is not in \(titles.output); put it there, or "
                + "leave out 'split'", at: split)
    }

    /// Reports a folder of `allow-outside` that would allow everything, or everything of the user's.
    ///
    /// - Parameter userHome: The user's home folder, if known.
    func check(allowed folder: Manifest.Path, userHome: String?, _ problems: Problems) {
        if let what = Self.excess(of: folder.absolute, userHome: userHome) {
            problems.error(
                "'\(YAMLNode.excerpt(folder.written))' in 'allow-outside' \(what); name the folder with the pictures",
                at: folder.location)
        }
    }

    /// Reports a path for Swift code that is not a Swift file, or where it would be deleted.
    func check(swift: Manifest.Path, output: Manifest.Path, cache: Manifest.Path, _ problems: Problems) {
        let file = Self.real(swift.absolute)
        if !swift.written.lowercased().hasSuffix(".swift") || swift.written.lowercased().hasSuffix("/.swift")
        {
            problems.error(
                "'swift' must name a Swift file, such as Sources/Site/Images.swift", at: swift.location)
        } else if Self.holds(Self.real(output.absolute), file) {
            problems.error("'swift' is inside 'output'; put it beside your own code", at: swift.location)
        } else if Self.holds(Self.real(cache.absolute), file) {
            problems.error(
                "'swift' is inside the cache, which may be deleted at any time", at: swift.location)
        }
    }

    /// Returns the default folder of the cache: beside the nearest `Package.swift`, or else beside the manifest.
    func standardCache() throws(FileSystemError) -> String {
        var folder = directory
        while true {
            let package = folder == "/" ? "/Package.swift" : folder + "/Package.swift"
            if try FileSystem.status(of: package, followingLinks: true)?.kind == .regular {
                return folder == "/" ? "/.alcedo" : folder + "/.alcedo"
            }
            guard folder != "/", let cut = folder.lastIndex(of: "/") else { return directory + "/.alcedo" }
            folder = cut == folder.startIndex ? "/" : String(folder[..<cut])
        }
    }
}

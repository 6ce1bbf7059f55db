import AlcedoBase
import AlcedoCache
import AlcedoIndex
import AlcedoLoading
package import AlcedoManifest
package import AlcedoRecipes

/// A manifest for pictures and settings that were typed: what `alcedo make` builds, and prints as a file.
package struct QuickManifest: Sendable {
    /// What is made of each picture.
    package struct Settings: Sendable {
        /// Pixels; empty for the picture's own width.
        package var widths: [Int] = []
        /// The size in pixels of a crop to what attracts attention.
        package var thumb: PixelSize?
        package var formats: [RequestedFormat] = [.auto]
        /// The quality of all formats with loss, 1 to 100; `nil` for each format's default.
        package var quality: Int?
        /// The radius of the corners in pixels.
        package var radius: Double?
        /// The standard deviation of the blur in pixels.
        package var blur: Double?

        package init() {}

        /// Whether anything but a copy is asked for.
        package var isEmpty: Bool {
            widths.isEmpty && thumb == nil && formats == [.auto] && quality == nil && radius == nil
                && blur == nil
        }
    }

    /// A picture, or a folder of pictures.
    private struct Item {
        /// Absolute path.
        var path: String
        var isFolder: Bool
    }

    /// The name of the variant of the picture as a whole, and of its crop.
    package static let picture = "picture"
    package static let thumb = "thumb"

    /// The maximum size of the user's cache in bytes: no manifest limits it.
    private static let cacheSize = 2_000_000_000

    private let items: [Item]
    private let settings: Settings
    private let currentDirectory: String

    /// - Parameters:
    ///   - paths: Pictures and folders, relative to the current directory.
    ///   - output: The absolute path of the folder for what is made. It may be in one of the folders, but not be it.
    /// - Throws: ``FileSystemError``, or `Mistake` for a path at which there is nothing to make pictures of.
    package init(
        _ paths: [String], output: String, settings: Settings,
        currentDirectory: String = FileSystem.currentDirectory
    ) throws {
        self.settings = settings
        self.currentDirectory = currentDirectory
        var items: [Item] = []
        var seen: Set<String> = []
        for path in paths {
            let absolute = PathRules.absolute(path, from: currentDirectory)
            guard seen.insert(absolute).inserted else { continue }
            switch try FileSystem.status(of: absolute, followingLinks: true)?.kind {
            case nil: throw Mistake("there is no file or folder '\(path)'")
            case .regular: items.append(Item(path: absolute, isFolder: false))
            case .directory:
                guard PathRules.real(absolute) != PathRules.real(output) else {
                    throw Mistake(
                        "'\(path)' is the folder for what is made, so the next run would take that for pictures; name "
                            + "another folder with -o")
                }
                items.append(Item(path: absolute, isFolder: true))
            default: throw Mistake("'\(path)' is neither a file nor a folder")
            }
        }
        self.items = items
        // Files get the extension of their format, if it is given.
        let isByStem = !settings.formats.contains(.auto)
        var files: [String: String] = [:]
        for file in self.files {
            let whole = file.split(separator: "/").last.map(String.init) ?? file
            let name =
                isByStem ? String(whole.dropLast(whole.fileExtension.map { $0.count + 1 } ?? 0)) : whole
            guard let other = files.updateValue(file, forKey: name), other != file else { continue }
            throw Mistake(
                "what is made of \(other) and \(file) would have the same name; make them one by one into different folders "
                    + "(-o)\(isByStem ? "" : ", or give the folder that holds both")")
        }
        let lowercased = output.lowercased()
        if StarterPictures.extensions.contains(where: { lowercased.hasSuffix("." + $0) }),
            try FileSystem.status(of: output, followingLinks: true) == nil
        {
            throw Mistake(
                "-o names a folder, and \(output) looks like a file; the names of files follow from the pictures"
            )
        }
    }

    /// A path that cannot be used.
    package struct Mistake: Error, CustomStringConvertible {
        package let description: String
        init(_ description: String) { self.description = description }
    }

    /// The absolute paths of the pictures that were named one by one.
    package var files: [String] { items.filter { !$0.isFolder }.map(\.path) }

    /// A variant, as a value and as a file has it.
    private struct Wanted {
        var name: String
        var width: Int?
        var height: Int?
        var widths: [Int] = []
        var template: String
    }

    private var wanted: [Wanted] {
        let widths = settings.widths
        var all: [Wanted] = []
        if settings.thumb == nil || !widths.isEmpty {
            all.append(
                Wanted(
                    name: Self.picture, width: widths.count == 1 ? widths[0] : nil,
                    widths: widths.count == 1 ? [] : widths,
                    template: widths.isEmpty ? "{dir}/{name}.{ext}" : "{dir}/{name}-{width}.{ext}"))
        }
        if let size = settings.thumb {
            all.append(
                Wanted(
                    name: Self.thumb, width: size.width, height: size.height,
                    template: "{dir}/{name}-{width}x{height}.{ext}"))
        }
        return all
    }

    /// - Throws: `TemplateError` for the name of the files.
    private func variant(_ wanted: Wanted) throws -> Variant {
        let lossy = OutputFormat.allCases.filter(\.isLossy)
        return Variant(
            wanted.name, width: wanted.width, height: wanted.height, widths: wanted.widths,
            position: wanted.height == nil ? nil : .attention, blur: settings.blur,
            radius: settings.radius.map { .pixels($0) }, formats: settings.formats,
            quality: settings.quality.map { quality in
                Dictionary(uniqueKeysWithValues: lossy.map { ($0, .lossy(quality)) })
            } ?? [:], dropsLarger: false, nameTemplate: try NameTemplate(wanted.template))
    }

    private func text(_ wanted: Wanted) -> String {
        func number(_ value: Double) -> String {
            value == value.rounded() ? String(Int(value)) : String(value)
        }
        var pairs: [String] = []
        if let width = wanted.width { pairs.append("width: \(width)") }
        if let height = wanted.height { pairs.append("height: \(height), position: attention") }
        if !wanted.widths.isEmpty {
            pairs.append("widths: [\(wanted.widths.map(String.init).joined(separator: ", "))]")
        }
        if let blur = settings.blur { pairs.append("blur: \(number(blur))") }
        if let radius = settings.radius { pairs.append("radius: \(number(radius))") }
        pairs.append("formats: [\(settings.formats.map(\.words).joined(separator: ", "))]")
        if let quality = settings.quality { pairs.append("quality: \(quality)") }
        // Whatever is asked for is made.
        pairs.append("drop-larger: false")
        pairs.append("name: \"\(wanted.template)\"")
        return "  \(wanted.name): { \(pairs.joined(separator: ", ")) }"
    }

    /// Where an item's pictures are, for a manifest in a folder.
    private struct Place {
        var pattern: String
        var root: String?
        var exclude: [String]
    }

    /// - Parameter output: The absolute path of a folder in which no pictures are looked for.
    private func place(of item: Item, in directory: String, output: String) -> Place {
        let folder = item.isFolder ? item.path : FileSystem.folder(of: item.path)
        let root = PathRules.relative(folder, to: directory)
        let path = GlobPattern.escaped(PathRules.relative(item.path, to: directory))
        let isAround = item.isFolder && GlobWalker.isBelow(item.path, output)
        return Place(
            pattern: item.isFolder ? (path.isEmpty ? "" : path + "/") + "**/" + StarterPictures.kinds : path,
            root: root.isEmpty ? nil : root,
            exclude: isAround ? [GlobPattern.escaped(PathRules.relative(output, to: directory)) + "/**"] : [])
    }

    /// The manifest for a build into a folder.
    ///
    /// - Parameters:
    ///   - staging: Absolute path of the folder that the build owns.
    ///   - output: Absolute path of the folder for what is made, in which no pictures are looked for.
    ///   - baseURL: The address of the folder in pages.
    package func manifest(staging: String, output: String, baseURL: String) throws -> Manifest {
        Manifest(
            name: "make", directory: "/", output: staging, baseURL: baseURL,
            cacheLimits: CacheLimits(maxSize: Self.cacheSize), onError: .skip,
            variants: try wanted.map(variant),
            sources: try items.map { item in
                let place = place(of: item, in: "/", output: output)
                return try SourceEntry(
                    .path(place.pattern, root: place.root, exclude: place.exclude), isOptional: item.isFolder)
            })
    }

    /// The lines of the manifest as a file in the current directory.
    ///
    /// - Parameters:
    ///   - output: The folder for what is made, as it was typed.
    ///   - path: Its absolute path.
    /// - Throws: ``Mistake`` if a picture is not below the current directory.
    package func text(output: String, path: String) throws -> [String] {
        var lines = [
            "version: 1", "output: \(StarterManifest.plain(output))    # a folder for these files alone",
            "on-error: skip", "variants:",
        ]
        lines += wanted.map(text)
        lines.append("sources:")
        for item in items {
            guard item.path == currentDirectory || GlobWalker.isBelow(currentDirectory, item.path) else {
                throw Mistake(
                    "\(item.path) is not below this folder; go to a folder above the pictures first")
            }
            let place = place(of: item, in: currentDirectory, output: path)
            lines.append("  - path: \(StarterManifest.plain(place.pattern))")
            if let root = place.root { lines.append("    root: \(StarterManifest.plain(root))") }
            if let folder = place.exclude.first {
                lines.append("    exclude: \(StarterManifest.plain(folder))")
            }
        }
        return lines
    }
}

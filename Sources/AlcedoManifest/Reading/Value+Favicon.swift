import AlcedoBase
import AlcedoLoading
import AlcedoRecipes

extension Manifest.Favicon {
    static let keys = ["source", "name", "short-name", "background", "theme-color", "folder", "url"]
}

extension Value {
    /// Reads `favicon`: a picture, or a mapping with it and more.
    func favicon() -> Manifest.Favicon? {
        guard node.mapping != nil else {
            return path().map { located(favicon: Manifest.Favicon($0), location) }
        }
        let keys = Manifest.Favicon.keys
        guard let mapping = MappingReader(node, "'favicon'", known: keys, problems) else { return nil }
        guard let value = mapping["source"] else {
            mapping.missing("source", "name the picture, such as 'source: logo.svg'")
            return nil
        }
        guard let source = value.path() else { return nil }
        var favicon = Manifest.Favicon(source)
        favicon.name = mapping["name"]?.textWithoutVariables()
        favicon.shortName = mapping["short-name"]?.textWithoutVariables()
        if let color = mapping["background"]?.opaqueColor() { favicon.background = color }
        favicon.themeColor = mapping["theme-color"]?.opaqueColor()
        favicon.folder = mapping["folder"]?.path()
        favicon.url = mapping["url"]?.baseURL()
        return located(favicon: favicon, value.location)
    }

    private func located(
        favicon: Manifest.Favicon, _ location: Diagnostic.Location
    ) -> Manifest.Favicon {
        var favicon = favicon
        favicon.location = location
        return favicon
    }

    private func opaqueColor() -> SRGBColor? {
        guard let color = color() else { return nil }
        if color.alpha < 255 { fault("must be opaque; leave out the transparency of the colour") }
        return color.ifOpaque
    }
}

extension PathRules {
    /// Reports a picture for icons that cannot be read, or icons in the cache.
    func check(
        _ favicon: Manifest.Favicon, cache: Manifest.Path, bounds: PathBounds, _ problems: Problems
    ) {
        let shown = YAMLNode.excerpt(favicon.source)
        let path = Self.absolute(favicon.source, from: directory)
        FileWatch.current?.willRead(path)
        if let folder = favicon.folder.map({ Self.real(Self.absolute($0, from: directory)) }),
            folder == Self.real(cache.absolute) || GlobWalker.isBelow(Self.real(cache.absolute), folder)
        {
            problems.error(
                "'folder' in 'favicon' is inside the cache, which may be deleted at any time",
                at: favicon.location)
        }
        do throws(FileSystemError) {
            guard let status = try FileSystem.status(of: path, followingLinks: true) else {
                problems.error(
                    "there is no file '\(shown)'; paths are relative to the manifest", at: favicon.location)
                return
            }
            if status.kind != .regular {
                problems.error("'\(shown)' is not a regular file", at: favicon.location)
            } else if try bounds.resolve(path) == nil {
                problems.error("'\(shown)' \(PathBounds.fault())", at: favicon.location)
            }
        } catch {
            problems.error(error.description, at: favicon.location)
        }
    }
}

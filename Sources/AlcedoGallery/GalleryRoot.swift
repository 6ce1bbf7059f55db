import AlcedoBase
import AlcedoIndex
import AlcedoManifest
import AlcedoTools

/// The folder of the pages, from which the addresses in the index have to lead to the pictures.
enum GalleryRoot {
    /// Returns the folder that the user named, or else the one that follows from `output` and `base-url`.
    ///
    /// - Parameters:
    ///   - named: The folder in the options.
    ///   - userHome: The user's home folder, if known.
    /// - Throws: `ToolError.usage(_:)` if pictures would not be found from it, or if it is the whole disk or holds all
    ///   of the user's files.
    static func folder(_ named: String?, of site: Site, userHome: String?) throws(ToolError) -> String {
        let baseURL = site.manifest.baseURL
        let root =
            if let named { Site.absolute(named) } else { try folder(output: site.output, baseURL: baseURL) }
        if let excess = PathRules.excess(of: root, userHome: userHome) {
            throw .usage(
                "the folder for the pages, \(root), \(excess); name a folder of the site, such as --root public"
            )
        }
        if let named, let expected = pictures(of: baseURL, from: root),
            PathRules.real(expected) != PathRules.real(site.output)
        {
            throw .usage(
                "pages in --root '\(named)' would look for the pictures in \(expected), but 'output' is \(site.output); "
                    + advice(root, site))
        }
        return root
    }

    /// Returns what is to be said of a folder that the user named, from which the pictures may not be found.
    ///
    /// An address without a host begins at the root of the site, and only the site's owner knows which folder that is.
    static func hint(_ named: String?, _ root: String, of site: Site) -> String? {
        let baseURL = site.manifest.baseURL
        guard let named, baseURL.hasPrefix("/") else { return nil }
        do throws(ToolError) {
            let whole = PathRules.real(try folder(output: site.output, baseURL: baseURL))
            let own = PathRules.real(root)
            guard own != whole, !own.hasPrefix(whole == "/" ? "/" : whole + "/") else { return nil }
            return
                "the pages in \(named) look for pictures at \(baseURL), which is below \(whole); the site has to consist of both folders"
        } catch {
            // The site is put together in a way that only its owner knows.
            return nil
        }
    }

    /// Returns the folder to which a relative address leads; `nil` for other addresses.
    private static func pictures(of baseURL: String, from root: String) -> String? {
        guard baseURL.hasPrefix(".") else { return nil }
        return PathRules.absolute(baseURL.percentDecoded ?? baseURL, from: root)
    }

    private static func advice(_ root: String, _ site: Site) -> String {
        let way = PathRules.relative(site.output, to: root)
        let address = way.isEmpty ? "." : URLPath.encode(way.hasPrefix("..") ? way : "./" + way)
        let change = "change 'base-url' in the manifest to \(address) and build again"
        do throws(ToolError) {
            let clear = try folder(output: site.output, baseURL: site.manifest.baseURL)
            return "leave out --root, so that they go to \(clear), or \(change)"
        } catch {
            return change
        }
    }

    /// Returns the folder above the common suffix of both: `site/public` for `site/public/images` and `/images`.
    ///
    /// - Parameters:
    ///   - output: Absolute path of the folder with the pictures.
    ///   - baseURL: The manifest's base URL. Only the end of its path has to match.
    /// - Throws: `ToolError.usage(_:)` if there is no common suffix.
    static func folder(output: String, baseURL: String) throws(ToolError) -> String {
        var address = baseURL[...]
        if let scheme = address.firstRange(of: "://") {
            address = address[scheme.upperBound...].drop { $0 != "/" }
        }
        var names = address.split(separator: "/").map { String($0).percentDecoded ?? String($0) }
        if names.first == "." { names.removeFirst() }
        var folders = output.split(separator: "/").map(String.init)
        // Rejects a base URL outside of the pages' folder, or without a common suffix.
        let isClear = !names.contains("..") && (names.isEmpty || names.last == folders.last)
        guard isClear else {
            throw .usage(
                "'output' (\(output)) and 'base-url' (\(baseURL)) do not determine where the pages go; name the folder with "
                    + "--root")
        }
        while let name = names.last, name == folders.last {
            names.removeLast()
            folders.removeLast()
        }
        return "/" + folders.joined(separator: "/")
    }
}

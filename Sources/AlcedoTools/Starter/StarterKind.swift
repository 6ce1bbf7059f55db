/// What makes a site's pages, as far as a first manifest depends on it.
public enum StarterKind: String, CaseIterable, Hashable, Sendable {
    /// [Publish](https://github.com/JohnSundell/Publish): what is in `Resources` is copied.
    case publish
    /// [Saga](https://github.com/loopwerk/Saga): what is in its input folder and no reader takes is copied.
    case saga
    /// [Ignite](https://github.com/twostraws/Ignite): `Assets`, with `x@2x.jpg` and `x~dark.jpg` beside `x.jpg`.
    case ignite
    /// [Toucan](https://toucansites.com): `assets`, and an `assets` for each page of `contents`.
    case toucan
    /// [Hugo](https://gohugo.io): `static`, and data that templates read in `data`.
    case hugo
    /// DocC: pictures in a catalog, `x@2x.png` and `x~dark@2x.png` beside `x.png`.
    case docc
    /// Nothing yet: Alcedo's own gallery.
    case plain

    /// Its name as its makers write it.
    public var title: String {
        switch self {
        case .publish: "Publish"
        case .saga: "Saga"
        case .ignite: "Ignite"
        case .toucan: "Toucan"
        case .hugo: "Hugo"
        case .docc: "DocC"
        case .plain: "Alcedo's own gallery"
        }
    }

    /// Whether `alcedo gallery` makes the pages.
    public var hasGallery: Bool { self == .plain }

    /// Whether the finished site is a folder of pages that show pictures beside them.
    var showsPicturesOfSite: Bool { self != .docc && self != .plain }

    /// The folder from which the generator copies, or which holds the site itself.
    var folder: String {
        switch self {
        case .publish: "Resources"
        case .saga: "content"
        case .ignite: "Assets"
        case .toucan: "assets"
        case .hugo: "static"
        case .docc: "Documentation.docc"
        case .plain: "public"
        }
    }

    /// The folder with the finished site, unless the generator's settings name another.
    var siteFolder: String {
        switch self {
        case .publish: "Output"
        case .saga: "deploy"
        case .ignite: "Build"
        case .toucan: "dist"
        case .hugo, .plain: "public"
        case .docc: "docs"
        }
    }

    /// The command that makes the pages; `nil` where it depends.
    var command: String? {
        switch self {
        case .publish, .saga, .ignite: "swift run"
        case .toucan: "toucan generate"
        case .hugo: "hugo"
        case .docc, .plain: nil
        }
    }
}

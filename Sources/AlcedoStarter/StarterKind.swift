/// The program that makes a site's pages.
public enum StarterKind: String, CaseIterable, Hashable, Sendable {
    /// [Publish](https://github.com/JohnSundell/Publish): copies `Resources`.
    case publish
    /// [Saga](https://github.com/loopwerk/Saga): copies files in its input folder that no reader handles.
    case saga
    /// [Ignite](https://github.com/twostraws/Ignite): copies `Assets`, with `x@2x.jpg` and `x~dark.jpg` beside `x.jpg`.
    case ignite
    /// [Toucan](https://toucansites.com): copies `assets`, and `assets` of each page in `contents`.
    case toucan
    /// [Hugo](https://gohugo.io): copies `static`; templates read `data`.
    case hugo
    /// [Jekyll](https://jekyllrb.com): copies every file that is not its own.
    case jekyll
    /// [Eleventy](https://www.11ty.dev): copies what its settings name.
    case eleventy
    /// [Astro](https://astro.build): copies `public`.
    case astro
    /// [Zola](https://www.getzola.org): copies `static`, and files beside a page.
    case zola
    /// [MkDocs](https://www.mkdocs.org): copies files of `docs` that are no pages.
    case mkdocs
    /// [Pelican](https://getpelican.com): copies `images` of `content`, and empties the finished site.
    case pelican
    /// DocC: pictures in a catalog, `x@2x.png` and `x~dark@2x.png` beside `x.png`.
    case docc
    /// No generator: pages written by hand, which `alcedo html` writes to another folder with their pictures.
    case html
    /// No generator: Alcedo's own gallery.
    case plain

    /// The official name.
    public var title: String {
        switch self {
        case .publish: "Publish"
        case .saga: "Saga"
        case .ignite: "Ignite"
        case .toucan: "Toucan"
        case .hugo: "Hugo"
        case .jekyll: "Jekyll"
        case .eleventy: "Eleventy"
        case .astro: "Astro"
        case .zola: "Zola"
        case .mkdocs: "MkDocs"
        case .pelican: "Pelican"
        case .docc: "DocC"
        case .html: "HTML pages"
        case .plain: "Alcedo's own gallery"
        }
    }

    /// Whether `alcedo gallery` makes the pages.
    public var hasGallery: Bool { self == .plain }

    /// Whether the finished site is a folder with pages and their pictures.
    var showsPicturesOfSite: Bool { ![.docc, .html, .plain].contains(self) }

    /// The folder that the generator copies, or the folder of the site itself.
    var folder: String {
        switch self {
        case .publish: "Resources"
        case .saga, .pelican: "content"
        case .ignite: "Assets"
        case .toucan: "assets"
        case .hugo, .zola: "static"
        case .jekyll: "assets"
        case .eleventy: "_site"
        case .astro: "public"
        case .mkdocs: "docs"
        case .docc: "Documentation.docc"
        case .html, .plain: "public"
        }
    }

    /// The default folder of the finished site.
    var siteFolder: String {
        switch self {
        case .publish: "Output"
        case .saga: "deploy"
        case .ignite: "Build"
        case .toucan: "dist"
        case .hugo, .zola, .html, .plain: "public"
        case .jekyll, .eleventy: "_site"
        case .astro: "dist"
        case .mkdocs: "site"
        case .pelican: "output"
        case .docc: "docs"
        }
    }

    /// The command that makes the pages; `nil` if it varies.
    var command: String? {
        switch self {
        case .publish, .saga, .ignite: "swift run"
        case .toucan: "toucan generate"
        case .hugo: "hugo"
        case .jekyll: "bundle exec jekyll build"
        case .eleventy: "npx @11ty/eleventy"
        case .astro: "npx astro build"
        case .zola: "zola build"
        case .mkdocs: "mkdocs build"
        case .pelican: "pelican content"
        case .docc, .html, .plain: nil
        }
    }
}

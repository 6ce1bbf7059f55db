package import AlcedoPages

/// How pages of a preview are rewritten, as by `SitePages`.
package struct PreviewOptions: Sendable {
    /// The address of the site, for pages that use absolute addresses or are below a path.
    package var site: String?
    /// The variant to show where a page does not name a file of a variant.
    package var variant: String?
    /// The number of pictures on each page that load eagerly.
    package var eager = 1
    /// The element that shows a picture.
    package var element = PageRewriter.Element.picture
    /// How long a request waits for the first look at the manifest and its sources. Pages are loaded again after it.
    package var patienceAtStart = Duration.seconds(30)

    package init() {}
}

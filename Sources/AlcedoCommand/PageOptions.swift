import AlcedoManifest
public import AlcedoPages
public import ArgumentParser

#if Dev
    import AlcedoPreview
#endif

extension PageRewriter.Element: ExpressibleByArgument {}

/// How pictures are shown in pages, shared by commands.
struct PageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The variant to show where a page names no file of a variant; required if there are several. A picture "
                + "without this variant shows its only variant.",
            valueName: "name"), completion: Completions.variants)
    var variant: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "'picture' with every format, or 'img' with the sizes of one format, which leaves the element tree as it is.",
            valueName: "element"))
    var element = PageRewriter.Element.picture

    @Option(
        help: ArgumentHelp(
            "The address of the site, for pages that use absolute addresses or are below a path.",
            valueName: "url"))
    var site: String?

    @Option(help: ArgumentHelp("The number of pictures on each page that load eagerly.", valueName: "count"))
    var eager = 1

    func validate() throws {
        if eager < 0 { throw ValidationError("--eager: expected a number of 0 or more, received \(eager).") }
        if let reason = site.flatMap(AddressRules.fault(inSite:)) {
            throw ValidationError("--site \(reason).")
        }
    }

    #if Dev
        var options: PreviewOptions {
            var options = PreviewOptions()
            (options.site, options.variant, options.eager, options.element) = (site, variant, eager, element)
            return options
        }
    #endif
}

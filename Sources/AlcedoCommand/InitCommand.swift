import Alcedo
import AlcedoManifest
import AlcedoStarter
public import ArgumentParser

extension StarterKind: ExpressibleByArgument {}

struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a starter manifest, and a gallery template if no site generator makes the pages.",
        discussion: """
            Without --for, the site generator is detected: a Package.swift that names Publish, Saga, Ignite or Toucan, a site \
            of Toucan, Hugo, Jekyll, Eleventy, Astro, Zola, MkDocs or Pelican, a documentation catalog, or HTML pages in the folder, \
            which 'alcedo html' then shows with their pictures. Otherwise 'alcedo gallery' makes the pages. All folders with \
            pictures are named, except generated ones. Existing files are never overwritten; if any differs, nothing is written.

            Examples:
              alcedo init
              alcedo init my-photographs
              alcedo init --for hugo
            """)

    @Argument(
        help: ArgumentHelp("The folder for the manifest.", valueName: "directory"),
        completion: Completions.folder)
    var directory = "."

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("The site generator; detected by default.", valueName: "kind"))
    var kind: StarterKind?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try TypedPath.check(directory, "<directory>", names: .folder)
    }

    func run() async throws {
        let reporter = Reporter(options: output)
        try await Interruption.watching(reporter) {
            let result = try SiteStarter(folder: directory).write(for: kind)
            if let reason = result.reason {
                reporter.note("for \(result.kind.title): \(reason) (use --for to change it)")
            }
            for name in result.written { reporter.say("wrote \(path(name))") }
            for name in result.kept { reporter.say("\(path(name)) is already there") }
            for reason in result.unread { reporter.note("left out: \(reason)") }
            if !result.otherPictures.isEmpty {
                let places = result.otherPictures.map { $0 == "." ? "this folder itself" : path($0) + "/" }
                reporter.note(
                    "images.yml does not name the pictures in \(places.joined(separator: ", ")): "
                        + "add a '- path:' to its sources if they belong to the site")
            }
            for line in next(result) + advice(result) { reporter.note(line) }
        }
    }

    private func path(_ name: String) -> String { directory == "." ? name : directory + "/" + name }

    /// Returns the next steps for the user.
    private func next(_ result: SiteStarter.Result) -> [String] {
        // A package that depends on Alcedo provides the command as a plugin.
        let plugin = "swift package --allow-writing-to-package-directory images"
        let alcedo = result.knowsAlcedo ? plugin : "alcedo"
        let build = result.knowsAlcedo ? plugin : "alcedo build"
        var lines = [place(result)]
        if directory != "." { lines.append("  cd \(ShellWord.quoted(directory))") }
        if result.takesPicturesOfSite {
            let site = ShellWord.quoted(result.site)
            if let generator = result.generator { lines.append("  \(generator)") }
            lines += ["  \(build)", "  \(alcedo) html \(site) --variant photo\(address(result))"]
            if result.address == nil, result.basePath == nil {
                lines.append(
                    "with --site https://… if pages use absolute addresses, or are below a path of their host."
                )
            }
            return lines + ["Run all three again each time the site is made."]
                + preview(of: result.site, result)
        }
        lines.append("  \(build)")
        if result.kind.hasGallery {
            return lines + ["  \(alcedo) gallery", "and open \(result.site)/index.html."]
        }
        if result.kind == .html {
            let site = ShellWord.quoted(result.site)
            return lines + [
                "  \(alcedo) html . --to \(site) --variant photo",
                "and open \(result.site)/index.html. Your pages stay as they are.",
            ] + preview(of: ".", result)
        }
        guard let generator = result.generator else {
            return lines + ["and name a picture in a page of the catalog: ![A kingfisher](kingfisher.jpg)"]
        }
        lines.append("  \(generator)")
        if result.changesPages {
            // Pages may be anywhere: they hold no sources.
            let site = result.siteElsewhere ?? result.site
            lines.append("  \(alcedo) html \(ShellWord.quoted(site)) --variant photo\(address(result))")
            lines += preview(of: site, result)
        }
        return lines
    }

    /// Returns what else the settings of the generator call for.
    private func advice(_ result: SiteStarter.Result) -> [String] {
        var lines: [String] = []
        if result.changesPages, result.address == nil, let base = result.basePath {
            lines.append(
                "The settings put the pages below \(base): give 'alcedo html' the address of the site as well, "
                    + "--site https://…\(base)")
        }
        if result.publishesManifest {
            lines.append(
                "Jekyll copies images.yml into the site, unless 'exclude: [images.yml]' in _config.yml leaves it out."
            )
        }
        return lines
    }

    /// Returns how to see pages before the pictures are made. The plugins' tool has no preview server, and others may have none.
    private func preview(of pages: String, _ result: SiteStarter.Result) -> [String] {
        result.knowsAlcedo || !DevCommand.isAvailable
            ? []
            : [
                "While you write, 'alcedo dev \(ShellWord.quoted(pages)) --variant photo' shows the pages with their pictures."
            ]
    }

    /// Returns the location of the pictures, or where to put them.
    private func place(_ result: SiteStarter.Result) -> String {
        if result.takesPicturesOfSite {
            let folder = path(result.site) + "/"
            if let elsewhere = result.siteElsewhere {
                return
                    "The settings put the finished site into \(elsewhere), outside of this folder, and images.yml can only name "
                    + "pictures in this folder: set the generator's output to \(folder), as in images.yml, or change both. Then:"
            }
            let state = result.hasSite ? "" : ", which does not exist yet"
            return "The pictures are those of the finished site in \(folder)\(state). Next:"
        }
        let folders = result.pictures.map { $0 == "." ? "here" : "in " + path($0) + "/" }
        guard result.hasPictures else {
            let folder = result.pictures.first.flatMap { $0 == "." ? nil : path($0) + "/" }
            return "Put pictures into \(folder ?? "this folder") first. Next:"
        }
        return "The pictures are those \(folders.joined(separator: ", ")). Next:"
    }

    private func address(_ result: SiteStarter.Result) -> String {
        result.address.map { " --site " + ShellWord.quoted($0) } ?? ""
    }
}

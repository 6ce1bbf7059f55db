import Alcedo
import AlcedoSitePages

extension Reporter {
    /// Reports the result of `alcedo html`: the counts, pictures on no page, and addresses without a file.
    ///
    /// - Parameters:
    ///   - output: The folder for the new pages, if it is not the original one.
    ///   - isComplete: Whether every entry is listed instead of the first ten.
    func tell(_ result: SitePages.Result, to output: String?, isTrial: Bool, isComplete: Bool) {
        if isJSON {
            for id in result.unshown { sayAsIs(JSONLine.ofUnshown(id)) }
            for address in result.missing { sayAsIs(JSONLine.ofMissing(address)) }
            return sayAsIs(JSONLine.of(result))
        }
        let verb = isTrial ? "would change" : "changed"
        var line =
            "\(counted(result.pages, "page")), \(grouped(result.changed)) \(verb)"
            + (result.styleSheets == 0 ? "" : ", and \(counted(result.styleSheets, "style sheet"))") + ": "
            + (result.pictures == 0 && result.shown > 0
                ? "\(counted(result.shown, "picture")) of the index there already, "
                : "\(counted(result.pictures, "picture")) put in, ")
            + (result.mended == 0
                ? "" : "\(counted(result.mended, "other address", "other addresses")) mended, ")
            + "\(counted(result.foreign, "other image")) left"
        if let output {
            line +=
                "; \(counted(result.written, "file")) \(isTrial ? "would be written" : "written") to \(output)"
        }
        say(line)
        if let example = result.unbuiltExample {
            say(
                "\(counted(result.unbuilt, "of these is a picture", "of these are pictures")) of the site that the index does not have, such as "
                    + "'\(example.address.prefix(200))' (\(example.place)); if new, run 'alcedo build' again")
        }
        if let likely = result.likelySite, result.shown > 0 {
            let others =
                likely.address.count > 1 ? ", and \(counted(likely.address.count - 1, "other place"))" : ""
            say(
                "'\(likely.address.address.prefix(200))' (\(likely.address.place)\(others)) is a picture of the index if this is the site "
                    + "\(likely.site): give its address with --site")
        }
        let most = isComplete ? Int.max : 10
        func list(_ title: String, _ entries: [String]) {
            guard !entries.isEmpty else { return }
            say(title)
            for entry in entries.prefix(most) { say("  " + entry) }
            if entries.count > most {
                say("  and \(grouped(entries.count - most)) more; --verbose lists all")
            }
        }
        list(
            "\(counted(result.unshown.count, "picture")) of the index on no page:", result.unshown)
        list(
            "\(counted(result.missing.count, "address", "addresses")) of pictures without a file:",
            result.missing.map { missing in
                let others = missing.count > 1 ? ", and \(counted(missing.count - 1, "other place"))" : ""
                let advice = missing.suggestion.map { "; did you mean '\($0)'?" } ?? ""
                return "\(missing.address.prefix(200)) (\(missing.place)\(others))\(advice)"
            })
        if !result.missing.isEmpty { say("  (with --strict, nothing is changed then)") }
        if result.unpublished > 0 {
            let one = "address leads to an original that is not published"
            let many = "addresses lead to originals that are not published"
            say(
                "\(counted(result.unpublished, one, many)); put the file into the site, or name a file of a variant with "
                    + "'formats: [original]' or with a 'name' without a hash")
        }
    }
}

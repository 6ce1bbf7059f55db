/// The part of `--help` that the tool cannot provide: the invocation of SwiftPM.
enum PluginHelp {
    /// What is wrong with `watch` here.
    static let watching =
        "SwiftPM locks the package while its command runs, so that 'swift build' and 'swift run' wait until this ends; "
        + "run 'alcedo watch' beside them, from an installed alcedo"

    static func text(for verb: PluginVerb) -> String {
        """
        OVERVIEW: \(verb.overview)

        USAGE: swift package \(verb.name) [<arguments of alcedo>]
               swift package \(verb.permissionFlags) \(verb.name) [<arguments of alcedo>]

        The first form asks for permission; the second is for CI, where no one can answer. Options of SwiftPM go before
        '\(verb.name)'. Without --manifest, the manifest is the package's images.yml; other paths are relative to
        the directory you are in. \(verb.others)The rest is 'alcedo':

        """
    }
}

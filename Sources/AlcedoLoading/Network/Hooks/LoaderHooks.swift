/// What a program puts into the loader.
struct LoaderHooks: Sendable {
    var requestModifier: (any RequestModifier)?
    var redirectHandler: (any RedirectHandler)?
    var responseChecker: (any ResponseChecker)?
}

/// The hooks that a program passes to the loader.
struct LoaderHooks: Sendable {
    var requestModifier: (any RequestModifier)?
    var redirectHandler: (any RedirectHandler)?
    var responseChecker: (any ResponseChecker)?
}

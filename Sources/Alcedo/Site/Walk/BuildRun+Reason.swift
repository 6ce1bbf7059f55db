import AlcedoBase
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes

extension BuildRun {
    /// Warns that a stale copy is used because the source could not be revalidated.
    func warnIfStale(_ source: ResolvedSource, _ content: SourceContent, _ tell: (BuildEvent) -> Void) {
        guard let reason = content.staleReason else { return }
        tell(
            .warning(
                Diagnostic(
                    .warning, "\(source.id): loader: the copy in the cache is used: \(reason)",
                    at: source.place)))
    }

    /// - Parameter isUpdate: Whether the present content was requested, regardless of the pin.
    func failure(of source: ResolvedSource, _ error: any Error, isUpdate: Bool = false) -> BuildFailure {
        let error = error as? PipelineError ?? .provider(reason: String(describing: error))
        var reason = error.reason
        if case .imaging(.decode) = error, let remote = source.remote,
            lock.pin(for: remote, at: source.order) != nil
        {
            // A pinned source is loaded again only on request.
            reason +=
                isUpdate
                ? "; \(lock.shown) still pins its former content"
                : "; \(lock.shown) pins these bytes, and 'alcedo update \(Self.quoted(source.id))' loads the current ones"
        }
        if case .notCached = error, options.bundle != nil {
            reason =
                "it is not in the cache, and this build does not use the network; run 'swift package fetch-images' first"
        }
        if case .changed(let expected, let actual) = error {
            let advice = "run 'alcedo update \(Self.quoted(source.id))'"
            reason =
                "expected \(expected) as pinned in \(lock.shown), received \(actual); if the picture was meant to "
                + "change, \(advice)"
            if expected.digest == actual.digest {
                // Only a manual edit or a damaged disk can lead here.
                reason =
                    "expected \(expected.bytes) bytes as pinned in \(lock.shown), but the content with this digest has "
                    + "\(actual.bytes); \(advice)"
            }
            if let remote = source.remote, lock.isShared(remote) {
                reason += "; if another source has this line, too, give it a 'cache-key' of its own"
            }
        }
        return BuildFailure(
            location: source.place, source: source.id, phase: error.phase, code: error.code, reason: reason,
            isTolerated: source.isTolerant && !error.isOfSystem,
            // Without libcurl, nothing can be loaded.
            canBeTolerated: !error.isOfSystem && error.code != "loader.transport.2")
    }

    /// Quotes an id so that a shell and a glob pattern take it literally.
    private static func quoted(_ id: String) -> String {
        let isPlain = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "/"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        if isPlain { return id }
        var pattern = ""
        for character in id {
            if "*?[]{}\\".contains(character) { pattern.append("\\") }
            pattern.append(character == "'" ? "'\\''" : String(character))
        }
        return "'" + pattern + "'"
    }
}

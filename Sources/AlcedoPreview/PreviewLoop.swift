package import Alcedo
package import AlcedoBase
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest

/// Keeps a preview up to date, until its task is cancelled.
package struct PreviewLoop: Sendable {
    /// What happens meanwhile.
    package enum Event: Sendable {
        /// Something has changed: absolute paths, in order. None at the start, and where the system has lost count.
        case changed([String])
        /// What the manifest and its sources have to say.
        case build(BuildEvent)
        /// Everything is up to date.
        case ready(reloads: Bool)
        /// The manifest has mistakes; what was shown before stays.
        case refused(any AlcedoError)
        /// Something that pages of the preview lack.
        case problem(String)
        /// Something of the watch itself, in one sentence.
        case warning(String)
    }

    private let site: PreviewSite
    private let watch: FileWatch
    private let tell: @Sendable (Event) -> Void

    /// - Parameters:
    ///   - manifest: The manifest's path.
    ///   - polls: Whether to look at everything each second, instead of being told by the system.
    /// - Throws: `SiteError` if the system cannot watch anything.
    package init(
        _ site: PreviewSite, manifest: String, polls: Bool, _ tell: @escaping @Sendable (Event) -> Void
    ) throws {
        self.site = site
        self.tell = tell
        watch = try .started(beside: manifest, polls: polls)
    }

    /// - Throws: `CancellationError`.
    package func run() async throws {
        var changes = FileWatch.Changes(paths: [], isEverything: true)
        while true {
            tell(.changed(changes.isEverything ? [] : changes.paths.sorted()))
            _ = await watch.watching { [changes] in
                await look(after: changes)
            } isWhole: {
                $0
            }
            try Task.checkCancellation()
            if let problem = watch.takeProblem() { tell(.warning(problem)) }
            guard let next = await watch.next() else { throw CancellationError() }
            changes = next
        }
    }

    /// - Returns: Whether everything was looked at.
    private func look(after changes: FileWatch.Changes) async -> Bool {
        let former = site.preview.scene
        let problems = Locked<[String]>([])
        @Sendable func note(_ event: BuildEvent) {
            switch event {
            case .failed(let failure): problems.withLock { $0.append(failure.description) }
            case .warning(let diagnostic): problems.withLock { $0.append(diagnostic.description) }
            default: break
            }
        }
        var isWhole = true
        var isChanged = changes.isEverything && former == nil
        do {
            let scene = try await site.preview.refresh(after: changes.isEverything ? nil : changes.paths) {
                note($0)
                tell(.build($0))
            }
            problems.withLock { $0 += scene.collisions }
            for problem in scene.collisions { tell(.problem(problem)) }
            if let problem = scene.fault(ofVariant: site.variant) {
                problems.withLock { $0.append(problem) }
                tell(.problem(problem))
            }
            isChanged = isChanged || former?.index != scene.index || former?.failures != scene.failures
        } catch let error as any AlcedoError {
            isWhole = false
            if let mistakes = error as? ManifestMistakes {
                problems.withLock { $0 += mistakes.diagnostics.map(\.description) }
            } else {
                problems.withLock { $0.append(error.description) }
            }
            tell(.refused(error))
        } catch {
            return false
        }
        let pages = changes.isEverything || changes.paths.contains(where: isOfPages)
        isChanged = isChanged || pages
        if isChanged { site.forget() }
        site.audience.tell(problems: problems.withLock { $0 }, isChanged: isChanged)
        if isWhole { tell(.ready(reloads: isChanged && former != nil)) }
        return walk() && isWhole
    }

    /// Whether a file is one of the site that a generator writes.
    private func isOfPages(_ path: String) -> Bool {
        let root = site.folder.root
        guard GlobWalker.isBelow(root, path) || path == root || path == site.root else { return false }
        let owned = site.preview.scene?.owned ?? []
        guard let folder = owned.first(where: { $0 == path || GlobWalker.isBelow($0, path) }) else {
            return true
        }
        // Where pages are in the output itself, only its pictures and its index are not theirs.
        return folder != path && (folder == root || GlobWalker.isBelow(folder, root))
            && !MediaTypes.type(of: path).hasPrefix("image/")
    }

    /// Looks at the folder of pages, so that its changes are noticed.
    private func walk() -> Bool {
        let owned = site.preview.scene?.owned ?? []
        // It may be replaced as a whole, or be a link that is turned.
        watch.willRead(site.root)
        let root = site.folder.root
        // Pages may be in the output itself.
        let others = owned.filter { $0 != root && !GlobWalker.isBelow($0, root) }
        do {
            _ = try GlobWalker(root: root, skipping: others)
                .files(matching: [GlobPattern("**/*")])
            return true
        } catch {
            // A generator may be writing it.
            return false
        }
    }
}

import AlcedoBase
import AlcedoCache
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes

/// A site as a build would publish it, whose pictures are made when they are asked for.
///
/// Nothing is written: pictures come from the cache, or are made with the least effort and kept in memory. So looking at a page
/// takes as long as the pictures on it, however many the site has.
package final class SitePreview: Sendable {
    private let builder: SiteBuilder
    private let memory = PreviewMemory()
    private let current = Locked<PreviewScene?>(nil)
    private let hasLooked = Locked(false)
    /// Pictures that were made, by ``PreviewPicture/digest``.
    private let made = MemoryStore<ContentDigest, PreviewPicture>(costLimit: 256 << 20, lifetime: .infinity)
    /// Outputs that pages have asked for since the last change, and what is made beforehand for the next time.
    private let wanted = Locked<(outputs: Set<PreviewOutput>, tasks: [Task<Void, Never>])>(([], []))
    /// How many pictures are made beforehand: as after a single one was saved. More would be in the way of what is asked for.
    private static let mostBeforehand = 2

    /// Creates a preview. Reads nothing yet.
    package init(_ builder: SiteBuilder) {
        var builder = builder
        builder.options.offline = true
        builder.options.forceRefresh = false
        builder.options.ignoresCache = false
        self.builder = builder
    }

    /// What is shown now; `nil` before the first ``refresh(after:_:)``.
    package var scene: PreviewScene? { current.withLock { $0 } }

    /// Waits until the first ``refresh(after:_:)`` has ended, in a scene or not.
    ///
    /// - Throws: `CancellationError`.
    package func waitForFirstLook(_ patience: Duration) async throws {
        let end = ContinuousClock.now + patience
        while !hasLooked.withLock({ $0 }), .now < end { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Looks at the manifest and the sources again, and begins to make the pictures that were asked for before and whose sources
    /// have changed.
    ///
    /// - Parameters:
    ///   - changed: The files that have changed since, as absolute paths; `nil` if anything may have.
    ///   - tell: Receives warnings and failures, on any thread.
    /// - Throws: `ManifestMistakes`, `SiteError`, or `CancellationError`. What was shown before stays.
    package func refresh(
        after changed: Set<String>?, _ tell: @escaping @Sendable (BuildEvent) -> Void = { _ in }
    ) async throws -> PreviewScene {
        defer { hasLooked.withLock { $0 = true } }
        if let changed { memory.digests.forget(changed) } else { memory.digests.forgetAll() }
        let scene = try await SiteError.filing {
            let run = try BuildRun(builder, readsOnly: true, memory: memory, tell: tell)
            let ledger = run.loadLedger()
            let basis = try await run.pipeline.blocking.run { [memory] in
                try PlanBasis(run, ledger, headers: memory.headers)
            }
            let failures = Locked<[BuildFailure]>([])
            let finished = try await run.finishSources(knownBy: ledger, .foresee(basis)) { event in
                if case .failed(let failure) = event { failures.withLock { $0.append(failure) } }
                tell(event)
            }
            return PreviewScene(run, basis, finished, failures.withLock { $0 })
        }
        let former = current.withLock { current in
            defer { current = scene }
            return current
        }
        if let former { makeAgain(from: former, in: scene) }
        return scene
    }

    /// Makes what pages have asked for, where the source has changed: they will ask again.
    private func makeAgain(from former: PreviewScene, in scene: PreviewScene) {
        let outputs = wanted.withLock { wanted in
            for task in wanted.tasks { task.cancel() }
            defer { wanted = ([], []) }
            return wanted.outputs
        }
        let changed = outputs.filter { output in
            guard let digest = scene.items[output.source]?.record.digest else { return false }
            return digest != former.items[output.source]?.record.digest
        }
        guard changed.count <= Self.mostBeforehand else { return }
        let tasks = changed.map { output in
            Task {
                do {
                    if let name = try scene.name(of: output) { _ = try await picture(named: name, in: scene) }
                } catch {
                    // Whoever asks for it is told.
                }
            }
        }
        wanted.withLock { $0.tasks = tasks }
    }

    /// Returns a file of the index, from the cache or the output, or else made.
    ///
    /// - Parameter name: Its path below the base URL.
    /// - Returns: `nil` if the index has no such file.
    /// - Throws: ``PipelineError`` if it cannot be made, or `CancellationError`.
    package func picture(named name: String) async throws -> PreviewPicture? {
        guard let scene else { return nil }
        return try await picture(named: name, in: scene)
    }

    private func picture(named name: String, in scene: PreviewScene) async throws -> PreviewPicture? {
        guard let file = scene.files[name], let output = try scene.output(of: file) else { return nil }
        wanted.withLock { _ = $0.outputs.insert(output) }
        if let known = made.value(for: file.digest) { return known }
        let run = scene.run
        if let finished = try await run.pipeline.blocking.run({ run.finishedFile(of: file) }) {
            return try PreviewPicture(
                .file(finished), mediaType: output.format.mediaType, digest: file.digest)
        }
        let picture = try await make(output, as: file, in: scene)
        if let digest = picture.digest, case .memory(let data) = picture.bytes {
            made.store(picture, for: digest, cost: data.count)
        }
        return picture
    }

    /// Returns the bytes of a source, to be shown as it is; `nil` if there is no such source.
    ///
    /// - Parameter isHidden: Whether a file is not to be shown, given its path without links from the manifest's folder.
    /// - Throws: ``PipelineError``, or `CancellationError`.
    package func original(
        of id: String, unless isHidden: @escaping @Sendable (String) -> Bool
    ) async throws -> PreviewPicture? {
        guard let scene, let item = scene.items[id] else { return nil }
        let (run, source) = (scene.run, item.source)
        var result = BuildRun.SourceResult()
        let content = try await run.content(of: source, knownBy: scene.ledger, nil, &result)
        let bytes: PreviewPicture.Bytes?
        @Sendable func open(_ path: String) throws -> OpenedFile? {
            try run.site.manifest.bounds.open(path, unless: isHidden)
        }
        switch (source.origin.bytes, source.part) {
        // A picture that ffmpeg takes out of it.
        case (_, .moment):
            if let path = source.file, try open(path) == nil { return nil }
            bytes = .memory(try await content.load())
        case (.file(let path), _):
            bytes = try await run.pipeline.blocking.run { [known = result.file?.known] in
                guard let file = try open(path) else { return nil }
                guard file.status == known?.status else {
                    throw PipelineError.provider(.changing, reason: "it is being changed; load it again")
                }
                return .file(file)
            }
        default:
            let cached = try await run.pipeline.blocking.run {
                run.pipeline.configuration.disk.file(for: content.digest, bytes: content.bytes)
            }
            bytes = if let cached { .file(cached) } else { .memory(try await content.load()) }
        }
        return try bytes.map { try PreviewPicture($0, digest: content.digest) }
    }

    private func make(
        _ output: PreviewOutput, as file: SiteFile, in scene: PreviewScene
    ) async throws -> PreviewPicture {
        guard let item = scene.items[output.source] else { throw CancellationError() }
        var ignored = BuildRun.SourceResult()
        let content = try await scene.run.content(of: item.source, knownBy: scene.ledger, nil, &ignored)
        let plan = scene.plans.plan(for: item.source)
        var fingerprint = FieldWriter()
        fingerprint.write("preview")
        fingerprint.write(plan.fingerprint)
        fingerprint.write(file.digest)
        var order = ProductionOrder(
            content: content, requests: { facts in plan.request(for: output, facts).map { [$0] } ?? [] },
            requestsFingerprint: fingerprint.digest)
        order.refusesSVG = item.source.svg == .refuse
        order.readsVariants = false
        order.writesDisk = false
        let production = try await scene.run.pipeline.produce(order)
        if let failure = production.failures.values.first { throw PipelineError.imaging(failure) }
        guard let made = production.files.first, let data = made.data else {
            throw PipelineError.provider(reason: "it has no such picture any more; reload the page")
        }
        // The file may have changed before anybody has looked at it again.
        let isSame = content.digest == item.record.digest
        return try PreviewPicture(
            .memory(data), mediaType: made.record.format.mediaType, digest: isSame ? file.digest : nil)
    }
}

extension BuildRun {
    /// Returns a file that a build has made, from the cache or the output.
    fileprivate func finishedFile(of file: SiteFile) -> OpenedFile? {
        guard file.bytes > 0 else { return nil }
        if let cached = pipeline.configuration.disk.file(for: file.digest, bytes: file.bytes) {
            return cached
        }
        do {
            let found = try OpenedFile(file.name, below: site.output)
            return try found.status.size == file.bytes && found.digest() == file.digest ? found : nil
        } catch {
            return nil
        }
    }
}

extension VariantPlan {
    /// Returns the request for one picture in one format, to be made with the least effort.
    fileprivate func request(for output: PreviewOutput, _ facts: ImageFacts) -> ImageRequest? {
        let pictures = pictures(for: facts).filter {
            $0.variant == output.variant && $0.density == output.density
        }
        let size = PixelSize(width: output.width, height: output.height)
        guard
            var request =
                (pictures.first { $0.request.geometry.layout(for: facts).canvas == size }
                ?? pictures.first)?.request
        else { return nil }
        let exact = request.encodings.filter { $0.format.resolved(for: facts.type) == .format(output.format) }
        let encoding =
            exact.first
            ?? request.encodings.first { encoding in
                if case .format = encoding.format { false } else { true }
            }
        request.encodings = [encoding].compactMap { $0?.atLeastEffort }
        return request
    }
}

extension ImageEncoding {
    /// The same format, as quickly as its encoder can: without a search for a quality or a size.
    fileprivate var atLeastEffort: ImageEncoding {
        var encoding = self
        encoding.budget = nil
        encoding.effort = Dictionary(
            uniqueKeysWithValues: OutputFormat.allCases.compactMap { format in
                format.efforts.map { (format, $0.lowerBound) }
            })
        encoding.quality = quality.filter { if case .target = $0.value { false } else { true } }
        return encoding
    }
}

import AlcedoBase
import AlcedoCache
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes

// Posters of videos, and videos of animations, through the user's ffmpeg.
extension BuildRun {
    /// A video of a variant.
    struct MadeVideo: Sendable {
        var variant: String
        var file: SourceOutcome.File
        /// The bytes, if they could not be stored in the cache.
        var data: Data?
        var isCached: Bool
    }

    /// A video to be made.
    struct VideoOrder: Sendable {
        var variant: Variant
        var format: Variant.VideoFormat
        /// In pixels, with even sides.
        var size: PixelSize
        /// Whether the source is an animation, not a video.
        var isAnimation: Bool

        /// Behind what is transparent.
        var background: SRGBColor { variant.background ?? SRGBColor(red: 255, green: 255, blue: 255) }
    }

    /// The videos of a source.
    struct Videos {
        var made: [MadeVideo] = []
        /// Those that a plan has not made.
        var planned: [VideoOrder] = []
        /// Why variants have none.
        var failures: [(variant: String, error: PipelineError)] = []
    }

    /// A video or an animation as ffmpeg reads it, for all its formats and sizes.
    private struct VideoInput: Sendable {
        var file: String
        /// Whether the file was written for ffmpeg.
        var isTemporary: Bool
        var probe: VideoProbe
        /// A picture with the sRGB color of each of its colors, where they are others.
        var colorTable: Data?
    }

    /// Raised when the filters of ffmpeg change.
    static let videoSchema = 3

    /// Returns the frame of a video as the content of a source. The bytes are made when they are needed.
    func posterContent(
        _ path: String, at seconds: Double, known: (digest: ContentDigest, status: FileStatus)
    ) async throws -> SourceContent {
        let tool = try await pipeline.blocking.run { try self.findFFmpeg() }
        let allowsDamage = site.manifest.truncation == .allow
        var content = SourceContent(
            digest: known.digest, bytes: known.status.size, needs: .nothing, origin: .provider,
            status: known.status
        ) {
            try await self.calling { isCancelled in
                let output = self.temporaryFile("png")
                defer { self.remove(output) }
                let colors = try tool.writeFrame(at: seconds, of: path, to: output, isCancelled: isCancelled)
                try Self.checkWhole(path, tool, allowsDamage, isCancelled)
                try Self.checkUnchanged(path, known.digest)
                return colors.marking(try FileSystem.read(output))
            }
        }
        content.maker = "\(tool.version), \(Self.videoSchema), \(allowsDamage)"
        return content
    }

    /// What a build warns of when it has used a damaged video.
    func damage(of source: ResolvedSource) -> String? {
        guard let path = source.file, let tool = ffmpeg.withLock({ $0 }) else { return nil }
        return tool.known.withLock { $0[path]?.damage }.map { "it is damaged (\($0)); what is there is used" }
    }

    /// Makes the videos that the variants of an animation or a video ask for.
    ///
    /// - Parameters:
    ///   - failed: Variants without pictures, which have no videos either.
    ///   - planned: The pictures that a plan has not made; `nil` in a build.
    /// - Throws: `PipelineError` of the system, or `CancellationError`.
    func videos(
        of source: ResolvedSource, _ content: SourceContent, _ production: Production, _ plan: VariantPlan,
        without failed: Set<String>, planned: [ImagePlan.Output]?
    ) async throws -> Videos {
        guard asksForVideos(source, production.facts.facts) else { return Videos() }
        let pictures = plan.pictures(for: production.facts.facts)
        let all =
            planned?.map { ($0.id, PixelSize(width: $0.width, height: $0.height)) }
            ?? production.files.map { ($0.id, PixelSize(width: $0.record.width, height: $0.record.height)) }
        var videos = Videos()
        var input: VideoInput?
        defer { if let input, input.isTemporary { remove(input.file) } }
        for variant in plan.variants where !variant.videos.isEmpty && !failed.contains(variant.name) {
            let sizes = all.filter { pictures[$0.0.request].variant == variant.name }.map(\.1)
            guard let largest = sizes.max(by: { $0.width < $1.width }) else { continue }
            do {
                if production.facts.facts.type == .webp, source.part == nil {
                    throw PipelineError.provider(
                        reason:
                            "ffmpeg reads no animated WebP; use the GIF, APNG or video that it was made from, or leave "
                            + "'video' out")
                }
                let own = try await self.videos(
                    of: variant, source, content, largest, makes: planned == nil, &input)
                videos.made += own.made
                videos.planned += own.planned
            } catch let error as PipelineError where !error.isOfSystem {
                videos.failures.append((variant.name, error))
            }
        }
        return videos
    }

    /// - Parameter largest: The size of the variant's largest picture.
    private func videos(
        of variant: Variant, _ source: ResolvedSource, _ content: SourceContent, _ largest: PixelSize,
        makes: Bool, _ input: inout VideoInput?
    ) async throws -> Videos {
        let tool = try await pipeline.blocking.run { try self.findFFmpeg() }
        // Colors at half the resolution need even sides.
        let size = PixelSize(
            width: max(2, largest.width / 2 * 2), height: max(2, largest.height / 2 * 2))
        var videos = Videos()
        for format in variant.videos {
            try Task.checkCancellation()
            let order = VideoOrder(
                variant: variant, format: format, size: size, isAnimation: source.part == nil)
            let key = try await key(of: order, content, tool)
            if let record = cached(order, key) {
                videos.made.append(
                    MadeVideo(variant: variant.name, file: .init(record: record), isCached: true))
            } else if !makes {
                videos.planned.append(order)
            } else {
                let known: VideoInput
                if let input { known = input } else { known = try await videoInput(source, content, tool) }
                input = known
                videos.made.append(try await video(order, from: known, content, tool, key))
            }
        }
        return videos
    }

    /// Whether a source moves: a video, or a whole animation.
    func asksForVideos(_ source: ResolvedSource, _ facts: ImageFacts) -> Bool {
        if case .moment = source.part { return true }
        return source.part == nil && facts.isAnimated
    }

    private func key(of order: VideoOrder, _ content: SourceContent, _ tool: FFmpeg) async throws -> CacheKey
    {
        // Alcedo's decoder converts the colors.
        let engine = try await pipeline.blocking.run { [pipeline] in try pipeline.keys().engine }
        return CacheKey(domain: "video") { writer in
            writer.writeOptional(engine) { $0.write($1) }
            writer.write(site.manifest.truncation == .allow)
            writer.write(Self.videoSchema)
            writer.write(content.digest)
            writer.write(tool.version)
            writer.writeList(order.format.options) { $0.write($1) }
            writer.write(order.size.width)
            writer.write(order.size.height)
            writer.write(order.background.hex)
            writer.write(order.isAnimation)
        }
    }

    private func cached(_ order: VideoOrder, _ key: CacheKey) -> VariantRecord? {
        let disk = pipeline.configuration.disk
        guard !options.forceRefresh, let record = disk.record(VariantRecord.self, for: key),
            record.format == order.format.output, disk.contains(record.digest, bytes: record.bytes)
        else { return nil }
        return record
    }

    private func videoInput(
        _ source: ResolvedSource, _ content: SourceContent, _ tool: FFmpeg
    ) async throws -> VideoInput {
        // What is not a file of the site's goes into one.
        let bytes = source.file == nil ? try await content.load() : nil
        let file = source.file ?? temporaryFile("source")
        let allowsDamage = site.manifest.truncation == .allow
        do {
            let probe = try await calling { isCancelled in
                if let bytes { try FileSystem.writeAtomically(bytes, to: file) }
                let probe = try tool.probe(file, isCancelled: isCancelled)
                if source.part != nil { try Self.checkWhole(file, tool, allowsDamage, isCancelled) }
                return probe
            }
            return VideoInput(
                file: file, isTemporary: bytes != nil, probe: probe,
                colorTable: try await colorTable(probe, tool))
        } catch {
            if bytes != nil { remove(file) }
            throw error
        }
    }

    private func video(
        _ order: VideoOrder, from input: VideoInput, _ content: SourceContent, _ tool: FFmpeg, _ key: CacheKey
    ) async throws -> MadeVideo {
        let allowsDamage = site.manifest.truncation == .allow
        let (data, file) = try await calling { isCancelled in
            let (output, place) = (self.temporaryFile(order.format.rawValue), self.temporaryFile("png"))
            defer { for file in [output, place] { self.remove(file) } }
            if let table = input.colorTable { try FileSystem.writeAtomically(table, to: place) }
            let call = FFmpeg.Order(
                file: input.file, isAnimation: order.isAnimation, format: order.format, size: order.size,
                background: order.background, probe: input.probe, table: input.colorTable.map { _ in place },
                allowsDamage: allowsDamage)
            let file = try tool.encode(call, to: output, isCancelled: isCancelled)
            if !input.isTemporary { try Self.checkUnchanged(input.file, content.digest) }
            return (try FileSystem.read(output), file)
        }
        let record = VariantRecord(
            digest: ContentDigest(hashing: data), bytes: data.count, width: order.size.width,
            height: order.size.height,
            // Of a video, the time in milliseconds.
            frames: max(1, file.milliseconds), format: order.format.output)
        var made = MadeVideo(variant: order.variant.name, file: .init(record: record), isCached: false)
        do {
            try pipeline.configuration.disk.store(data, digest: record.digest)
            pipeline.write(record, key, RecordLinks(blob: record.digest, subject: content.key))
        } catch {
            note(error)
            made.data = data
        }
        return made
    }

    /// Returns a picture with the sRGB color of each color of a video, if its colors are not nearly those of sRGB.
    ///
    /// Alcedo's own decoder converts it, with the tone mapping of pictures, so a video has the colors of its poster.
    private func colorTable(_ probe: VideoProbe, _ tool: FFmpeg) async throws -> Data? {
        guard let colors = probe.frames.first?.colors, colors.codePoints != nil else { return nil }
        let grid = try await calling { isCancelled in
            let output = self.temporaryFile("png")
            defer { self.remove(output) }
            try tool.writeColorTable(to: output, isCancelled: isCancelled)
            return colors.marking(try FileSystem.read(output))
        }
        let request = ImageRequest(encodings: [ImageEncoding(format: .format(.png))])
        let provider = RawImageDataProvider(data: grid, cacheKey: "colors")
        return try await pipeline.retrieve(.provider(provider), request, options: RetrieveOptions()).data
    }
}

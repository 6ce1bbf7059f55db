import AlcedoBase
import AlcedoCache
import AlcedoImaging
import AlcedoLoading
import AlcedoManifest

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

    /// Raised when the filters of ffmpeg change.
    static let videoSchema = 2

    /// Finds ffmpeg, once for each build.
    func findFFmpeg() throws(PipelineError) -> FFmpeg {
        do throws(FFmpeg.Failure) {
            return try ffmpegSearch.withLock { failure throws(FFmpeg.Failure) in
                if let failure { throw failure }
                if let known = ffmpeg.withLock({ $0 }) { return known }
                do throws(FFmpeg.Failure) {
                    let found = try FFmpeg(
                        environment: ProcessInfo.processInfo.environment,
                        // A video has many frames.
                        seconds: 10 * site.manifest.limits.image.seconds)
                    ffmpeg.withLock { $0 = found }
                    return found
                } catch {
                    failure = error
                    throw error
                }
            }
        } catch {
            throw .provider(.tool, reason: error.reason)
        }
    }

    /// Returns the frame of a video as the content of a source. The bytes are made when they are needed.
    func posterContent(
        _ path: String, at seconds: Double, known: (digest: ContentDigest, status: FileStatus)
    ) async throws -> SourceContent {
        let tool = try await pipeline.blocking.run { try self.findFFmpeg() }
        let allowsDamage = site.manifest.truncation == .allow
        var content = SourceContent(
            digest: known.digest, bytes: known.status.size, origin: .provider, status: known.status
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
        return tool.known.withLock { $0[path] ?? nil }.map { "it is damaged (\($0)); what is there is used" }
    }

    /// Makes the videos that the variants of an animation or a video ask for.
    ///
    /// - Parameter planned: The pictures that a plan has not made; `nil` in a build.
    func videos(
        of source: ResolvedSource, _ content: SourceContent, _ production: Production, _ plan: VariantPlan,
        planned: [ImagePlan.Output]?
    ) async throws -> [MadeVideo] {
        guard asksForVideos(source, production.facts.facts) else { return [] }
        let pictures = plan.pictures(for: production.facts.facts)
        var made: [MadeVideo] = []
        if production.facts.facts.type == .webp, source.part == nil,
            plan.variants.contains(where: { !$0.videos.isEmpty })
        {
            throw PipelineError.provider(
                reason:
                    "ffmpeg reads no animated WebP; use the GIF, APNG or video that it was made from, or leave "
                    + "'video' out")
        }
        for variant in plan.variants where !variant.videos.isEmpty {
            let all =
                planned?.map { ($0.id, PixelSize(width: $0.width, height: $0.height)) }
                ?? production.files.map {
                    ($0.id, PixelSize(width: $0.record.width, height: $0.record.height))
                }
            let sizes = all.filter { pictures[$0.0.request].variant == variant.name }.map(\.1)
            guard let largest = sizes.max(by: { $0.width < $1.width }) else { continue }
            let tool = try await pipeline.blocking.run { try self.findFFmpeg() }
            // Colors at half the resolution need even sides.
            let size = PixelSize(
                width: max(2, largest.width / 2 * 2), height: max(2, largest.height / 2 * 2))
            for format in variant.videos {
                try Task.checkCancellation()
                if let video = try await video(
                    of: source, content, variant, format, size, tool, makes: planned == nil)
                {
                    made.append(video)
                }
            }
        }
        return made
    }

    /// Whether a source moves: a video, or a whole animation.
    func asksForVideos(_ source: ResolvedSource, _ facts: ImageFacts) -> Bool {
        if case .moment = source.part { return true }
        return source.part == nil && facts.isAnimated
    }

    private func video(
        of source: ResolvedSource, _ content: SourceContent, _ variant: Variant,
        _ format: Variant.VideoFormat,
        _ size: PixelSize, _ tool: FFmpeg, makes: Bool
    ) async throws -> MadeVideo? {
        let background = variant.background ?? SRGBColor(red: 255, green: 255, blue: 255)
        let isAnimation = source.part == nil
        let allowsDamage = site.manifest.truncation == .allow
        // Alcedo's decoder converts the colors.
        let engine = try await pipeline.blocking.run { [pipeline] in try pipeline.keys().engine }
        let key = CacheKey(domain: "video") { writer in
            writer.writeOptional(engine) { $0.write($1) }
            writer.write(allowsDamage)
            writer.write(Self.videoSchema)
            writer.write(content.digest)
            writer.write(tool.version)
            writer.writeList(format.options) { $0.write($1) }
            writer.write(size.width)
            writer.write(size.height)
            writer.write(background.hex)
            writer.write(isAnimation)
        }
        let disk = pipeline.configuration.disk
        if !options.forceRefresh,
            let record = disk.record(VariantRecord.self, for: key), record.format == format.output,
            disk.contains(record.digest, bytes: record.bytes)
        {
            return MadeVideo(variant: variant.name, file: .init(record: record), isCached: true)
        }
        guard makes else { return nil }
        // What is not a file of the site's goes into one.
        let bytes = source.file == nil ? try await content.load() : nil
        let input = source.file ?? temporaryFile("source")
        defer { if bytes != nil { remove(input) } }
        let probe = try await calling { isCancelled in
            if let bytes { try FileSystem.writeAtomically(bytes, to: input) }
            let probe = try tool.probe(input, isCancelled: isCancelled)
            if !isAnimation { try Self.checkWhole(input, tool, allowsDamage, isCancelled) }
            return probe
        }
        let table = try await colorTable(probe, tool)
        let (data, file) = try await calling { isCancelled in
            let (output, place) = (self.temporaryFile(format.rawValue), self.temporaryFile("png"))
            defer { for file in [output, place] { self.remove(file) } }
            if let table { try FileSystem.writeAtomically(table, to: place) }
            let order = FFmpeg.Order(
                file: input, isAnimation: isAnimation, format: format, size: size, background: background,
                probe: probe, table: table.map { _ in place }, allowsDamage: allowsDamage)
            let file = try tool.encode(order, to: output, isCancelled: isCancelled)
            if bytes == nil { try Self.checkUnchanged(input, content.digest) }
            return (try FileSystem.read(output), file)
        }
        let record = VariantRecord(
            digest: ContentDigest(hashing: data), bytes: data.count, width: size.width, height: size.height,
            // Of a video, the time in milliseconds.
            frames: max(1, file.milliseconds), format: format.output)
        do {
            try disk.store(data, digest: record.digest)
            pipeline.write(record, key, RecordLinks(blob: record.digest, subject: content.key))
        } catch {
            note(error)
            return MadeVideo(variant: variant.name, file: .init(record: record), data: data, isCached: false)
        }
        return MadeVideo(variant: variant.name, file: .init(record: record), isCached: false)
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

    /// Checks that a video is as long as it says, unless the manifest allows what is left of it.
    private static func checkWhole(
        _ path: String, _ tool: FFmpeg, _ allowsDamage: Bool, _ isCancelled: () -> Bool
    ) throws {
        guard let damage = try tool.damage(of: path, isCancelled: isCancelled), !allowsDamage else { return }
        throw PipelineError.imaging(.decode(.truncated, reason: VideoKind.damaged(damage)))
    }

    /// Checks that ffmpeg has read the bytes whose digest names the result in the cache.
    private static func checkUnchanged(_ path: String, _ digest: ContentDigest) throws {
        guard try FileSystem.digest(ofFile: path, followingLinks: true).digest == digest else {
            throw PipelineError.provider(
                .changing, reason: "it changed while the build was running; build again")
        }
    }

    /// Calls ffmpeg on a thread that may block, and kills it if the build ends.
    private func calling<Value: Sendable>(
        _ body: @escaping @Sendable (_ isCancelled: () -> Bool) throws -> Value
    ) async throws -> Value {
        let isCancelled = Locked(false)
        return try await withTaskCancellationHandler {
            do {
                return try await pipeline.blocking.run { try body { isCancelled.withLock { $0 } } }
            } catch let failure as FFmpeg.Failure {
                try Task.checkCancellation()
                if failure.isDamage {
                    throw PipelineError.imaging(.decode(.truncated, reason: failure.reason))
                }
                throw PipelineError.provider(failure.isOfSystem ? .tool : .failed, reason: failure.reason)
            } catch let error as FileSystemError {
                throw PipelineError.write(reason: error.description)
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }

    private func temporaryFile(_ fileExtension: String) -> String {
        let name = "/" + FileSystem.temporaryName() + "." + fileExtension
        do {
            try pipeline.configuration.disk.prepare()
            return pipeline.configuration.disk.temporaryDirectory + name
        } catch {
            // A plan writes nothing to the cache, but it has to see the picture.
            return FileManager.default.temporaryDirectory.path + name
        }
    }

    private func remove(_ file: String) {
        do {
            try FileSystem.removeFile(at: file)
        } catch {
            // It has a temporary file's name, so trimming the cache removes it.
        }
    }
}

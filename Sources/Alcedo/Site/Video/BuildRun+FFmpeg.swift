import AlcedoBase
import AlcedoCache
import AlcedoLoading

// Calls of the user's ffmpeg, and the files that it reads and writes.
extension BuildRun {
    /// Finds ffmpeg, once for each build.
    func findFFmpeg() throws(PipelineError) -> FFmpeg {
        do throws(FFmpeg.Failure) {
            return try ffmpegSearch.withLock { failure throws(FFmpeg.Failure) in
                if let failure { throw failure }
                if let known = ffmpeg.withLock({ $0 }) { return known }
                do throws(FFmpeg.Failure) {
                    let found = try FFmpeg(
                        environment: ProcessInfo.processInfo.environment, limits: site.manifest.limits.image,
                        memory: memory)
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

    /// Checks that a video is as long as it says, unless the manifest allows what is left of it.
    static func checkWhole(
        _ path: String, _ tool: FFmpeg, _ allowsDamage: Bool, _ isCancelled: () -> Bool
    ) throws {
        guard let damage = try tool.damage(of: path, isCancelled: isCancelled), !allowsDamage else { return }
        throw PipelineError.imaging(.decode(.truncated, reason: VideoKind.damaged(damage)))
    }

    /// Checks that ffmpeg has read the bytes whose digest names the result in the cache.
    static func checkUnchanged(_ path: String, _ digest: ContentDigest) throws {
        guard try FileSystem.digest(ofFile: path, followingLinks: true).digest == digest else {
            throw PipelineError.provider(
                .changing, reason: "it changed while the build was running; build again")
        }
    }

    /// Calls ffmpeg on a thread that may block, and kills it if the build ends.
    func calling<Value: Sendable>(
        _ body: @escaping @Sendable (_ isCancelled: () -> Bool) throws -> Value
    ) async throws -> Value {
        let isCancelled = Locked(false)
        return try await withTaskCancellationHandler {
            do {
                return try await pipeline.blocking.run { try body { isCancelled.withLock { $0 } } }
            } catch let failure as FFmpeg.Failure {
                try Task.checkCancellation()
                if let error = failure.imaging { throw PipelineError.imaging(error) }
                throw PipelineError.provider(failure.isOfSystem ? .tool : .failed, reason: failure.reason)
            } catch let error as FileSystemError {
                throw PipelineError.write(reason: error.description)
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }

    func temporaryFile(_ fileExtension: String) -> String {
        let name = "/" + FileSystem.temporaryName() + "." + fileExtension
        do {
            try pipeline.configuration.disk.prepare()
            return pipeline.configuration.disk.temporaryDirectory + name
        } catch {
            // A plan writes nothing to the cache, but it has to see the picture.
            return FileManager.default.temporaryDirectory.path + name
        }
    }

    func remove(_ file: String) {
        do {
            try FileSystem.removeFile(at: file)
        } catch {
            // It has a temporary file's name, so trimming the cache removes it.
        }
    }
}

import AlcedoBase

extension FFmpeg {
    /// What `alcedo doctor` says of it: its version, or why there are no videos.
    package static var summary: String {
        do {
            return try FFmpeg(environment: ProcessInfo.processInfo.environment).version
        } catch {
            return "not made: \(error.reason)"
        }
    }
}

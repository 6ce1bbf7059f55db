package import AlcedoRecipes

extension Variant {
    /// A format of videos that ffmpeg writes.
    public enum VideoFormat: String, Hashable, Sendable, CaseIterable, Encodable {
        /// H.264, which every browser plays.
        case mp4
        /// VP9, with fewer bytes.
        case webm

        /// The format in records of the cache.
        package var output: OutputFormat {
            .custom(CustomFormat(rawValue, mediaType: mediaType, holdsAnimation: true))
        }

        /// The media type: `video/mp4`.
        package var mediaType: String { "video/" + rawValue }

        /// Whether a file begins like one of this format: with the box `ftyp`, or as EBML.
        package func isBeginning(_ bytes: [UInt8]) -> Bool {
            switch self {
            case .mp4: bytes.dropFirst(4).starts(with: "ftyp".utf8)
            case .webm: bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
            }
        }

        /// The options of ffmpeg, which are part of the key.
        package var options: [String] {
            switch self {
            case .mp4:
                [
                    "-c:v", "libx264", "-preset", "slow", "-crf", "23", "-profile:v", "high",
                    "-movflags", "+faststart", "-f", "mp4",
                ] + Self.colors
            case .webm:
                [
                    "-c:v", "libvpx-vp9", "-crf", "34", "-b:v", "0", "-row-mt", "1", "-deadline", "good",
                    "-cpu-used", "2", "-f", "webm",
                ] + Self.colors
            }
        }

        /// Every player shows BT.709 in limited range alike if the file says so.
        private static let colors = [
            "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
            "-color_range", "tv",
        ]
    }
}

extension OutputFormat {
    /// Whether it is one of videos.
    package var isVideo: Bool { mediaType.hasPrefix("video/") }
}

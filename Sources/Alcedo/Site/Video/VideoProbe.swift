import AlcedoBase
import AlcedoRecipes

/// What ffmpeg says about a video before anything is made of it.
struct VideoProbe: Sendable {
    /// A frame that was decoded.
    struct Frame: Sendable {
        /// Its number after seeking.
        var number: Int
        /// Its time in seconds, relative to the time that was asked for.
        var time: Double
        var colors: VideoColors
        /// Its size in square pixels.
        var shown: PixelSize
    }

    /// In seconds; `nil` if the container does not say it.
    var duration: Double?
    var hasSound: Bool
    /// The decoder of transparent pixels, which ffmpeg's own one leaves out.
    var decoder: String?
    /// In the order in which they are shown.
    var frames: [Frame]
    /// Whether only a decoder of Dolby Vision shows its colors.
    var isPureDolbyVision: Bool

    /// Reads the header of the input, and the lines of the filter `showinfo`.
    init(_ said: String) {
        // Metadata stands further to the right.
        let length = /^  Duration: (\d{1,6}):(\d\d):(\d\d\.\d+)/.anchorsMatchLineEndings()
        if let found = said.firstMatch(of: length),
            let hours = Double(found.1), let minutes = Double(found.2), let seconds = Double(found.3)
        {
            duration = hours * 3600 + minutes * 60 + seconds
        }
        let stream = /^  Stream #0:\d+.*: (Audio|Video): (\w+)/.anchorsMatchLineEndings()
        var codec = ""
        hasSound = false
        for found in said.matches(of: stream) {
            if found.1 == "Audio" { hasSound = true } else if codec.isEmpty { codec = String(found.2) }
        }
        // Matroska keeps alpha in a second picture beside each frame.
        if said.contains(/^      alpha_mode +: 1$/.anchorsMatchLineEndings()) {
            decoder = ["vp8": "libvpx", "vp9": "libvpx-vp9"][codec]
        }
        // Profile 5 has no base picture that other decoders show.
        isPureDolbyVision = said.contains(/DOVI configuration record: [^\n]*profile: 5\b/)
        let light = /MaxCLL=(\d+)/
        let display = /max_luminance=([\d.]+)/
        let peak = (said.firstMatch(of: light)?.1 ?? said.firstMatch(of: display)?.1).flatMap { Double($0) }
        let frame =
            /\bn: *(\d+) pts: *\S+ pts_time:(-?[\d.e+-]+) [^\n]*fmt:(\w+) sar:(\d+)\/(\d+) s:(\d+)x(\d+)/
        let tags = /color_range:(\S+) color_space:(\S+) color_primaries:(\S+) color_trc:(\S+)/
        frames = []
        for line in said.split(whereSeparator: \.isNewline) {
            if let found = line.firstMatch(of: frame), let number = Int(found.1), let time = Double(found.2),
                let across = Double(found.4), let down = Double(found.5), let columns = Int(found.6),
                let rows = Int(found.7)
            {
                let colors = VideoColors(
                    format: String(found.3), codec: codec, rows: rows, range: "", matrix: "", primaries: "",
                    transfer: "", peak: peak.flatMap { $0 > 0 ? $0 : nil })
                let width = Double(columns) * (across > 0 && down > 0 ? across / down : 1)
                let shown = PixelSize(width: max(1, Int(min(width.rounded(), 1e9))), height: rows)
                frames.append(Frame(number: number, time: time, colors: colors, shown: shown))
            } else if !frames.isEmpty, let found = line.firstMatch(of: tags) {
                var colors = frames[frames.count - 1].colors
                (colors.range, colors.matrix) = (String(found.1), String(found.2))
                (colors.primaries, colors.transfer) = (String(found.3), String(found.4))
                frames[frames.count - 1].colors = colors
            }
        }
    }

    /// Returns the size of the first video, as the header of the input says it.
    static func size(in said: String) -> PixelSize? {
        let stream = /^  Stream #0:\d+.*: Video: (.*)/.anchorsMatchLineEndings()
        guard let line = said.firstMatch(of: stream)?.1 else { return nil }
        return line.firstMatch(of: /, (\d+)x(\d+)\b/).flatMap { size($0.1, $0.2) }
    }

    /// Returns the largest size that a decoder has refused because of `-max_pixels`.
    static func refusedSize(in said: String) -> PixelSize? {
        said.matches(of: /Picture size (\d+)x(\d+) exceeds specified max pixel count/)
            .compactMap { size($0.1, $0.2) }
            .max { Double($0.width) * Double($0.height) < Double($1.width) * Double($1.height) }
    }

    private static func size(_ width: Substring, _ height: Substring) -> PixelSize? {
        guard let width = Int(width), let height = Int(height), width > 0, height > 0 else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// The last frame that begins at a time or before it.
    func frame(at time: Double) -> Frame? { frames.last { $0.time <= time + Self.tolerance } }

    /// Returns the time in seconds at which the last packet ends, of those that the format `framecrc` lists.
    static func end(ofPackets said: String) -> Double {
        var units: [Substring: Double] = [:]
        for found in said.matches(of: /#tb (\d+): (\d+)\/(\d+)/) {
            if let over = Double(found.2), let under = Double(found.3), under > 0 {
                units[found.1] = over / under
            }
        }
        // Stream, decoding time, time, duration, bytes.
        let packet = /^(\d+), *-?\d+, *(-?\d+), *(\d+), *\d+, 0x/.anchorsMatchLineEndings()
        return said.matches(of: packet).reduce(0) { end, found in
            guard let unit = units[found.1], let time = Double(found.2), let length = Double(found.3) else {
                return end
            }
            return max(end, (time + length) * unit)
        }
    }

    /// ffmpeg prints times with six digits.
    static let tolerance = 0.0005
}

import AlcedoBase
import AlcedoRecipes

/// Estimate of the memory of one call of ffmpeg, in bytes.
///
/// As for a worker, the estimate decides how much runs at once and what is refused, and the hard limit lies above it.
struct FFmpegMemory {
    /// What it usually takes.
    private(set) var bytes = 60_000_000
    /// What it may take: films with many frames of reference hold several times as much.
    private var most = 60_000_000

    /// - Parameters:
    ///   - source: The size of decoded frames.
    ///   - picture: The size of a picture that is written.
    ///   - video: The size of a video that is written.
    init(
        decoding source: PixelSize? = nil, making picture: PixelSize? = nil, encoding video: PixelSize? = nil
    ) {
        // A PNG of 36 megapixels takes 10.5 bytes of each (ffmpeg 5.1). At most, there are the 17 frames of H.264 and one for each
        // thread, in 4:4:4 with 16 bits. A picture has 16 bits a sample while it is converted and compressed.
        let (frame, picture, video) = (Self.pixels(source), Self.pixels(picture), Self.pixels(video))
        let made = picture * 20 + video * 280
        bytes += Int(min(frame * 12 + made, 1e15))
        most += Int(min(frame * Double(17 + Self.threads) * 6 + made * 2, 1e15))
    }

    /// Threads of a decoder, each of which holds a frame.
    static let threads = 4

    /// The address space of a call for anything but pixels: libraries, and stacks of the threads of filters and encoders.
    static var margin: Int { 2_000_000_000 + Machine.cores * 16_000_000 }

    /// Returns the limit of the address space.
    ///
    /// - Throws: ``ImagingError/decode(_:reason:)`` if there is less memory than it usually takes.
    func limit(in budget: MemoryBudget?) throws(ImagingError) -> Int {
        guard let budget else { return Self.margin + most }
        try budget.refuse(bytes)
        return Self.margin + min(most, budget.maxPerJob)
    }

    private static func pixels(_ size: PixelSize?) -> Double {
        size.map { Double($0.width) * Double($0.height) } ?? 0
    }
}

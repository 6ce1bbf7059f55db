extension ImageLimits {
    /// Checks a picture against the limits.
    ///
    /// - Parameters:
    ///   - size: The size of one frame.
    ///   - frames: The number of frames.
    /// - Throws: ``ImagingError/decode(_:reason:)``, with the size and the limit.
    public func check(_ size: PixelSize, frames: Int) throws(ImagingError) {
        guard frames <= self.frames else {
            throw .decode(
                .tooManyFrames,
                reason: "it has \(frames) frames; the limit is \(self.frames) ('limits' in the manifest)")
        }
        let (area, tooWide) = size.width.multipliedReportingOverflow(by: size.height)
        let (total, tooMany) = area.multipliedReportingOverflow(by: frames)
        guard !tooWide, !tooMany, total <= pixels else {
            let times = frames > 1 ? " in \(frames) frames" : ""
            throw .decode(
                .tooLarge,
                reason:
                    "it is too large: \(size.width)x\(size.height) pixels\(times) are more than the limit of \(pixels) "
                    + "('limits' in the manifest)")
        }
    }

    /// Whether a picture of this size may be made.
    package func allow(_ size: PixelSize, frames: Int) -> Bool {
        let (area, isUncountable) = size.width.multipliedReportingOverflow(by: size.height)
        return !isUncountable && area <= pixels / frames
    }
}

public import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

extension PixelImage {
    /// Blurs each frame with a Gaussian, with premultiplied alpha and the edge repeated outwards. Flat colors stay
    /// exactly as they are.
    ///
    /// - Parameter sigma: The standard deviation in pixels; 0 changes nothing.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when libvips fails.
    public func blurred(sigma: Double) throws -> PixelImage {
        guard sigma > 0 else { return self }
        return try withPremultipliedAlpha { image in
            try image.eachFrame { frame in
                try frame.derived("blur") { alcedo_image_blur(frame.handle, sigma, $0) }
            }
        }
    }

    /// Multiplies alpha by `coverage`, one byte for each pixel of a frame; 255 leaves a pixel unchanged.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` if the number of bytes differs from the number of pixels.
    public func masked(by coverage: Data) throws -> PixelImage {
        guard coverage.count == size.width * size.height else {
            throw ImagingError.process(
                step: "mask",
                reason: "\(coverage.count) bytes do not cover \(size.width)x\(size.height) pixels")
        }
        let image = try toEightBit()
        return try image.derived("mask") { out in
            coverage.withUnsafeBytes { buffer in
                alcedo_image_mask(
                    image.handle, buffer.bindMemory(to: UInt8.self).baseAddress, Int32(frameHeight), out)
            }
        }
    }
}

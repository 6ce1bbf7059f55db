import Dispatch
import Foundation

/// A size in pixels.
struct Size: Hashable, Sendable {
    var width: Int
    var height: Int
}

/// A picture in the making: linear light with straight alpha, a vector for each pixel.
struct Raster: Sendable {
    var size: Size
    var pixels: [SIMD4<Float>]

    /// What the fourth number of a pixel is.
    enum Fourth { case alpha, ink }

    /// Calls `shade` for the colour of every point, on all cores.
    ///
    /// - Parameters:
    ///   - samples: Points along each side of a pixel; 2 makes four for each pixel.
    ///   - fourth: Whether the fourth number is opacity, or a fourth ink.
    ///   - shade: Takes a point: the middle of the picture is the origin, y grows upwards, the height is 2.
    init(
        _ size: Size, samples: Int = 1, fourth: Fourth = .alpha, alpha shade: @Sendable (V2) -> SIMD4<Float>
    ) {
        self.size = size
        pixels = Array(unsafeUninitializedCapacity: size.width * size.height) { buffer, count in
            let target = Rows(base: buffer)
            let (step, unit) = (1 / Float(samples), 2 / Float(size.height))
            let middle = V2(Float(size.width), Float(size.height)) / 2
            DispatchQueue.concurrentPerform(iterations: size.height) { y in
                for x in 0..<size.width {
                    var sum = SIMD4<Float>.zero
                    for j in 0..<samples {
                        for i in 0..<samples {
                            let offset = (V2(Float(i), Float(j)) + 0.5) * step
                            let place = (V2(Float(x), Float(y)) + offset - middle) * unit
                            let color = shade(V2(place.x, -place.y))
                            // Weighted by alpha: what is transparent has no colour to give.
                            let weight = fourth == .alpha ? color.w : 1
                            sum += SIMD4(color.x * weight, color.y * weight, color.z * weight, color.w)
                        }
                    }
                    let mean = sum * step * step
                    let weight = fourth == .alpha ? max(mean.w, 1e-6) : 1
                    target.base[y * size.width + x] = SIMD4(
                        mean.x / weight, mean.y / weight, mean.z / weight, mean.w)
                }
            }
            count = size.width * size.height
        }
    }

    /// The same for an opaque picture.
    init(_ size: Size, samples: Int = 1, _ shade: @Sendable (V2) -> V3) {
        self.init(size, samples: samples, alpha: { SIMD4(shade($0), 1) })
    }

    /// Each thread writes its own rows, which are read after all threads have ended.
    private struct Rows: @unchecked Sendable {
        let base: UnsafeMutableBufferPointer<SIMD4<Float>>
    }
}

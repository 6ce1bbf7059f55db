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

    /// Asks `shade` for the colour of every point, on all cores.
    ///
    /// - Parameters:
    ///   - samples: Points along each side of a pixel; 2 makes four for each pixel.
    ///   - shade: Takes a point: the middle of the picture is the origin, y grows upwards, the height is 2.
    init(_ size: Size, samples: Int = 1, alpha shade: @Sendable (V2) -> SIMD4<Float>) {
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
                            sum += SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
                        }
                    }
                    let alpha = sum.w * step * step
                    sum *= alpha > 0 ? step * step / alpha : 0
                    target.base[y * size.width + x] = SIMD4(sum.x, sum.y, sum.z, alpha)
                }
            }
            count = size.width * size.height
        }
    }

    /// The same for an opaque picture.
    init(_ size: Size, samples: Int = 1, _ shade: @Sendable (V2) -> V3) {
        self.init(size, samples: samples, alpha: { SIMD4(shade($0), 1) })
    }

    /// Each thread writes rows of its own, and nobody reads before all are done.
    private struct Rows: @unchecked Sendable {
        let base: UnsafeMutableBufferPointer<SIMD4<Float>>
    }
}

import Foundation

extension Raster {
    /// Three bytes for each pixel, sRGB.
    var rgb8: Data {
        samples(channels: 3) { pixel, noise, out in
            for i in 0..<3 { out[i] = UInt8(clamp(Transfer.encode(pixel[i]) * 255 + noise, 0, 255)) }
        }
    }

    /// Four bytes for each pixel, sRGB with straight alpha.
    var rgba8: Data {
        samples(channels: 4) { pixel, noise, out in
            for i in 0..<3 { out[i] = UInt8(clamp(Transfer.encode(pixel[i]) * 255 + noise, 0, 255)) }
            out[3] = UInt8(clamp(pixel.w * 255 + 0.5, 0, 255))
        }
    }

    /// Three numbers of sixteen bits for each pixel, sRGB, in the machine's byte order.
    var rgb16: Data {
        samples(channels: 6) { pixel, _, out in
            for i in 0..<3 {
                let value = UInt16(clamp(Transfer.exact(pixel[i]) * 65535 + 0.5, 0, 65535))
                withUnsafeBytes(of: value) { bytes in
                    out[2 * i] = bytes[0]
                    out[2 * i + 1] = bytes[1]
                }
            }
        }
    }

    /// Four bytes for each pixel, 0 for no ink. The drawing has the inks in place of colours: cyan, magenta, yellow
    /// and, as alpha, black.
    var inks8: Data {
        samples(channels: 4) { pixel, noise, out in
            for i in 0..<4 { out[i] = UInt8(clamp(pixel[i] * 255 + noise, 0, 255)) }
        }
    }

    /// - Parameter write: Takes the pixel, a number 0…1 to add before rounding (it hides the steps of smooth
    ///   gradients), and where the bytes go.
    private func samples(
        channels: Int, _ write: (SIMD4<Float>, Float, UnsafeMutablePointer<UInt8>) -> Void
    ) -> Data {
        var data = Data(count: pixels.count * channels)
        data.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) in
            guard var out = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            for (index, pixel) in pixels.enumerated() {
                let noise = Noise.random(Int32(index % size.width), Int32(index / size.width), 3)
                write(pixel, 0.25 + 0.5 * noise, out)
                out += channels
            }
        }
        return data
    }
}

/// The curve of sRGB.
enum Transfer {
    private static let table: [Float] = (0...4096).map { exact(Float($0) / 4096) }

    /// From linear light 0…1 to sRGB 0…1.
    static func exact(_ linear: Float) -> Float {
        let v = clamp(linear)
        return v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055
    }

    /// The same from a table, good enough for eight bits.
    @inline(__always) static func encode(_ linear: Float) -> Float {
        let v = clamp(linear)
        // Near black the curve is too steep for the table.
        if v < 0.02 { return exact(v) }
        let place = v * 4096
        let index = min(Int(place), 4095)
        return table.withUnsafeBufferPointer { mix($0[index], $0[index + 1], place - Float(index)) }
    }
}

/// Brings the light of a scene, which has no upper end, into a picture, which has one.
///
/// The curve is Krzysztof Narkowicz's fit of the ACES film curve.
@inline(__always) func film(_ light: V3) -> V3 {
    let x = light * 0.8
    let y = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)
    return y.clamped(lowerBound: .zero, upperBound: .one)
}

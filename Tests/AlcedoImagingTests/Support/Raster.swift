import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation

/// Pixels written in a test: 8-bit samples, row by row.
struct Raster: Equatable {
    var width: Int
    var height: Int
    var bands: Int
    var bytes: [UInt8]

    init(_ width: Int, _ height: Int, bands: Int, _ sample: (_ x: Int, _ y: Int) -> [UInt8]) {
        self.width = width
        self.height = height
        self.bands = bands
        bytes = []
        bytes.reserveCapacity(width * height * bands)
        for y in 0..<height {
            for x in 0..<width { bytes += sample(x, y) }
        }
    }

    /// The pixels of a file, from the decoder under test.
    init(decoding data: Data) throws {
        let image = try PixelImage(decoding: data)
        width = image.size.width
        height = image.size.height * image.frames
        bands = image.bands
        bytes = Array(try image.pixels())
    }

    subscript(_ x: Int, _ y: Int) -> [UInt8] {
        let start = (y * width + x) * bands
        return Array(bytes[start..<start + bands])
    }

    var image: PixelImage {
        get throws {
            let layouts: [PixelLayout] = [.gray8, .graya8, .rgb8, .rgba8]
            return try PixelImage(
                pixels: Data(bytes), size: PixelSize(width: width, height: height), layout: layouts[bands - 1]
            )
        }
    }

    /// The largest difference of any sample.
    func distance(to other: Raster) -> Int {
        guard width == other.width, height == other.height, bands == other.bands else { return .max }
        return zip(bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    /// The mean difference of all samples.
    func meanDistance(to other: Raster) -> Double {
        guard width == other.width, height == other.height, bands == other.bands else { return .infinity }
        let sum = zip(bytes, other.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(bytes.count)
    }

    /// The mean of each band over a square.
    func mean(_ left: Int, _ top: Int, side: Int) -> [Double] {
        (0..<bands).map { band in
            var sum = 0
            for y in top..<top + side { for x in left..<left + side { sum += Int(self[x, y][band]) } }
            return Double(sum) / Double(side * side)
        }
    }

    /// Peak signal-to-noise ratio in decibels.
    func psnr(_ other: Raster) -> Double {
        guard width == other.width, height == other.height, bands == other.bands else { return 0 }
        let sum = zip(bytes, other.bytes).reduce(0.0) {
            let difference = Double($1.0) - Double($1.1)
            return $0 + difference * difference
        }
        return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(bytes.count) / sum)
    }
}

extension Raster {
    /// One colour.
    static func plain(_ width: Int, _ height: Int, _ samples: UInt8...) -> Raster {
        Raster(width, height, bands: samples.count) { _, _ in samples }
    }

    /// Slopes with waves on them: smooth as a photograph is, different in every quarter.
    static func photo(_ width: Int, _ height: Int) -> Raster {
        Raster(width, height, bands: 3) { x, y in
            let u = Double(x) / Double(width)
            let v = Double(y) / Double(height)
            let wave = 30 * sin(u * 40) * cos(v * 33)
            return [
                UInt8(40 + 170 * u + wave), UInt8(40 + 150 * v + wave), UInt8(60 + 100 * (1 - u) * v + wave),
            ]
        }
    }

    /// Samples without order, the same each time.
    static func noise(_ width: Int, _ height: Int, bands: Int, seed: UInt64 = 1) -> Raster {
        var generator = SeededGenerator(seed: seed)
        return Raster(width, height, bands: bands) { _, _ in
            (0..<bands).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
    }
}

extension Raster {
    /// Three slopes that other implementations can repeat with integers: see `make-placeholder-vectors.py`.
    static func slopes(_ width: Int, _ height: Int) -> Raster {
        Raster(width, height, bands: 3) { x, y in
            [UInt8(x * 255 / (width - 1)), UInt8(y * 255 / (height - 1)), UInt8((x * 3 + y * 5) % 256)]
        }
    }

    /// Curves without any symmetry, from the same place.
    static func bent(_ width: Int, _ height: Int) -> Raster {
        Raster(width, height, bands: 3) { x, y in
            let red = (x * x * 3 + x * y * 2 + y * 5) % 251
            let green = (y * y * 2 + x * 7 + x * y) % 253
            return [UInt8(red), UInt8(green), UInt8((x * y + x * 5) % 256)]
        }
    }

    /// Colours behind alpha from 0 to 255, from the same place.
    static let glass = Raster(64, 48, bands: 4) { x, y in
        [UInt8(x * 4), UInt8(y * 5), UInt8(200 - x), UInt8(min(255, x * y / 8))]
    }

    /// One channel, from the same place.
    static let gray = Raster(48, 36, bands: 1) { x, y in [UInt8(x * y % 256)] }

    /// Red, green, blue and white.
    static let corners = Raster(2, 2, bands: 3) { x, y in
        [[[255, 0, 0], [0, 255, 0]], [[0, 0, 255], [255, 255, 255]]][y][x]
    }
}

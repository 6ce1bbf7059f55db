import AlcedoContainers
import AlcedoRecipes

/// Brightness and colors of a picture: luma and chroma of ITU-R BT.601 in full range, as in JFIF.
struct ColorPlanes {
    let width: Int
    let height: Int
    private let luma: [UInt8]
    private let blue: [UInt8]
    private let red: [UInt8]
    /// The difference of the largest and the smallest of red, green and blue.
    private let saturations: [UInt8]
    /// Whether red, green and blue follow one another in this order, as in all skin.
    private let isWarm: [Bool]

    /// Transparent pixels become gray, whatever color they hide.
    init(_ pixels: PlaceholderPixels) {
        width = pixels.width
        height = pixels.height
        let count = pixels.count
        let samples = [UInt8](pixels.rgba)
        var luma = [UInt8](repeating: 0, count: count)
        var (blue, red, saturations) = (luma, luma, luma)
        var isWarm = [Bool](repeating: false, count: count)
        for index in 0..<count {
            let at = index &* 4
            var (r, g, b) = (Int32(samples[at]), Int32(samples[at &+ 1]), Int32(samples[at &+ 2]))
            let alpha = Int32(samples[at &+ 3])
            if alpha < 255 {
                r = 128 &+ (r &- 128) &* alpha / 255
                g = 128 &+ (g &- 128) &* alpha / 255
                b = 128 &+ (b &- 128) &* alpha / 255
            }
            // With these factors, all are in 0…255.
            luma[index] = UInt8(truncatingIfNeeded: (77 &* r &+ 150 &* g &+ 29 &* b) >> 8)
            blue[index] = UInt8(truncatingIfNeeded: 128 &+ ((128 &* b &- 43 &* r &- 85 &* g) >> 8))
            red[index] = UInt8(truncatingIfNeeded: 128 &+ ((128 &* r &- 107 &* g &- 21 &* b) >> 8))
            saturations[index] = UInt8(truncatingIfNeeded: max(r, g, b) &- min(r, g, b))
            isWarm[index] = r > g && g > b
        }
        (self.luma, self.blue, self.red) = (luma, blue, red)
        (self.saturations, self.isWarm) = (saturations, isWarm)
    }

    /// How unlike the rest of the picture each color is, as far as it exceeds the mean.
    func rarity() -> AttentionPlane {
        // Colors are counted in cells of 16 steps, of which about 1000 have colors.
        var cells = [Int](repeating: -1, count: 4096)
        var (counts, lumas, blues, reds) = ([Int32](), [Int32](), [Int32](), [Int32]())
        var cellOfPixel = [UInt16](repeating: 0, count: luma.count)
        for index in luma.indices {
            let key = Int(luma[index] >> 4) << 8 | Int(blue[index] & 0xF0) | Int(red[index] >> 4)
            if cells[key] < 0 {
                cells[key] = counts.count
                counts.append(0)
                lumas.append(0)
                blues.append(0)
                reds.append(0)
            }
            let cell = cells[key]
            counts[cell] &+= 1
            lumas[cell] &+= Int32(luma[index])
            blues[cell] &+= Int32(blue[index])
            reds[cell] &+= Int32(red[index])
            cellOfPixel[index] = UInt16(truncatingIfNeeded: cell)
        }
        for cell in counts.indices {
            lumas[cell] /= counts[cell]
            blues[cell] /= counts[cell]
            reds[cell] /= counts[cell]
        }
        let rarities = counts.indices.map { cell in
            let (luma, blue, red) = (lumas[cell], blues[cell], reds[cell])
            var sum: Int32 = 0
            for other in counts.indices {
                let distance =
                    Self.distance(lumas[other], luma) &+ Self.distance(blues[other], blue)
                    &+ Self.distance(reds[other], red)
                // Beyond this, colors are just different.
                sum &+= min(distance, 96) &* counts[other]
            }
            return Int32(Int(sum) * Int(AttentionPlane.one) / cellOfPixel.count)
        }
        return AttentionPlane(width, height, cellOfPixel.map { rarities[Int($0)] }).excessOverMean()
    }

    /// Differences of neighbors in brightness and color.
    func detail() -> AttentionPlane {
        var values = [Int32](repeating: 0, count: luma.count)
        for plane in [luma, blue, red] {
            for y in 0..<height {
                let row = y * width
                if width > 2 {
                    for at in row + 1..<row + width - 1 {
                        let difference = Self.distance(Int32(plane[at &+ 1]), Int32(plane[at &- 1]))
                        values[at] &+= difference &* AttentionPlane.one
                    }
                }
                guard y > 0, y < height - 1 else { continue }
                for at in row..<row + width {
                    let difference = Self.distance(Int32(plane[at &+ width]), Int32(plane[at &- width]))
                    values[at] &+= difference &* AttentionPlane.one
                }
            }
        }
        return AttentionPlane(width, height, values)
    }

    /// Skin, of which a pixel is 256: Cb in 77…127 and Cr in 133…173, which hold for people of all origins (Chai and Ngan,
    /// "Face Segmentation Using Skin-Color Map in Videophone Applications", IEEE Transactions on Circuits and Systems for
    /// Video Technology 9/4, 1999).
    func skin() -> AttentionPlane {
        let values = luma.indices.map { index in
            // In the dark, all colors are close to gray.
            let isSkin =
                isWarm[index] && luma[index] > 40 && 77...127 ~= blue[index] && 133...173 ~= red[index]
            // Walls, sand and wood are at the gray end of the range, and count for less there.
            return isSkin ? min(Int32(red[index]) &- 132, 24) &* 256 &* AttentionPlane.one / 24 : 0
        }
        return AttentionPlane(width, height, values)
    }

    /// More saturation than the mean.
    func saturation() -> AttentionPlane {
        AttentionPlane(width, height, saturations.map { Int32($0) &* AttentionPlane.one }).excessOverMean()
    }

    private static func distance(_ one: Int32, _ other: Int32) -> Int32 { max(one, other) &- min(one, other) }
}

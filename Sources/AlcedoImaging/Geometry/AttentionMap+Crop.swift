import AlcedoContainers
import AlcedoRecipes

extension AttentionMap {
    /// What a crop is judged by, in 1/256. Fitted on the `fit` set of `Benchmarks/attention`.
    private enum Score {
        /// Subtracted from the map: its mean, and a part of the mean of each line that the crop moves along.
        static let mean = 307
        static let lineMean = 128
        /// What is left of a pixel at the edge of the picture, where things are rarely the subject; all from a distance of 3/20
        /// of the shorter side on.
        static let edge = 26
        /// What is at the border of a crop counts less than what is in its middle by this.
        static let border = 26
        /// The cost of an upper edge through what is seen, for heads are above. Other edges cost nothing.
        static let cut = 77
        /// The cost of a crop at the end of its room, and where it costs nothing: in the middle, or a fifth from the top.
        static let distance = 51
        static let restAcross = 128
        static let restDown = 51
    }

    /// The sum of a whole profile.
    private static let whole = 1 << 20
    /// The weight of all marked faces together, compared with everything else.
    private static let faceWeight = 2

    /// Returns the top left corner of the part of this size that keeps most of what the eye goes to.
    ///
    /// - Parameters:
    ///   - part: The size in pixels of the map. A crop spans one side, so it moves along the other.
    ///   - faces: Faces that the source names, in the upright picture.
    func origin(of part: PixelSize, faces: [FaceRegion] = []) -> PixelPoint {
        let (roomX, roomY) = (max(0, width - part.width), max(0, height - part.height))
        if roomX >= roomY {
            let marked = faces.map { ($0.x - $0.width / 2, $0.x + $0.width / 2) }
            return PixelPoint(
                x: offset(in: profile(isAcross: true, faces: marked), length: part.width, isAcross: true),
                y: roomY / 2)
        }
        let marked = faces.map { ($0.y - $0.height / 2, $0.y + $0.height / 2) }
        return PixelPoint(
            x: roomX / 2,
            y: offset(in: profile(isAcross: false, faces: marked), length: part.height, isAcross: false))
    }

    /// Sums the map along the side that the crop spans.
    ///
    /// - Parameter faces: Their extents along the profile, in fractions of it.
    private func profile(isAcross: Bool, faces: [(from: Double, to: Double)]) -> [Int] {
        let count = isAcross ? width : height
        let lines = isAcross ? height : width
        let (step, stride) = isAcross ? (1, width) : (width, 1)
        let total = values.reduce(0) { $0 + Int($1) }
        let margin = max(1, min(width, height) * 3 / 20)
        var profile = [Int](repeating: 0, count: count)
        for line in 0..<lines {
            var sum = 0
            for at in 0..<count { sum += Int(values[line * stride + at * step]) }
            let common = (total / (count * lines) * Score.mean + sum / count * Score.lineMean) >> 8
            let fromEdge = min(line, lines - 1 - line)
            for at in 0..<count {
                let rest = max(0, Int(values[line * stride + at * step]) - common)
                let distance = min(margin, fromEdge, at, count - 1 - at)
                let value = (rest * (Score.edge + (256 - Score.edge) * distance / margin)) >> 8
                // Cubed, so that a few strong pixels count more than many weak ones. A pixel is below 2¹², the sum below 2⁵².
                profile[at] += value * value * value
            }
        }
        let all = profile.reduce(0, +)
        if all > 0 {
            // Without the lowest bits, or the product would not fit.
            let shift = max(0, 22 - all.leadingZeroBitCount)
            profile = profile.map { ($0 >> shift) * Self.whole / (all >> shift) }
        }
        add(faces, to: &profile)
        return profile
    }

    private func add(_ faces: [(from: Double, to: Double)], to profile: inout [Int]) {
        let extents = faces.map { face -> Range<Int> in
            let first = min(max(Int(face.from * Double(profile.count)), 0), profile.count - 1)
            return
                first..<min(
                    max(Int((face.to * Double(profile.count)).rounded(.up)), first + 1), profile.count)
        }
        let marked = extents.reduce(0) { $0 + $1.count }
        for extent in extents {
            for at in extent { profile[at] += Self.whole * Self.faceWeight / marked }
        }
    }

    /// Returns the best place for a crop of this length; of several that are equal, the one closest to the middle.
    private func offset(in profile: [Int], length: Int, isAcross: Bool) -> Int {
        let room = profile.count - length
        guard room > 0, length > 0 else { return 0 }
        var sums = [0]
        for value in profile { sums.append(sums[sums.count - 1] + value) }
        guard sums[profile.count] > 0 else { return room / 2 }
        // From the border to the middle of the crop, straight.
        let weights = (0..<length).map { 256 - Score.border * abs(2 * $0 + 1 - length) / length }
        let reach = max(1, profile.count / 15)
        func cut(at place: Int) -> Int {
            guard place > 0 else { return 0 }
            let (low, high) = (max(0, place - reach), min(profile.count, place + reach))
            return (sums[high] - sums[low]) * length / (high - low)
        }
        func score(_ offset: Int) -> Int {
            var inside = 0
            for at in 0..<length { inside += profile[offset + at] * weights[at] }
            if !isAcross { inside -= cut(at: offset) * Score.cut }
            let away = offset * 256 / room - (isAcross ? Score.restAcross : Score.restDown)
            return inside - Score.distance * away * away * (Self.whole >> 16)
        }
        var best = (score: Int.min, distance: 0, offset: 0)
        for offset in 0...room {
            let (score, distance) = (score(offset), abs(2 * offset - room))
            if score > best.score || score == best.score && distance < best.distance {
                best = (score, distance, offset)
            }
        }
        return best.offset
    }
}

/// Layout of one side of a picture for a reduction by libvips.
///
/// `vips_reduceh` and `vips_reducev` make `round(length / factor)` pixels and center them on their input. That shifts a
/// picture of fractional length, as left by a decoder that reduces by 4 (3,066 pixels are 766.5), by up to a quarter of
/// a pixel. In requested pixels that can be an eighth, and 34 dB instead of 46. A few extra pixels at either end, cut
/// off the result again, center the picture almost exactly.
struct ReducedSide: Hashable, Sendable {
    /// Pixels added before the picture; they repeat its first one.
    var before = 0
    /// Pixels altogether; those after the picture repeat its last one.
    var length: Int
    /// Pixels of the result before the requested ones.
    var spare = 0
    /// The shift of the result from its correct place, in its own pixels.
    var error = 0.0

    /// Maximum extra pixels of a result; more cost more than they help.
    private static let maxSpare = 6

    /// - Parameters:
    ///   - present: The number of pixels present.
    ///   - span: The length of the whole picture in these pixels, from the first one; nearly `present`.
    ///   - target: The requested number of pixels, not more than `span`.
    init(present: Int, span: Double, target: Int) {
        length = present
        if Double(present) == span { return }
        let factor = span / Double(target)
        error = .infinity
        for more in 0...Self.maxSpare {
            let exact = span + Double(more) * factor
            let middle = Int(exact.rounded())
            for length in middle - 2...middle + 2 {
                // Stay clear of where the number of resulting pixels would round differently.
                guard abs(Double(length) - exact) < 0.45 * factor else { continue }
                for spare in 0...more {
                    let window = (Double(length) - Double(target + more) * factor) / 2
                    let start = window + Double(spare) * factor
                    let before = Int(start.rounded())
                    // Every pixel present is kept.
                    guard before >= 0, length - before >= present else { continue }
                    let error = abs(start - Double(before)) / factor
                    if error < self.error - 1e-9 {
                        (self.before, self.length, self.spare, self.error) = (before, length, spare, error)
                    }
                }
            }
            if error <= Self.goodEnough { return }
        }
    }

    /// A shift without visible loss: some 50 dB.
    private static let goodEnough = 0.015
    /// Maximum acceptable shift: some 45 dB.
    static let maxError = 0.03
}

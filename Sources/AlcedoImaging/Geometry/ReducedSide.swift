/// How one side of a picture is laid out for a reduction by libvips.
///
/// `vips_reduceh` and `vips_reducev` make `round(length / factor)` pixels and centre these on what they are given.
/// A picture whose length is no whole number, as a decoder leaves it that reduces by 4 (3,066 pixels are 766.5), is
/// moved by that, by up to a quarter of a pixel; next to what is asked for that can be an eighth of a pixel, and
/// 34 dB instead of 46. With some pixels more at either end, which are cut off the result again, what is centred
/// comes to lie nearly right.
struct ReducedSide: Hashable, Sendable {
    /// Pixels that are added before the picture, its first one repeated.
    var before = 0
    /// Pixels altogether; those after the picture repeat its last one.
    var length: Int
    /// Pixels of the result that come before what is asked for.
    var spare = 0
    /// How far the result lies from where it belongs, in its own pixels.
    var error = 0.0

    /// More pixels than this beside a result cost more than they help.
    private static let mostSpare = 6

    /// - Parameters:
    ///   - present: How many pixels there are.
    ///   - span: How many pixels, from the first one, are the whole picture; nearly `present`.
    ///   - target: How many pixels are asked for, not more than `span`.
    init(present: Int, span: Double, target: Int) {
        length = present
        if Double(present) == span { return }
        let factor = span / Double(target)
        error = .infinity
        for more in 0...Self.mostSpare {
            let exact = span + Double(more) * factor
            let middle = Int(exact.rounded())
            for length in middle - 2...middle + 2 {
                // Far enough from where the number of pixels that come out is rounded to another one.
                guard abs(Double(length) - exact) < 0.45 * factor else { continue }
                for spare in 0...more {
                    let window = (Double(length) - Double(target + more) * factor) / 2
                    let start = window + Double(spare) * factor
                    let before = Int(start.rounded())
                    // Nothing that there is of the picture is left out.
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

    /// A shift by which nothing is lost that can be seen: some 50 dB.
    private static let goodEnough = 0.015
    /// A shift that is better avoided: some 45 dB.
    static let mostError = 0.03
}

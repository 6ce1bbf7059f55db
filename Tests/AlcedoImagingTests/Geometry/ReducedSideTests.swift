import Testing

@testable import AlcedoImaging

/// The arithmetic by which libvips centres what it reduces, done again from the layout.
@Suite struct ReducedSideTests {
    @Test func aWholeNumberOfPixelsIsLeftAsItIs() {
        let side = ReducedSide(present: 768, span: 768, target: 383)
        #expect((side.before, side.length, side.spare, side.error) == (0, 768, 0, 0))
    }

    @Test(arguments: [2, 4, 8])
    func whatIsMadeLiesWhereItBelongs(shrink: Int) {
        var generator = SeededGenerator(seed: 7)
        var good = 0
        for _ in 0..<2000 {
            let whole = Int.random(in: 40...9000, using: &generator)
            let span = Double(whole) / Double(shrink)
            let target = Int.random(in: 1...whole / shrink / 2, using: &generator)
            let present = whole / shrink
            let side = ReducedSide(present: present, span: span, target: target)
            let factor = span / Double(target)
            #expect(side.before >= 0 && side.spare >= 0 && side.length - side.before >= present)
            // round(length / factor) pixels are made, all that are asked for among them.
            let made = (Double(side.length) / factor).rounded()
            #expect(made >= Double(target + side.spare))
            let first = (Double(side.length) - made * factor) / 2
            let place = first + Double(side.spare) * factor
            let error = abs(place - Double(side.before)) / factor
            #expect(abs(error - side.error) < 1e-9)
            #expect(error <= 0.25 / factor + 1e-9)
            if error <= ReducedSide.maxError { good += 1 }
        }
        #expect(good > 1800)
    }

    @Test func aFactorOfExactlyTwoCannotBeHelped() {
        // 766.5 pixels to 383.25: whatever is added, half of a whole number remains beside the half.
        let side = ReducedSide(present: 766, span: 766.5, target: 383)
        #expect(side.error > ReducedSide.maxError)
    }
}

import AlcedoContainers
import AlcedoRecipes

/// Where the eye goes in a small picture.
///
/// Features of each pixel are added: colors that are unlike most of the picture (after Cheng et al., "Global Contrast Based
/// Salient Region Detection", CVPR 2011), more saturation than in the rest, skin, skin with detail as in a face, detail, and
/// more detail than around it. Each counts as a multiple of its mean over the picture, so that what is everywhere counts
/// little, and a few pixels of what is nowhere else count much.
///
/// All numbers are integers, so that every processor finds the same. Constants without a source are fitted on the `fit` set
/// of `Benchmarks/attention`, and on other drawings.
struct AttentionMap {
    let width: Int
    let height: Int
    /// The sum of all features of each pixel, row by row from the top; a feature at its mean has its weight, in 1/40.
    let values: [Int32]

    init(_ pixels: PlaceholderPixels) {
        width = pixels.width
        height = pixels.height
        let planes = ColorPlanes(pixels)
        let detail = planes.detail()
        let fine = detail.averaged(part: 32)
        let skin = planes.skin().averaged(part: 16)
        var sum = [Int32](repeating: 0, count: width * height)
        planes.rarity().averaged(part: 100).add(to: &sum, weight: 28, floor: 0.8)
        planes.saturation().averaged(part: 32).add(to: &sum, weight: 24, floor: 1.2)
        skin.add(to: &sum, weight: 32, floor: 1)
        skin.weighted(by: fine).add(to: &sum, weight: 12, floor: 0.2)
        fine.add(to: &sum, weight: 12, floor: 1.2)
        fine.excess(over: detail.averaged(part: 10)).add(to: &sum, weight: 20, floor: 0.6)
        values = sum
    }
}

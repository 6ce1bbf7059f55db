import AlcedoManifest
import AlcedoRecipes

extension Variant {
    /// Returns the variant with the aspect ratio that a source gives it instead of its own.
    func shaped(by aspects: [String: PixelSize]) -> Variant {
        guard aspect != nil, let own = aspects[name] else { return self }
        var variant = self
        variant.aspect = own
        return variant
    }

    /// Returns the sides to request of a picture of `size`.
    ///
    /// With an aspect ratio, one side gives the other, and no side the largest part of the picture with this ratio.
    /// That part is also the limit, so that requests above it are the same, unless small pictures are enlarged.
    func box(width: Int?, height: Int?, of size: PixelSize, enlarge: Bool) -> (width: Int?, height: Int?) {
        guard let aspect else { return (width, height) }
        let largest = aspect.fitted(into: size)
        let asked =
            width.map { aspect.scaled(toWidth: $0) } ?? height.map { aspect.scaled(toHeight: $0) } ?? largest
        let box = enlarge || largest.covers(asked) ? asked : largest
        return (box.width, box.height)
    }
}

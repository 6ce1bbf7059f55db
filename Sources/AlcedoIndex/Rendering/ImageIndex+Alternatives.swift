extension ImageIndex.Entry {
    /// A variant that a page shows instead of another one under a media condition.
    package struct Alternative {
        /// The condition.
        package var media: String
        /// The image of the variant.
        package var image: ImageIndex.Entry
        /// The variant.
        package var variant: ImageIndex.Variant
    }

    /// Returns what to show instead of a variant, in order of precedence.
    ///
    /// Other images come first, each in its own crops and then in this variant, and then crops of this image. Conditions of
    /// the variants and images that are named there are not followed further.
    ///
    /// - Parameter other: Returns an image by its id; for `nil` it is left out.
    package func alternatives<Failure>(
        to name: String, _ other: (String) throws(Failure) -> ImageIndex.Entry?
    ) throws(Failure) -> [Alternative] {
        var found: [Alternative] = []
        for picture in media ?? [] {
            guard let image = try other(picture.image), let variant = image.variants[name] else { continue }
            found += image.crops(insteadOf: name, under: picture.media)
            found.append(Alternative(media: picture.media, image: image, variant: variant))
        }
        return found + crops(insteadOf: name)
    }

    /// Returns the variants that a variant names for conditions.
    ///
    /// - Parameter condition: A condition that holds as well.
    func crops(insteadOf name: String, under condition: String? = nil) -> [Alternative] {
        (variants[name]?.media ?? []).compactMap { other in
            guard let variant = variants[other.variant], other.variant != name,
                let media = condition.map({ MediaQuery.both($0, other.media) }) ?? other.media
            else { return nil }
            return Alternative(media: media, image: self, variant: variant)
        }
    }
}

extension ImageIndex.Variant {
    /// Whether a picture of this variant is as wide for its height as one of another variant, but for rounding.
    package func hasProportions(of other: Self) -> Bool {
        guard let one = fallbackPicture, let two = other.fallbackPicture, one.height > 0, two.height > 0
        else {
            return true
        }
        let (first, second) = (
            Double(one.width) / Double(one.height), Double(two.width) / Double(two.height)
        )
        return abs(first / second - 1) < 0.02
    }
}

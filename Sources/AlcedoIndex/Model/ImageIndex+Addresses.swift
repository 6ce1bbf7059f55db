extension ImageIndex.Entry {
    /// Returns the image with the addresses of its files replaced.
    /// - Parameter change: Receives an address and its file, which is `nil` for an address without one.
    package func mapAddresses(_ change: (String, ImageIndex.File?) -> String) -> ImageIndex.Entry {
        var image = self
        image.variants = variants.mapValues { $0.mapAddresses(change) }
        return image
    }
}

extension ImageIndex.Variant {
    /// Returns the variant with the addresses of its files, and the values derived from them, replaced.
    fileprivate func mapAddresses(_ change: (String, ImageIndex.File?) -> String) -> ImageIndex.Variant {
        var variant = self
        for format in formats.indices {
            for (number, file) in formats[format].files.enumerated() {
                variant.formats[format].files[number].url = change(file.url, file)
            }
            variant.formats[format].srcset = ImageIndex.Format.srcset(
                of: variant.formats[format].files, sizes: sizes)
        }
        for (number, file) in (video ?? []).enumerated() {
            variant.video?[number].url = change(
                file.url, ImageIndex.File(bytes: 0, file: file.file, height: 0, url: file.url, width: 0))
        }
        if let img {
            let file = formats.lazy.flatMap(\.files).first { $0.url == img.src }
            variant.img?.src = change(img.src, file)
        }
        return variant
    }
}

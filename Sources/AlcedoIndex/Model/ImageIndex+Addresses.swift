extension ImageIndex.Entry {
    /// The image with other addresses of its files.
    /// - Parameter change: Is given an address and the file that has it, which an address written by hand may lack.
    package func mapAddresses(_ change: (String, ImageIndex.File?) -> String) -> ImageIndex.Entry {
        var image = self
        image.variants = variants.mapValues { $0.mapAddresses(change) }
        return image
    }
}

extension ImageIndex.Variant {
    /// The variant with other addresses: those of its files, and what is made of them.
    fileprivate func mapAddresses(_ change: (String, ImageIndex.File?) -> String) -> ImageIndex.Variant {
        var variant = self
        for format in formats.indices {
            for (number, file) in formats[format].files.enumerated() {
                variant.formats[format].files[number].url = change(file.url, file)
            }
            variant.formats[format].srcset = ImageIndex.Format.srcset(
                of: variant.formats[format].files, sizes: sizes)
        }
        if let img {
            let file = formats.lazy.flatMap(\.files).first { $0.url == img.src }
            variant.img?.src = change(img.src, file)
        }
        return variant
    }
}

import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

extension SourceReader {
    /// The number of frames or pages in the file.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)``.
    func pageCount() throws -> Int {
        try movieFrames ?? max(1, Int(load(bytes, frames: 1, page: nil).info.pages))
    }

    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)`` if there is no such frame or page.
    func checkPage(_ page: Int) throws {
        let count = try pageCount()
        guard page >= count else { return }
        let word = type.mayHoldPages ? "page" : "frame"
        let words = count == 1 ? "1 \(word)" : "\(count) \(word)s"
        throw ImagingError.decode(
            .refused, reason: "it has \(words), and \(word) \(page + 1) was asked for")
    }

    /// Returns the facts of a page of a PDF, which is drawn at each size. A point is 1/72 of an inch, and an inch 96 pixels.
    func pageFacts(_ header: PixelImage, limits: ImageLimits) throws -> ImageFacts {
        let scale = fineScale(header.size)
        let fine = try open(scale: scale, frames: 1).size
        func shown(_ side: Int) -> Int { max(1, Int((Double(side) / scale * 96 / 72 + 0.5).rounded(.down))) }
        let size = PixelSize(width: shown(fine.width), height: shown(fine.height))
        try limits.check(size, frames: 1)
        // Poppler draws on white paper.
        return ImageFacts(
            type: type, width: size.width, height: size.height, hasAlpha: header.hasAlpha, proportions: fine)
    }

    /// Returns a page of a PDF drawn to fill exactly this size.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)``.
    func drawPage(_ facts: ImageFacts, to size: PixelSize) throws -> PixelImage {
        let own = try open(frames: 1).size
        let unit = fineScale(own)
        let shape = facts.proportions ?? facts.displayedSize
        let scale =
            max(Double(size.width) / Double(shape.width), Double(size.height) / Double(shape.height)) * unit
        let image = try open(scale: scale, frames: 1)
        return image.size == size ? image : try image.rendered().resized(to: size)
    }
}

extension ImageType {
    /// Whether the pictures of a file are pages, and not frames.
    var mayHoldPages: Bool { [.pdf, .tiff, .heic, .avif].contains(self) }
}

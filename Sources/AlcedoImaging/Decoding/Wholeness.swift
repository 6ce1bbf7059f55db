import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// Whether the pixels of a picture come from its file or were filled in by a lenient decoder.
enum Wholeness: Equatable {
    /// Nothing is known to be missing.
    case whole
    /// Little is missing or may be wrong, with a description.
    case damaged(String)
    /// Rows or a substantial part are missing, with a description.
    case cut(String)

    /// - Parameters:
    ///   - page: The page of a TIFF, from 0.
    ///   - complained: Whether the decoder issued a warning. The codes of a JPEG are followed only if it did.
    init(of type: ImageType, _ bytes: UnsafeRawBufferPointer, page: Int = 0, complained: Bool) {
        switch type {
        case .jpeg: self.init(JPEGCoverage(bytes, followsCodes: complained))
        case .gif: self.init(GIFCoverage(bytes))
        case .tiff: self.init(TIFFStrips(bytes, page: page))
        case .png: self = PNGMovie.wholeness(bytes)
        default: self = .whole
        }
    }

    private init(_ coverage: JPEGCoverage?) {
        guard let coverage, let text = coverage.description else {
            self = .whole
            return
        }
        self = coverage.isCut ? .cut(text) : .damaged(text)
    }

    private init(_ coverage: GIFCoverage) {
        func place(_ gap: GIFCoverage.Gap) -> String { coverage.frames > 1 ? "frame \(gap.frame): " : "" }
        if let gap = coverage.largestGap {
            self = .cut("\(place(gap))\(gap.missingRows) of \(gap.rows) rows are missing")
        } else if let gap = coverage.gaps.first {
            self = .damaged("\(place(gap))\(gap.columns * gap.rows - gap.pixels) pixels are missing")
        } else {
            self = .whole
        }
    }

    private init(_ strips: TIFFStrips?) {
        if let strips, strips.missing > 0 {
            self = .cut("\(strips.missing) of \(strips.total) strips are missing")
        } else {
            self = .whole
        }
    }
}

import AlcedoIndex
import AlcedoMarkup

/// What an `<img>` of the author's says by naming several files.
extension PageScan {
    /// Whether a script will show another picture in place of this one. It only sets `src`, so the element must stay an `<img>`.
    func isStandIn(_ source: String, in tag: HTMLTag) -> Bool {
        let later =
            [tag["data-src"]].compactMap(\.self)
            + SourceCandidates(tag["data-srcset"] ?? "").all.map(\.address)
        guard !later.isEmpty, case .success(let own) = rewriter.identify(source, on: base) else {
            return false
        }
        return later.contains { address in
            guard case .success(let other) = rewriter.identify(address, on: base) else {
                // Lightboxes have videos and pages there.
                return Self.isPicture(address)
            }
            return other.id != own.id
        }
    }

    /// Returns what an `<img>` shows: the widest picture, if `src` and `srcset` name files of several sizes of one.
    mutating func widest(_ match: PictureLookup.Match, in tag: HTMLTag) -> PictureLookup.Match {
        guard match.variants.isEmpty, let srcset = tag["srcset"], let own = rewriter.index[match.id]?.source
        else {
            return match
        }
        var (widest, width) = (match, own.width)
        for candidate in SourceCandidates(srcset).all {
            guard case .success(let other) = rewriter.identify(candidate.address, on: base),
                other.id != match.id, other.variants.isEmpty, let image = rewriter.index[other.id],
                !image.variants.isEmpty, image.source.hasProportions(of: own)
            else { continue }
            page.shown.insert(other.id)
            if image.source.width > width { (widest, width) = (other, image.source.width) }
        }
        if widest.id != match.id { page.shown.insert(match.id) }
        return widest
    }

    /// Returns the author's file if its size is that of the picture on the page: a map with areas, or one of several files for
    /// screens of different sharpness.
    func sizing(
        _ match: PictureLookup.Match, shownBy shown: PictureLookup.Match, in tag: HTMLTag
    ) -> ImageIndex.Source? {
        let own = match.variants.isEmpty ? rewriter.index[match.id]?.source : nil
        if tag["usemap"] != nil || tag["ismap"] != nil { return own }
        let candidates = SourceCandidates(tag["srcset"] ?? "").all
        guard shown.id != match.id, candidates.allSatisfy({ !$0.descriptor.hasSuffix("w") }) else {
            return nil
        }
        // A candidate for simple screens takes the place of `src` (HTML, "update the source set").
        guard let simple = candidates.first(where: { ["", "1x"].contains($0.descriptor) }) else { return own }
        guard case .success(let found) = rewriter.identify(simple.address, on: base) else { return nil }
        return rewriter.index[found.id]?.source
    }
}

extension ImageIndex.Source {
    /// Whether this may be the same picture in another size, of which both sides are rounded.
    fileprivate func hasProportions(of other: Self) -> Bool {
        let (one, two) = (Double(width) * Double(other.height), Double(other.width) * Double(height))
        return abs(one - two) * 2 <= Double(width) + Double(height) + Double(other.width)
            + Double(other.height)
    }
}

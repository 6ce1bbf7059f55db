import AlcedoIndex

/// Pictures without a page, because they only stand in for another picture under a media condition (dark, narrow).
///
/// A picture is left out if a picture with a page names it; pictures that are left out do not count. If pictures name
/// each other in a cycle, the first of them has a page.
enum GalleryStandIns {
    /// Returns the ids of the pictures that are left out.
    ///
    /// - Parameter entries: Candidates for a page, in the index's order.
    static func ids(among entries: [(id: String, image: ImageIndex.Entry)]) -> Set<String> {
        var namers: [String: Set<String>] = [:]
        for (id, image) in entries {
            for other in image.media ?? [] where other.image != id {
                namers[other.image, default: []].insert(id)
            }
        }
        var kept: Set<String> = []
        var left: Set<String> = []
        var waiting = entries.map(\.id)
        while !waiting.isEmpty {
            let before = waiting.count
            waiting.removeAll { id in
                let sources = namers[id] ?? []
                if sources.contains(where: { kept.contains($0) }) {
                    left.insert(id)
                } else if sources.allSatisfy({ left.contains($0) }) {
                    kept.insert(id)
                } else {
                    return false
                }
                return true
            }
            // Only cycles, and the pictures they name, are left.
            if waiting.count == before {
                kept.formUnion(firsts(ofCirclesAmong: waiting, namers))
                waiting.removeAll { kept.contains($0) }
            }
        }
        return left
    }

    /// Returns the first picture of each cycle that is not named from outside.
    private static func firsts(
        ofCirclesAmong waiting: [String], _ namers: [String: Set<String>]
    ) -> [String] {
        let known = Set(waiting)
        // All pictures that lead to a picture, which includes the picture itself if it is in a cycle.
        func sources(of id: String) -> Set<String> {
            var found: Set<String> = []
            var next = [id]
            while let id = next.popLast() {
                for namer in namers[id] ?? [] where known.contains(namer) && found.insert(namer).inserted {
                    next.append(namer)
                }
            }
            return found
        }
        var seen: Set<String> = []
        return waiting.filter { id in
            guard !seen.contains(id) else { return false }
            let circle = sources(of: id)
            guard circle.allSatisfy({ sources(of: $0).contains(id) }) else { return false }
            seen.formUnion(circle)
            return true
        }
    }
}

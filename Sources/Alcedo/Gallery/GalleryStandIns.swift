import AlcedoIndex

/// Which pictures have no page, because they are only stand-ins of another one under a condition (dark, narrow).
///
/// A picture is left out if one that has a page names it; one that is left out itself makes no stand-ins. Where
/// pictures name one another in a circle, the first of them has its page.
enum GalleryStandIns {
    /// The ids of the pictures that are left out.
    ///
    /// - Parameter entries: The pictures that can have a page, in the index's order.
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
            // What is left now are circles, and what they name.
            if waiting.count == before {
                kept.formUnion(firsts(ofCirclesAmong: waiting, namers))
                waiting.removeAll { kept.contains($0) }
            }
        }
        return left
    }

    /// The first picture of each circle that is named by nothing outside of it.
    private static func firsts(
        ofCirclesAmong waiting: [String], _ namers: [String: Set<String>]
    ) -> [String] {
        let known = Set(waiting)
        // Everything by which one comes to a picture; in a circle, that is the picture as well.
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

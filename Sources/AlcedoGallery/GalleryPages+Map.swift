import AlcedoIndex
import AlcedoManifest

/// The values for the page with the map.
extension GalleryPages {
    /// The page with the map; `nil` if the gallery has none.
    /// - Throws: `ImageIndexError`.
    func mapPage() throws -> [String: Any]? {
        guard let map else { return nil }
        var values = shared(GalleryMap.page)
        values["map"] = map.values
        values["path"] = path(of: nil)
        // The pictures of this page are counted, whatever albums they are in.
        var shown = 0
        values["places"] = try map.places.enumerated().map { number, place -> [String: Any] in
            var values: [String: Any] = [
                "id": GalleryMap.anchor(number), "title": place.title,
                "count": words.count(place.photos.count),
                "photos": try place.photos.prefix(GalleryMap.maxCards).map { photo in
                    defer { shown += 1 }
                    return try listed(photo, at: shown)
                },
            ]
            if place.title != place.coordinates { values["coordinates"] = place.coordinates }
            return values
        }
        values["shown"] = shown
        values["hasPlaces"] = !map.places.isEmpty
        if let site { values["address"] = "\(site)/\(GalleryMap.page)" }
        return values
    }
}

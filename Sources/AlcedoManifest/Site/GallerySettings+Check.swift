package import AlcedoBase
import AlcedoMarkup

extension GallerySettings {
    /// Returns the mistakes in settings that name pictures: folders of albums without pictures, and unknown covers.
    ///
    /// - Parameter ids: The ids of the gallery's pictures. If there are none, nothing is a mistake.
    package func mistakes(ids: [String]) -> [Diagnostic] {
        guard let albums, !albums.isEmpty, !ids.isEmpty else { return [] }
        var folders: Set<String> = []
        for id in ids {
            var folder = NameTemplate.split(id: id).dir
            while !folder.isEmpty, folders.insert(folder).inserted {
                folder = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
            }
        }
        let known = Set(ids)
        var mistakes: [Diagnostic] = []
        for album in albums {
            let start = album.folder + "/"
            if !folders.contains(album.folder) {
                mistakes.append(
                    Self.mistake(
                        "no picture of the gallery is in the folder", album.folder, among: folders.sorted(),
                        at: album.location))
            } else if let cover = album.cover, !known.contains(start + cover), !known.contains(cover) {
                let inner = ids.filter { $0.hasPrefix(start) }
                mistakes.append(
                    Self.mistake(
                        "no picture of the gallery has the id", cover,
                        among: inner + inner.map { String($0.dropFirst(start.count)) },
                        at: album.coverLocation))
            }
        }
        return mistakes
    }

    private static func mistake(
        _ reason: String, _ name: String, among known: [String], at location: Diagnostic.Location?
    ) -> Diagnostic {
        let advice = Suggestion.closest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
        return Diagnostic(.error, "\(reason) '\(name)'\(advice)", at: location)
    }
}

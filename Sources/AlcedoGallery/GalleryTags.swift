import AlcedoBase
import AlcedoIndex
import AlcedoManifest

/// The keywords of a gallery's pictures. `Bird` and `bird` are one tag, under the more frequent spelling.
struct GalleryTags {
    /// One list for each tag, in the order of their names.
    let lists: [GalleryList]
    /// For each picture, the positions of its tags in `lists`, in the order of its keywords.
    let ofPhotos: [Int: [Int]]

    /// - Parameter overview: The list of all pictures.
    init(_ photos: [GalleryPhoto], overview: GalleryList) {
        var pictures: [String: [Int]] = [:]
        var spellings: [String: [String: Int]] = [:]
        var keys: [Int: [String]] = [:]
        for number in overview.photos {
            for keyword in photos[number].image.meta?.keywords ?? [] {
                guard let keyword = GalleryCaption.text(keyword)?.precomposed else { continue }
                let key = keyword.lowercased()
                spellings[key, default: [:]][keyword, default: 0] += 1
                guard keys[number]?.contains(key) != true else { continue }
                keys[number, default: []].append(key)
                pictures[key, default: []].append(number)
            }
        }
        // Sorted twice, because different keys may be equal in the order of titles.
        let sorted = GallerySettings.Order.title.sorted(
            pictures.keys.sorted(), title: { $0 }, name: { $0 }, time: { _ in nil })
        lists = sorted.map { key in
            let numbers = pictures[key] ?? []
            let title = Self.mostFrequent(spellings[key] ?? [:]) ?? key
            return GalleryList(
                kind: .tag, key: key, title: title, photos: numbers, parent: 0, cover: numbers.first,
                count: numbers.count)
        }
        let places = Dictionary(uniqueKeysWithValues: zip(sorted, sorted.indices))
        ofPhotos = keys.mapValues { $0.compactMap { places[$0] } }
    }

    private static func mostFrequent(_ spellings: [String: Int]) -> String? {
        let most = spellings.values.max()
        return spellings.filter { $0.value == most }.keys.min()
    }
}

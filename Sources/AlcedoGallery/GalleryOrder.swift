import AlcedoManifest

extension GallerySettings.Order {
    /// Returns the numbers of pictures in this order, in whichever they are given.
    func sorted(_ numbers: [Int], _ photos: [GalleryPhoto]) -> [Int] {
        sorted(
            numbers.sorted { photos[$0].position < photos[$1].position }, title: { photos[$0].caption.title },
            name: { photos[$0].id }, time: { photos[$0].time })
    }

    /// Returns pictures or albums in this order. Ties keep the manifest's order, and those without a time come last.
    ///
    /// - Parameters:
    ///   - title: The title of an item.
    ///   - name: The folder and file name of an item.
    ///   - time: The camera's local time; the time zone is ignored.
    func sorted<Item>(
        _ items: [Item], title: (Item) -> String, name: (Item) -> String, time: (Item) -> String?
    ) -> [Item] {
        switch self {
        case .manifest: return items
        case .title: return Self.sorted(items.map { (TitleOrder(title($0)), $0) }, by: <)
        case .name: return Self.sorted(items.map { (TitleOrder(name($0)), $0) }, by: <)
        case .oldest, .newest:
            let timed = items.map { (time: time($0), item: $0) }
            let known = timed.compactMap { entry in entry.time.map { ($0, entry.item) } }
            return Self.sorted(known, by: self == .oldest ? { $0 < $1 } : { $0 > $1 })
                + timed.filter { $0.time == nil }.map(\.item)
        }
    }

    private static func sorted<Key: Equatable, Item>(
        _ items: [(key: Key, item: Item)], by comesFirst: (Key, Key) -> Bool
    ) -> [Item] {
        items.enumerated().sorted { one, other in
            one.element.key == other.element.key
                ? one.offset < other.offset : comesFirst(one.element.key, other.element.key)
        }.map(\.element.item)
    }
}

extension ImageIndex {
    /// The image with this id, or `nil` if there is none.
    ///
    /// Setting an image under a new id appends the id to the order; setting `nil` removes the image.
    public subscript(id: String) -> Entry? {
        get { images[id] }
        set {
            if images.updateOrRemove(newValue, for: id) == nil {
                if newValue != nil { order.append(id) }
            } else if newValue == nil {
                order.removeAll { $0 == id }
            }
        }
    }

    /// Returns the image with this id.
    ///
    /// - Throws: ``ImageIndexError/unknownImage(id:)`` if there is none.
    public func image(_ id: String) throws(ImageIndexError) -> Entry {
        guard let entry = images[id] else { throw .unknownImage(id: id) }
        return entry
    }

    /// The images with their ids, in the manifest's order.
    public var entries: [(id: String, image: Entry)] {
        order.compactMap { id in images[id].map { (id, $0) } }
    }
}

extension Dictionary {
    /// Sets a value, or removes it for `nil`. Returns the previous value.
    fileprivate mutating func updateOrRemove(_ value: Value?, for key: Key) -> Value? {
        if let value { return updateValue(value, forKey: key) }
        return removeValue(forKey: key)
    }
}

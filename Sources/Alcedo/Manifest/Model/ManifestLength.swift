/// A length as a manifest writes it.
public enum ManifestLength: Hashable, Sendable, Encodable {
    /// CSS pixels.
    case pixels(Double)
    /// 0…100, of the shorter side.
    case percent(Double)
}

/// One corner of a picture.
public enum ManifestCorner: String, Hashable, Sendable, CaseIterable, Encodable {
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomRight = "bottom-right"
    case bottomLeft = "bottom-left"
}

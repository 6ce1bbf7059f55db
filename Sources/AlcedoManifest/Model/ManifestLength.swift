/// A length as written in a manifest.
public enum ManifestLength: Hashable, Sendable, Encodable {
    /// CSS pixels.
    case pixels(Double)
    /// 0…100, of the shorter side, or of the side in question for a ``ProcessorRegistry/Kind/side``.
    case percent(Double)
}

/// One corner of a picture.
public enum ManifestCorner: String, Hashable, Sendable, CaseIterable, Encodable {
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomRight = "bottom-right"
    case bottomLeft = "bottom-left"
}

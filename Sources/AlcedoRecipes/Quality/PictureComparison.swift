public import AlcedoBase

/// How much a picture differs from another one to the eye.
public struct PictureComparison: Hashable, Sendable, Codable {
    /// The SSIMULACRA 2.1 score of the second picture: 100 is the first one, 90 looks the same side by side, 70 is of high quality,
    /// 50 of medium, 30 of low; there is no lowest score. With transparency, the lower one of dark and light backgrounds.
    public let score: Double
    /// Pixels across.
    public let width: Int
    /// Pixels down.
    public let height: Int
    /// A PNG with the score of each spot, if requested: black at 90 and above, then violet (70), red (50), orange (30) and white
    /// (0 and below).
    public let heatMap: Data?

    /// Describes a comparison.
    package init(score: Double, width: Int, height: Int, heatMap: Data?) {
        self.score = score
        self.width = width
        self.height = height
        self.heatMap = heatMap
    }

    /// What a heat map says in its first chunk behind the header, so that it can be told from other pictures.
    package static let mark = Data("Software\0alcedo compare".utf8)

    /// Whether a file that begins with these bytes is a heat map.
    package static func isHeatMap(_ bytes: [UInt8]) -> Bool {
        bytes.dropFirst(headerBytes + 8).starts(with: mark)
    }

    /// The signature and IHDR of a PNG (W3C PNG, 5.2 and 11.2.1), in bytes.
    private static let headerBytes = 33
}

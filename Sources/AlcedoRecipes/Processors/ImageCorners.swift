/// A set of a picture's corners.
public struct ImageCorners: OptionSet, Hashable, Sendable, Codable {
    /// One bit for each corner, clockwise from the top left.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The corner at the top left.
    public static let topLeft = ImageCorners(rawValue: 1)
    /// The corner at the top right.
    public static let topRight = ImageCorners(rawValue: 2)
    /// The corner at the bottom right.
    public static let bottomRight = ImageCorners(rawValue: 4)
    /// The corner at the bottom left.
    public static let bottomLeft = ImageCorners(rawValue: 8)
    /// All four.
    public static let all: ImageCorners = [.topLeft, .topRight, .bottomRight, .bottomLeft]

    /// Every corner with its name in a manifest, clockwise from the top left.
    public static let names: [(name: String, corner: ImageCorners)] = [
        ("top-left", .topLeft), ("top-right", .topRight), ("bottom-right", .bottomRight),
        ("bottom-left", .bottomLeft),
    ]

    /// Parses a name: `top-left`, `top-right`, `bottom-right`, `bottom-left` or `all`; `nil` for any other.
    public init?(name: some StringProtocol) {
        if name == "all" {
            self = .all
        } else if let found = Self.names.first(where: { $0.name == name }) {
            self = found.corner
        } else {
            return nil
        }
    }

    /// Exact identifier of the set: `all`, `none`, or names joined by `+`, clockwise.
    public var identifier: String {
        if isSuperset(of: .all) { return "all" }
        let parts = Self.names.filter { contains($0.corner) }.map(\.name)
        return parts.isEmpty ? "none" : parts.joined(separator: "+")
    }
}

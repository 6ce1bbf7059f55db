/// Which corners of a picture something applies to.
public struct ImageCorners: OptionSet, Hashable, Sendable, Codable {
    /// One bit for each corner, clockwise from the top left.
    public let rawValue: UInt8

    /// Takes the bits as they are.
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

    /// Every corner with the name that a manifest gives it, clockwise from the top left.
    public static let names: [(name: String, corner: ImageCorners)] = [
        ("top-left", .topLeft), ("top-right", .topRight), ("bottom-right", .bottomRight),
        ("bottom-left", .bottomLeft),
    ]

    /// Reads one name: `top-left`, `top-right`, `bottom-right`, `bottom-left` or `all`; `nil` for any other.
    public init?(name: some StringProtocol) {
        if name == "all" {
            self = .all
        } else if let found = Self.names.first(where: { $0.name == name }) {
            self = found.corner
        } else {
            return nil
        }
    }

    /// Names the set exactly, for the identity of a picture: `all`, `none`, or names joined by `+`, clockwise.
    public var identifier: String {
        if isSuperset(of: .all) { return "all" }
        let parts = Self.names.filter { contains($0.corner) }.map(\.name)
        return parts.isEmpty ? "none" : parts.joined(separator: "+")
    }
}

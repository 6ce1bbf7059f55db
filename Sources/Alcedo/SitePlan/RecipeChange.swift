/// A parameter of a manifest that is not what it was when a picture was made.
public struct RecipeChange: Hashable, Sendable, CustomStringConvertible {
    /// Its name as the manifest has it: `width`, `quality.webp`, `process`.
    public var parameter: String
    /// The variant that it belongs to, where that is another one than the picture's own.
    public var variant: String?
    /// Its value then; `nil` where it was not set.
    public var before: String?
    /// Its value now; `nil` where it is not set.
    public var after: String?

    /// Describes a change.
    public init(parameter: String, variant: String? = nil, before: String?, after: String?) {
        self.parameter = parameter
        self.variant = variant
        self.before = before
        self.after = after
    }

    /// `width 320 → 400`.
    public var description: String {
        (variant.map { "\($0): " } ?? "") + "\(parameter) \(before ?? "none") → \(after ?? "none")"
    }
}

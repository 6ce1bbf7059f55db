extension PlannedOutput {
    /// A parameter of the manifest that has changed since a picture was made.
    public struct RecipeChange: Hashable, Sendable, CustomStringConvertible {
        /// Name as in the manifest: `width`, `quality.webp`, `process`.
        public var parameter: String
        /// Previous value; `nil` if it was not set.
        public var before: String?
        /// Present value; `nil` if it is not set.
        public var after: String?

        /// Creates a change.
        public init(parameter: String, before: String?, after: String?) {
            self.parameter = parameter
            self.before = before
            self.after = after
        }

        /// `width 320 → 400`.
        public var description: String {
            "\(parameter) \(before ?? "none") → \(after ?? "none")"
        }
    }
}

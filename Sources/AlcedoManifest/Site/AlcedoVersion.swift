/// The version of Alcedo.
public enum AlcedoVersion {
    /// The version in `alcedo --version` and in the `generator` of the index.
    public static let current = "0.1.0"
}

/// The version of Alcedo.
public enum AlcedoVersion {
    /// As `alcedo --version` prints it and the index's `generator` names it.
    public static let current = "0.1.0"
}

/// The version of Alcedo.
package enum AlcedoVersion {
    /// The version in `alcedo --version` and in the `generator` of the index.
    package static let current = "0.1.0"
}

/// The version of Alcedo.
package enum AlcedoVersion {
    /// The version in `alcedo --version` and in the `generator` of the index.
    package static let current = "0.1.0"

    /// The address of the repository, which has the schemas. `Release/make` compares it with `Release/address`.
    package static let repository = "https://github.com/OWNER/alcedo"
}

import AlcedoBase

/// Failures of the last build into an output.
///
/// The file exists only while something fails; a build without failures removes it.
package struct LastFailures: Hashable, Sendable, ReportState {
    /// A failure and the time of its build.
    package struct Said: Hashable, Sendable, Codable {
        package var failure: BuildFailure
        /// End of the build that reported it, in nanoseconds since 1970. With `--only`, later builds may have run.
        package var moment: Int
    }

    /// Failures, in the manifest's order.
    package var said: [Said]
    /// Whether the last build published the rest. Otherwise the output is from an earlier build.
    package var isPublished: Bool
    /// End of the last build, in nanoseconds since 1970.
    package var moment: Int

    package static let schema = "alcedo-failures-4"
    package static let prefix = "failures"

    package init(_ failures: [BuildFailure], isPublished: Bool, moment: Int) {
        said = failures.map { Said(failure: $0, moment: moment) }
        self.isPublished = isPublished
        self.moment = moment
    }
}

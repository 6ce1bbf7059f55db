/// An error of Alcedo: what failed, for programs and for people.
///
/// Every error that a public function throws is one of a few types with this protocol, or a `CancellationError`.
/// `docs/errors.md` lists the codes.
public protocol AlcedoError: Error, Sendable, CustomStringConvertible {
    /// The phase that failed.
    var phase: ErrorPhase { get }
    /// A stable name for the cause, which begins with the phase: `loader.status.404`. Messages may change, codes do not.
    var code: String { get }
    /// The cause and the remedy, in one line unless there are several mistakes.
    var reason: String { get }
}

extension AlcedoError {
    /// Same as the description.
    public var reason: String { description }
}

/// The codes of an error type, in one list, so that a test can compare them with their documentation.
package protocol ErrorCode: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {}

extension ErrorCode {
    /// The phase that the code begins with.
    package var phase: ErrorPhase {
        let name = rawValue.prefix { $0 != "." }
        // Codes are constants of the program, and ErrorCodesTests takes the phase of each.
        guard let phase = ErrorPhase(rawValue: String(name)) else {
            preconditionFailure("the code \(rawValue) does not begin with a phase")
        }
        return phase
    }
}

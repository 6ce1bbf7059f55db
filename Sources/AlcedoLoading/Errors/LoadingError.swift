public import AlcedoBase

/// Why a source gave no bytes.
///
/// The description is one line with a reason and what to do about it. It holds no header value, no user or
/// password and no expanded address: network sources appear under the text that was written.
public enum LoadingError: Error, Hashable, Sendable {
    /// A file could not be read.
    case file(path: String, FileReason)
    /// A `data:` URI could not be decoded.
    case dataURI(DataURIReason)
    /// No address of a network source gave a picture: one failure for each that was tried, in order.
    case network([NetworkFailure])
}

extension LoadingError {
    /// What is wrong with a file.
    public enum FileReason: Hashable, Sendable {
        /// The system refused, or the file is larger than the limit (then the code is `EFBIG`).
        case system(FileSystemError, byteLimit: Int?)
        /// It changed during two readings in a row.
        case changedWhileReading
    }

    /// What is wrong with a `data:` URI.
    public enum DataURIReason: Error, Hashable, Sendable {
        /// It begins with something else.
        case notADataURI
        /// Nothing divides the media type from the data.
        case missingComma
        /// There is no data.
        case empty
        /// A character that base64 does not have; counted from 1 behind the comma, after percent-decoding.
        case invalidBase64(position: Int)
        /// The number of characters is not one that base64 makes.
        case truncatedBase64
        /// A `#` in percent-encoded data, where a URI ends.
        case unescapedNumberSign
        /// More decoded bytes than the limit.
        case tooLarge(limit: Int)
    }
}

/// What became of one address of a network source.
public struct NetworkFailure: Hashable, Sendable {
    /// The address as it was written. Safe to print.
    public var name: String
    /// What went wrong in the last attempt.
    public var reason: NetworkReason
    /// How often it was tried; 0 when it was refused before anything was sent.
    public var attempts: Int
    /// The host that a redirect had led to when it went wrong, if it was another one; `another host` where its name may
    /// hold a secret (see ``RemoteResource/holdsSecrets``).
    public var redirectedTo: String?

    /// Describes a failure.
    public init(name: String, reason: NetworkReason, attempts: Int, redirectedTo: String? = nil) {
        self.name = name
        self.reason = reason
        self.attempts = attempts
        self.redirectedTo = redirectedTo
    }
}

/// The reason a source could not be loaded.
///
/// The description is one line with a reason and advice. It contains no header value, user name, password or expanded
/// address: network sources are identified by their text as written.
public enum LoadingError: Error, Hashable, Sendable {
    /// A file could not be read.
    case file(path: String, FileReason)
    /// A `data:` URI could not be decoded.
    case dataURI(DataURIReason)
    /// No address of a network source provided a picture. One failure per address tried, in order.
    case network([NetworkFailure])
}

extension LoadingError {
    /// The reason a file could not be read.
    public enum FileReason: Hashable, Sendable {
        /// There is no such file.
        case missing
        /// It is a directory.
        case directory
        /// It is a pipe or a device.
        case notRegular
        /// The user may not read it; with the system's words.
        case denied(String)
        /// More bytes than the limit.
        case tooLarge(limit: Int)
        /// Any other failed system call, with its name and the system's words.
        case unreadable(operation: String, reason: String)
        /// The file changed during two consecutive reads.
        case changedWhileReading
    }

    /// The reason a `data:` URI could not be decoded.
    public enum DataURIReason: Hashable, Sendable {
        /// The text does not begin with `data:`.
        case notADataURI
        /// No comma separates the media type from the data.
        case missingComma
        /// The data is empty.
        case empty
        /// An invalid base64 character. Its position counts from 1 after the comma, after percent-decoding.
        case invalidBase64(position: Int)
        /// The number of characters or the padding is impossible in base64.
        case truncatedBase64
        /// An unescaped `#` in percent-encoded data, where the URI ends.
        case unescapedNumberSign
        /// More decoded bytes than the limit.
        case tooLarge(limit: Int)
    }
}

extension LoadingError {
    /// The failure of one address of a network source.
    public struct NetworkFailure: Hashable, Sendable {
        /// The address as written. Safe to print.
        public var name: String
        /// The reason the last attempt failed.
        public var reason: NetworkReason
        /// The number of attempts; 0 if the address was refused before anything was sent.
        public var attempts: Int
        /// The host that failed, if a redirect led to another one; `another host` where its name may contain a secret
        /// (see ``RemoteResource/holdsSecrets``).
        public var redirectedTo: String?

        /// Creates a failure.
        public init(
            name: String, reason: NetworkReason, attempts: Int, redirectedTo: String? = nil
        ) {
            self.name = name
            self.reason = reason
            self.attempts = attempts
            self.redirectedTo = redirectedTo
        }
    }
}

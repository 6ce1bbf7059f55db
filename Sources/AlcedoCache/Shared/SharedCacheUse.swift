/// What a build had from a shared cache, and gave to it.
package struct SharedCacheUse: Hashable, Sendable {
    /// Look-ups of entries.
    package var lookups = 0
    /// Entries that were found.
    package var found = 0
    /// Blobs that came, and their bytes.
    package var blobs = 0
    package var bytesReceived = 0
    /// Entries that were sent, and the blobs and bytes that were sent for them.
    package var sent = 0
    package var sentBlobs = 0
    package var bytesSent = 0
    /// Entries and originals that could not be sent.
    package var notSent = 0
    /// Damaged entries and blobs.
    package var bad = 0
    /// Entries without the required signature, or with another one.
    package var unsigned = 0

    package init() {}
}

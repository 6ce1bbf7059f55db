/// Differences between the transfers of pictures, whose times their loader limits, and those of a store of objects.
struct TransferSettings: Sendable {
    /// What the response is for.
    var use = Exchange.Use.picture
    /// Time limit for a connection in milliseconds; 0 for none.
    var connectMilliseconds = 0
    /// A transfer slower than this for ``slowSeconds`` ends; 0 for no limit.
    var slowBytesPerSecond = 0
    /// See ``slowBytesPerSecond``.
    var slowSeconds = 0
    /// The signature of the request, if any.
    var signing: ObjectSigning?
}

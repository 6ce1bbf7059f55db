public import AlcedoBase

/// A request that the loader is about to send.
///
/// Its members have the names that they have in Foundation's `URLRequest`, of which this is the part that has a meaning
/// here.
public struct DownloadRequest: Hashable, Sendable {
    /// The address.
    public var url: URL
    /// The method, such as `GET`.
    public var httpMethod = "GET"
    /// The body, if any.
    public var httpBody: Data?

    private var fields = HeaderFields()

    /// Creates a request without header fields.
    public init(url: URL) {
        self.url = url
    }

    /// The header fields by name.
    public var allHTTPHeaderFields: [String: String] { fields.all }

    /// Returns the value of a header field. Case is ignored.
    public func value(forHTTPHeaderField name: String) -> String? {
        fields[name]
    }

    /// Sets a header field, or removes it if `value` is `nil`. Case is ignored.
    public mutating func setValue(_ value: String?, forHTTPHeaderField name: String) {
        fields[name] = value
    }
}

/// The head of a response. Its members have the names that they have in Foundation's `HTTPURLResponse`.
public struct DownloadResponse: Hashable, Sendable {
    /// The address that responded. It may contain secrets.
    public let url: URL
    /// The status code, such as 200.
    public let statusCode: Int

    private let fields: HeaderFields

    /// Creates a response.
    ///
    /// - Parameter headerFields: The header fields by name; repeated fields are joined by commas.
    public init(url: URL, statusCode: Int, headerFields: [String: String] = [:]) {
        self.url = url
        self.statusCode = statusCode
        fields = HeaderFields(headerFields)
    }

    /// The header fields by name.
    public var allHeaderFields: [String: String] { fields.all }

    /// Returns the value of a header field. Case is ignored.
    public func value(forHTTPHeaderField name: String) -> String? {
        fields[name]
    }
}

/// Header fields, whose names ignore case.
private struct HeaderFields: Hashable {
    private struct Field: Hashable {
        var name: String
        var value: String
    }

    private var fields: [String: Field] = [:]

    init(_ all: [String: String] = [:]) {
        for (name, value) in all { self[name] = value }
    }

    var all: [String: String] {
        Dictionary(fields.values.map { ($0.name, $0.value) }, uniquingKeysWith: { one, _ in one })
    }

    subscript(name: String) -> String? {
        get { fields[name.lowercased()]?.value }
        set { fields[name.lowercased()] = newValue.map { Field(name: name, value: $0) } }
    }
}

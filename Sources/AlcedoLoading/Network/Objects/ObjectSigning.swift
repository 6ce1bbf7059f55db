import AlcedoBase

/// The signature of requests to an S3 store: version 4, by libcurl.
package struct ObjectSigning: Sendable {
    /// Text that is not printed by accident.
    package struct Secret: Sendable, CustomStringConvertible, CustomReflectable {
        package let revealed: String
        package var description: String { "(secret)" }
        package var customMirror: Mirror { Mirror(self, children: []) }

        package init(_ text: String) { revealed = text }
    }

    /// Provider, region and service: `aws:amz:eu-west-1:s3`.
    package let scope: String
    /// The id and the secret of the key, separated by a colon.
    package let credentials: Secret
    /// The token of temporary credentials.
    package let sessionToken: Secret?

    package init(region: String, keyID: String, secret: String, sessionToken: String?) {
        scope = "aws:amz:\(region):s3"
        credentials = Secret(keyID + ":" + secret)
        self.sessionToken = sessionToken.map { Secret($0) }
    }

    /// The header fields that are part of the signature.
    func headers(body: Data?) -> [String: String] {
        var headers = ["x-amz-content-sha256": ContentDigest(hashing: body ?? Data()).hex]
        headers["x-amz-security-token"] = sessionToken?.revealed
        return headers
    }
}

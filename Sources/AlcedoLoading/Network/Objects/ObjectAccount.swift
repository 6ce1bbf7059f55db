package import AlcedoBase

/// The account of an S3 store, from the variables and files that the tools of AWS read.
package struct ObjectAccount: Sendable {
    /// `nil` without credentials: requests are then anonymous, which public buckets allow.
    package let signing: ObjectSigning?
    /// Why there are no credentials.
    package let missing: String
    /// Why the variables or the profile cannot be used, in one line.
    package let mistake: String?
    private let region: String
    private let endpoint: String?

    /// - Parameter environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_REGION`,
    ///   `AWS_DEFAULT_REGION`, `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`, `AWS_PROFILE`, and the places of the files:
    ///   `AWS_SHARED_CREDENTIALS_FILE`, `AWS_CONFIG_FILE`, `HOME`.
    package init(_ environment: [String: String]) {
        var mistake: String?
        // A secret from a file often ends with a line break.
        func checked(_ text: String?, _ place: String) -> String? {
            guard let value = text.map(Self.trimmed), !value.isEmpty else { return nil }
            if value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                mistake = mistake ?? "\(place) has a line break or a control character; write it in one line"
            }
            return value
        }
        func variable(_ name: String) -> String? { checked(environment[name], name) }
        let home = environment["HOME"] ?? ""
        let profile = variable("AWS_PROFILE") ?? variable("AWS_DEFAULT_PROFILE") ?? "default"
        let credentials = Self.section(
            [profile], of: variable("AWS_SHARED_CREDENTIALS_FILE") ?? home + "/.aws/credentials")
        let config = Self.section(
            ["profile " + profile, profile], of: variable("AWS_CONFIG_FILE") ?? home + "/.aws/config")
        func setting(_ name: String, _ section: [String: String]) -> String? {
            checked(section[name], "\(name) of the AWS profile '\(profile)'")
        }
        let region =
            variable("AWS_REGION") ?? variable("AWS_DEFAULT_REGION") ?? setting("region", config)
            ?? setting("region", credentials)
        let place = region.flatMap { Self.isRegion($0) ? $0 : nil } ?? "us-east-1"
        self.region = place
        endpoint =
            variable("AWS_ENDPOINT_URL_S3") ?? variable("AWS_ENDPOINT_URL")
            ?? setting("endpoint_url", config)
        missing =
            "there are no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE to a profile "
            + "with keys in ~/.aws/credentials"
        var keys: (id: String, secret: String, token: String?)?
        if let id = variable("AWS_ACCESS_KEY_ID"), let secret = variable("AWS_SECRET_ACCESS_KEY") {
            keys = (id, secret, variable("AWS_SESSION_TOKEN"))
        } else {
            for section in [credentials, config] where keys == nil {
                guard let id = setting("aws_access_key_id", section),
                    let secret = setting("aws_secret_access_key", section)
                else { continue }
                keys = (id, secret, setting("aws_session_token", section))
            }
        }
        self.mistake = mistake
        signing = keys.map {
            ObjectSigning(region: place, keyID: $0.id, secret: $0.secret, sessionToken: $0.token)
        }
    }

    /// Returns the address of the objects of a bucket, ending in a slash; `nil` if the endpoint is none.
    package func address(bucket: String, prefix: String) -> URL? {
        if let endpoint {
            let lowered = endpoint.lowercased()
            guard lowered.hasPrefix("https://") || lowered.hasPrefix("http://"), !endpoint.contains("@"),
                !endpoint.contains("?"), !endpoint.contains("#")
            else { return nil }
            return URL(string: endpoint + (endpoint.hasSuffix("/") ? "" : "/") + bucket + "/" + prefix)
        }
        let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
        // The certificate does not cover a bucket with dots in the host.
        return bucket.contains(".")
            ? URL(string: "https://s3.\(region).\(domain)/\(bucket)/\(prefix)")
            : URL(string: "https://\(bucket).s3.\(region).\(domain)/\(prefix)")
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    private static func isRegion(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    /// Returns the settings of the first of these sections that a file has.
    private static func section(_ names: [String], of path: String) -> [String: String] {
        let text: String
        do {
            text = String(decoding: try FileSystem.read(path, limit: 1 << 20), as: UTF8.self)
        } catch {
            // Most machines have no such file.
            return [:]
        }
        var sections: [String: [String: String]] = [:]
        var name = ""
        for line in text.split(whereSeparator: \.isNewline) {
            // An indented line belongs to a nested setting.
            guard let first = line.first, first != "#", first != ";", first != " ", first != "\t" else {
                continue
            }
            let line = line.trimmed
            if line.hasPrefix("["), line.hasSuffix("]") {
                name = String(line.dropFirst().dropLast()).trimmed
            } else if let sign = line.firstIndex(of: "=") {
                // As for the AWS CLI, a '#' after a value is a part of it.
                let key = String(line[..<sign]).trimmed.lowercased()
                sections[name, default: [:]][key] = String(line[line.index(after: sign)...]).trimmed
            }
        }
        return names.lazy.compactMap { sections[$0] }.first ?? [:]
    }
}

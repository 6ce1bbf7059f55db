import AlcedoBase
import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct ObjectAccountTests {
    static let keys = ["AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "hush"]

    @Test(arguments: [
        ([:], "my-bucket", "p/", "https://my-bucket.s3.us-east-1.amazonaws.com/p/"),
        (["AWS_REGION": "eu-west-1"], "my-bucket", "", "https://my-bucket.s3.eu-west-1.amazonaws.com/"),
        (["AWS_DEFAULT_REGION": "cn-north-1"], "a.b", "", "https://s3.cn-north-1.amazonaws.com.cn/a.b/"),
        (["AWS_REGION": "x/../y"], "bucket", "", "https://bucket.s3.us-east-1.amazonaws.com/"),
        (
            ["AWS_ENDPOINT_URL": "http://127.0.0.1:9000"], "bucket", "p/q/",
            "http://127.0.0.1:9000/bucket/p/q/"
        ),
        (
            ["AWS_ENDPOINT_URL": "http://a", "AWS_ENDPOINT_URL_S3": "https://b/"], "bucket", "",
            "https://b/bucket/"
        ),
    ])
    func findsTheBucket(environment: [String: String], bucket: String, prefix: String, address: String) {
        let account = ObjectAccount(environment)
        #expect(account.address(bucket: bucket, prefix: prefix)?.absoluteString == address)
        #expect(account.signing == nil)
    }

    @Test(arguments: ["ftp://host", "https://user:password@host", "https://host/?x"])
    func anotherEndpointIsNone(endpoint: String) {
        #expect(ObjectAccount(["AWS_ENDPOINT_URL": endpoint]).address(bucket: "bucket", prefix: "") == nil)
    }

    @Test func endsOfValuesAreTrimmed() {
        let account = ObjectAccount([
            "AWS_ACCESS_KEY_ID": " AKID\r\n", "AWS_SECRET_ACCESS_KEY": "hush\n", "AWS_SESSION_TOKEN": " \n",
            "AWS_REGION": "eu-west-1\n",
        ])
        #expect(account.signing?.credentials.revealed == "AKID:hush" && account.mistake == nil)
        #expect(account.signing?.sessionToken == nil && account.signing?.scope == "aws:amz:eu-west-1:s3")
    }

    @Test(arguments: ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL"])
    func controlCharactersAreAMistake(_ name: String) {
        var environment = Self.keys
        environment[name] = "a\nX-Other: b"
        let mistake = ObjectAccount(environment).mistake
        #expect(
            mistake?.hasPrefix(name + " has a line break") == true && mistake?.contains("X-Other") == false)
    }

    @Test func readsTheFilesOfProfiles() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/alcedo-account-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder + "/.aws", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(
            """
            # keys
            [default]
            aws_access_key_id = ONE
            aws_secret_access_key=first/+==

            [team]
            aws_access_key_id = TWO
              nested = 1
            aws_secret_access_key = second
            aws_session_token = token
            """.utf8
        ).write(to: URL(fileURLWithPath: folder + "/.aws/credentials"))
        try Data("[profile team]\nregion = eu-north-1\nendpoint_url = https://s3.example.org\n".utf8)
            .write(to: URL(fileURLWithPath: folder + "/.aws/config"))
        let first = try #require(ObjectAccount(["HOME": folder]).signing)
        #expect(first.credentials.revealed == "ONE:first/+==")
        #expect(first.scope == "aws:amz:us-east-1:s3")
        let team = ObjectAccount(["HOME": folder, "AWS_PROFILE": "team"])
        #expect(team.signing?.credentials.revealed == "TWO:second")
        #expect(team.signing?.sessionToken?.revealed == "token")
        #expect(team.signing?.scope == "aws:amz:eu-north-1:s3")
        #expect(
            team.address(bucket: "bucket", prefix: "")?.absoluteString == "https://s3.example.org/bucket/")
        // Variables come first.
        let own = ObjectAccount(["HOME": folder].merging(Self.keys) { one, _ in one }).signing
        #expect(own?.credentials.revealed == "AKID:hush")
        #expect(own?.sessionToken == nil)
    }

    @Test func signsWhatItSends() async throws {
        let server = try EvilServer(["/bucket/cas/a": [.status(200)]])
        defer { server.stop() }
        let environment = Self.keys.merging([
            "AWS_ENDPOINT_URL": server.url("").absoluteString, "AWS_REGION": "eu-west-1",
            "AWS_SESSION_TOKEN": "temporary",
        ]) { one, _ in one }
        let account = ObjectAccount(environment)
        var limits = ObjectClient.Limits()
        limits.connectMilliseconds = 300_000
        limits.slowSeconds = 300
        limits.timeout = .seconds(3600)
        let client = ObjectClient(
            base: try #require(account.address(bucket: "bucket", prefix: "")), signing: account.signing,
            limits: limits, environment: [:])
        defer { client.close() }
        _ = try await client.get("cas/a", limit: 10)
        _ = try await client.put("cas/a", Data("abc".utf8))
        let requests = server.requests
        for request in requests {
            let value = request.headers["authorization"] ?? ""
            #expect(value.hasPrefix("AWS4-HMAC-SHA256 Credential=AKID/"))
            #expect(value.contains("/eu-west-1/s3/aws4_request"))
            #expect(value.contains("x-amz-content-sha256") && value.contains("x-amz-security-token"))
            #expect(request.headers["x-amz-security-token"] == "temporary")
            #expect(!"\(request)".contains("hush"))
        }
        #expect(
            requests.map { $0.headers["x-amz-content-sha256"] } == [
                ContentDigest(hashing: "").hex, ContentDigest(hashing: "abc").hex,
            ])
    }

    @Test func secretsAreNotPrinted() throws {
        let signing = try #require(ObjectAccount(Self.keys).signing)
        var dumped = ""
        dump(signing, to: &dumped)
        #expect(!dumped.contains("hush") && !"\(signing)".contains("hush"))
    }
}

import Alcedo
import AlcedoBase
import AlcedoCache
import AlcedoContainers
import AlcedoImaging
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes
import AlcedoTools
import AlcedoWorkers
import Foundation
import Testing

// Programs compare codes: they are unique, begin with their phase, and stand in docs/errors.md.

@Suite struct ErrorCodesTests {
    /// One error for each code of its type.
    private static let errors: [any AlcedoError] =
        loading + imaging + caching + pipeline + sites + tools + indexes + [ManifestMistakes(diagnostics: [])]

    private static let loading: [LoadingError] =
        [
            .file(path: "a", .missing), .file(path: "a", .directory), .file(path: "a", .notRegular),
            .file(path: "a", .denied("no")), .file(path: "a", .tooLarge(limit: 1)),
            .file(path: "a", .unreadable(operation: "read", reason: "no")),
            .file(path: "a", .changedWhileReading), .dataURI(.notADataURI), .dataURI(.missingComma),
            .dataURI(.empty), .dataURI(.invalidBase64(position: 1)), .dataURI(.truncatedBase64),
            .dataURI(.unescapedNumberSign), .dataURI(.tooLarge(limit: 1)), .network([]),
        ] + reasons.map { .network([LoadingError.NetworkFailure(name: "a", reason: $0, attempts: 1)]) }

    private static let reasons: [LoadingError.NetworkReason] = [
        .invalidURL, .unsupportedScheme, .userInfo, .plainHTTP, .addressRefused(address: nil, purpose: "a"),
        .invalidHeader("a"), .refusedByModifier, .refusedByRedirectHandler,
        .refusedByChecker(ResponseRefusal("a")), .insecureRedirect, .invalidRedirect,
        .tooManyRedirects(limit: 1), .hostGivenUp(failures: 1, last: .unknownHost), .invalidated,
        .unknownHost, .cannotConnect, .connectionLost, .malformedAnswer, .timedOut(seconds: 1),
        .deadlinePassed, .untrustedCertificate(.expired), .wrongLength(received: 1, announced: 2),
        .undecodable,
        .proxyUnknown(proxy: "a"), .proxyUnreachable(proxy: "a"), .refusedByProxy(status: 403),
        .transport(code: 7), .status(404),
        .tooLarge(limit: 1, announced: nil), .notAPicture(.html),
    ]

    private static let imaging: [ImagingError] = [
        .decode(reason: "a"), .decode(.truncated, reason: "a"), .decode(.empty, reason: "a"),
        .decode(.unsupported, reason: "a"), .decode(.tooLarge, reason: "a"),
        .decode(.tooManyFrames, reason: "a"), .decode(.tooMuchMemory, reason: "a"),
        .decode(.refused, reason: "a"), .process(step: "a", reason: "b"), .color(text: "a", reason: "b"),
        .encode(format: .png, reason: "a"), .encode(.unsupported, format: .png, reason: "a"),
        .encode(.overBudget, format: .png, reason: "a"), .encode(.broken, format: .png, reason: "a"),
        .noFormat(reason: "a"), .library(reason: "a"), .shortage(.threads),
        .lost(during: .open, reason: "a"),
        .lost(during: .placeholders, reason: "a"), .lost(during: .encode(.png), reason: "a"),
    ]

    private static let caching: [CacheError] = [
        .refused(FileSystemError("read", "a", code: 5)), .inTheWay(path: "a"), .notAName("a"),
    ]

    private static let pin = ContentPin(digest: ContentDigest(hashing: "a"), bytes: 1)

    private static let pipeline: [PipelineError] = [
        .provider(reason: "a"), .provider(.missing, reason: "a"), .provider(.tooLarge, reason: "a"),
        .provider(.unreadable, reason: "a"), .provider(.changing, reason: "a"), .provider(.tool, reason: "a"),
        .changed(expected: pin, actual: pin), .notCached(reason: "a"), .write(reason: "a"),
    ]

    private static let sites: [SiteError] = [
        .inTheWay("a"), .collision("a"), .forgotten("a"), .selection("a"), .disk("a"),
        .cannotWrite(reason: "a"), .unfinished(reason: "a"), .lockCannotWrite(path: "a", reason: "b"),
        .cacheCannotWrite(directory: "a", reason: "b"),
        .notSent(cache: "a", count: 1, reason: nil),
        .cacheNotCleared(directory: "a", left: 1, of: 2, reason: "b"), .cleanStopped(deleted: 1, reason: "a"),
        .noSandbox(missing: "a"),
    ]

    private static let tools: [ToolError] = [
        .template([]), .usage("a"), .noFiles(address: "a", file: nil, others: 0, baseURL: "b"),
        .sameFolder(output: "a", pages: "b"), .leadsOut(folder: "a", output: "b"),
        .reportTooLarge(bytes: 2, limit: 1),
    ]

    private static let indexes: [ImageIndexError] = [
        .unreadable(path: "a", reason: "b"), .malformed(place: "a", reason: "b"),
        .newerVersion(found: 3, supported: 2), .unknownImage(id: "a"),
        .unknownVariant(name: "a", available: []), .emptyVariant(name: "a"), .unclearVariant(available: []),
        .missingAlt(image: "a"), .notAbsolute(url: "a"),
    ]

    /// Every code that there is; one that a number follows has `N` in its place.
    private static let codes: [String] = [
        LoadingError.Code.allCases.map { code in
            code.rawValue + ([.refusedByProxy, .transport, .status].contains(code) ? ".N" : "")
        },
        all(ImagingError.Code.self), all(CacheError.Code.self), all(PipelineError.Code.self),
        all(SiteError.Code.self), all(ToolError.Code.self), all(ImageIndexError.Code.self),
        all(ManifestMistakes.Code.self), all(BuildFailure.Code.self),
    ].flatMap(\.self)

    private static func all<Code: ErrorCode>(_ type: Code.Type) -> [String] { type.allCases.map(\.rawValue) }

    @Test func everyCodeIsUniqueAndBeginsWithItsPhase() {
        #expect(Set(Self.codes).count == Self.codes.count)
        let phases = Set(ErrorPhase.allCases.map(\.rawValue))
        for code in Self.codes {
            let parts = code.split(separator: ".", omittingEmptySubsequences: false)
            #expect(parts.count >= 2 && phases.contains(String(parts[0])), "\(code)")
            for part in parts where part != "N" {
                let isPlain = part.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                }
                #expect(isPlain && !part.isEmpty, "\(code)")
            }
        }
    }

    @Test func everyErrorHasTheCodeOfItsCase() {
        var found: [String] = []
        for error in Self.errors {
            #expect(error.code.hasPrefix(error.phase.rawValue + "."), "\(error.code)")
            #expect(!error.reason.isEmpty || error is ManifestMistakes || error is ToolError)
            let last = error.code.split(separator: ".").last ?? ""
            found.append(Int(last) == nil ? error.code : error.code.dropLast(last.count) + "N")
        }
        // All codes but those of failures that nothing throws.
        let unthrown = Self.all(BuildFailure.Code.self)
        #expect(found.sorted() == Self.codes.filter { !unthrown.contains($0) }.sorted())
    }

    @Test func aStatusIsPartOfTheCode() {
        func code(_ reasons: LoadingError.NetworkReason...) -> String {
            LoadingError.network(
                reasons.map { LoadingError.NetworkFailure(name: "a", reason: $0, attempts: 1) }
            ).code
        }
        #expect(code(.status(404)) == "loader.status.404")
        #expect(code(.refusedByProxy(status: 407)) == "loader.proxy-status.407")
        #expect(code(.transport(code: 56)) == "loader.transport.56")
        // Of several addresses, the first one decides.
        #expect(code(.status(503), .unknownHost) == "loader.status.503")
    }

    @Test func thePipelineHasTheCodeOfTheErrorInside() {
        let error = PipelineError.imaging(.decode(.truncated, reason: "it ends too early"))
        #expect((error.phase, error.code) == (.decode, "decode.truncated"))
        let loading = PipelineError.loading(.file(path: "a", .missing))
        #expect((loading.phase, loading.code) == (.loader, "loader.file.missing"))
    }

    @Test func theDocumentListsEveryCodeAndNoOther() throws {
        let page = URL(fileURLWithPath: #filePath).appending(path: "../../../../docs/errors.md").standardized
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap { line in
            line.wholeMatch(of: /\| `([^`]+\.[^`]+)` \| (.+) \|/)
        }
        #expect(rows.map { String($0.1) }.sorted() == Self.codes.sorted())
        #expect(rows.allSatisfy { $0.2.count > 10 })
    }

    @Test func theDocumentListsEveryPhase() throws {
        let page = URL(fileURLWithPath: #filePath).appending(path: "../../../../docs/errors.md").standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        let titles = text.matches(of: /(?m)^## `(\w+)`/).map { String($0.1) }
        #expect(titles == ErrorPhase.allCases.map(\.rawValue))
    }
}

import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// The side that listens to a worker; a class, because `#expect` only takes values that do not change.
private final class Listener {
    private var bounds: WorkerBounds

    init(_ source: ImageJob.Source?) { bounds = WorkerBounds(source) }

    func allow(_ reply: WorkerReply) -> Bool { bounds.allow(reply) }
    func begin(_ work: ImageJob.Work) { bounds.begin(work) }
    func maxBytes(_ kind: WorkerReply.Kind) -> Int { bounds.maxBytes(kind) }
}

/// A worker that lies.
@Suite struct WorkerBoundsTests {
    private static let photo = PNGFile(.photo(120, 80)).data
    private static let facts = ImageFacts(type: .png, width: 120, height: 80)
    private static let requests: [ImageRequest] = [.one(.jpeg, width: 60), .one(.webp, width: 30)]

    private static func bounds(_ work: ImageJob.Work?, admitted: Bool = true) -> Listener {
        let bounds = Listener(ImageJob.Source(data: photo, limits: ImageLimits(seconds: 10)))
        guard let work else { return bounds }
        #expect(bounds.allow(.step(.open, seconds: 10)) && bounds.allow(.facts(facts)))
        bounds.begin(work)
        if admitted { #expect(bounds.allow(.admission(bytes: 1000))) }
        return bounds
    }

    private static func image(_ format: OutputFormat, _ width: Int, _ height: Int) -> EncodedImage {
        let data = Data([1, 2, 3])
        let file = EncodedImage.File(
            digest: ContentDigest(hashing: data), bytes: 3, width: width, height: height, frames: 1,
            format: format)
        return EncodedImage(file, content: .data(data))
    }

    private static let jpeg = ImageJob.OutputID(request: 0, format: .jpeg)
    private static let webp = ImageJob.OutputID(request: 1, format: .webp)

    private static func result(_ change: (inout ImageJob.Result) -> Void = { _ in }) -> WorkerReply {
        var result = ImageJob.Result(
            facts: facts, outputs: [jpeg: image(.jpeg, 60, 40), webp: image(.webp, 30, 20)])
        change(&result)
        return .result(result, resident: 5)
    }

    @Test func whatAWorkerSaysInEarnestIsAllowed() {
        let bounds = Self.bounds(ImageJob.Work(requests: Self.requests))
        for step: ImageJob.Step in [.decode, .process, .encode(.jpeg), .process, .encode(.webp)] {
            #expect(bounds.allow(.step(step, seconds: 10)))
        }
        #expect(bounds.allow(.files([3])) && bounds.allow(.files([3])) && bounds.allow(Self.result()))
        let asked = Listener(nil)
        #expect(
            asked.allow(.step(.identity, seconds: 60)) && asked.allow(.identity(ContentDigest(hashing: "x"))))
    }

    @Test(arguments: [-1, 10.001, 1e9, .nan, .infinity, -.infinity])
    func aStepHasNoMoreTimeThanItsWorkNeeds(_ seconds: Double) {
        let before = Self.bounds(nil)
        #expect(!before.allow(.step(.open, seconds: seconds)))
        for step: ImageJob.Step in [.decode, .process, .encode(.jpeg), .placeholders] {
            let bounds = Self.bounds(ImageJob.Work(requests: Self.requests))
            #expect(!bounds.allow(.step(step, seconds: seconds)))
        }
    }

    @Test func stepsEnd() {
        let bounds = Self.bounds(ImageJob.Work(requests: Self.requests))
        let allowed = (0..<1000).filter { _ in bounds.allow(.step(.process, seconds: 10)) }
        #expect(allowed.count == 6)
        let before = Self.bounds(nil)
        #expect(before.allow(.step(.open, seconds: 10)) && !before.allow(.step(.open, seconds: 10)))
        let unknown = Self.bounds(nil)
        #expect(!unknown.allow(.step(.decode, seconds: 1)))
    }

    @Test(arguments: [
        ImageFacts(type: .jpeg, width: 120, height: 80), ImageFacts(type: .png, width: 0, height: 80),
        ImageFacts(type: .png, width: 120, height: -1), ImageFacts(type: .png, width: .max, height: .max),
        ImageFacts(type: .png, width: 20_000, height: 20_000), ImageFacts(type: .png, width: 1, height: .max),
        ImageFacts(type: .png, width: 120, height: 80, frames: 0),
        ImageFacts(type: .png, width: 120, height: 80, frames: 1001),
        ImageFacts(type: .png, width: 120, height: 80, frames: .min),
        ImageFacts(type: .png, width: 120, height: 80, orientation: 9),
        ImageFacts(type: .png, width: 120, height: 80, proportions: PixelSize(width: 0, height: 1)),
        ImageFacts(type: .png, width: 120, height: 80, proportions: PixelSize(width: 1, height: .max)),
    ])
    func factsAreWithinTheLimits(_ facts: ImageFacts) {
        let bounds = Self.bounds(nil)
        #expect(!bounds.allow(.facts(facts)))
    }

    @Test func messagesComeInTheirOrder() {
        let work = ImageJob.Work(requests: Self.requests)
        let none = Self.bounds(nil)
        #expect(!none.allow(.admission(bytes: 1)) && !none.allow(.files([1])) && !none.allow(Self.result()))
        #expect(!none.allow(.hello(version: WorkerProtocol.version, sandbox: .available)))
        #expect(!none.allow(.identity(ContentDigest(hashing: "x"))))
        let begun = Self.bounds(work, admitted: false)
        #expect(!begun.allow(.facts(Self.facts)), "twice")
        #expect(!begun.allow(.files([1])) && !begun.allow(Self.result()), "before there is memory")
        #expect(!begun.allow(.admission(bytes: -1)))
        let admitted = Self.bounds(work)
        #expect(!admitted.allow(.admission(bytes: 1)), "twice")
    }

    @Test func filesAreAsManyAndAsLargeAsTheWorkAllows() {
        for sizes in [[0], [-1], [.max], [1 << 33], [3_000_000], [1, 1, 1]] {
            let bounds = Self.bounds(ImageJob.Work(requests: Self.requests))
            #expect(!bounds.allow(.files(sizes)), "\(sizes)")
        }
        let bounds = Self.bounds(ImageJob.Work(requests: Self.requests))
        #expect(bounds.allow(.files([1, 1])) && !bounds.allow(.files([1])))
    }

    @Test func aMessageIsNoLongerThanItsKindMayBe() {
        let bounds = Self.bounds(ImageJob.Work(requests: Self.requests))
        for kind in WorkerReply.Kind.allCases {
            #expect(bounds.maxBytes(kind) <= 5_000_000, "\(kind)")
        }
        let before = bounds.maxBytes(.result)
        _ = bounds.allow(.files([1_000_000]))
        #expect(bounds.maxBytes(.result) == before + 1_000_000)
    }

    @Test func aResultIsWhatWasPlanned() {
        typealias Change = (inout ImageJob.Result) -> Void
        let changes: [(String, Change)] = [
            ("other facts", { $0.facts.width = 121 }),
            ("an opacity that the header excludes", { $0.facts.isOpaque = false }),
            ("unknown opacity", { $0.facts.isOpaque = nil }),
            ("a file less", { $0.outputs[Self.webp] = nil }),
            (
                "a file more",
                { $0.outputs[ImageJob.OutputID(request: 0, format: .png)] = Self.image(.png, 60, 40) }
            ),
            (
                "a request more",
                { $0.outputs[ImageJob.OutputID(request: 9, format: .png)] = Self.image(.png, 1, 1) }
            ),
            ("another width", { $0.outputs[Self.jpeg]?.file.width = 61 }),
            ("another height", { $0.outputs[Self.jpeg]?.file.height = .max }),
            ("no width", { $0.outputs[Self.jpeg]?.file.width = 0 }),
            ("more frames", { $0.outputs[Self.jpeg]?.file.frames = 2 }),
            ("another format", { $0.outputs[Self.jpeg]?.file.format = .png }),
            ("no bytes", { $0.outputs[Self.jpeg]?.file.bytes = 0 }),
            ("too many bytes", { $0.outputs[Self.jpeg]?.file.bytes = .max }),
            ("a failure of no request", { $0.failures[2] = .library(reason: "") }),
            (
                "placeholders that nobody wants",
                { $0.placeholders = ImagePlaceholders([.blurhash: .text("a")]) }
            ),
        ]
        for (what, change) in changes {
            let bounds = Self.bounds(ImageJob.Work(requests: Self.requests))
            #expect(!bounds.allow(Self.result(change)), "\(what)")
        }
        let failed = Self.bounds(ImageJob.Work(requests: Self.requests))
        #expect(
            failed.allow(
                Self.result {
                    $0.outputs[Self.webp] = nil
                    $0.failures[1] = .library(reason: "no memory")
                }))
        let finished = Self.bounds(ImageJob.Work(requests: Self.requests, finished: [Self.webp]))
        #expect(finished.allow(Self.result { $0.outputs[Self.webp] = nil }))
    }
}

/// The files that a worker fills.
@Suite struct WorkerFilesTests {
    private static func folder() throws -> String {
        let folder = NSTemporaryDirectory() + "/alcedo-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    private static func file(_ bytes: Int, _ format: OutputFormat) -> EncodedImage.File {
        EncodedImage.File(
            digest: ContentDigest(hashing: "x"), bytes: bytes, width: 8, height: 8, frames: 1, format: format)
    }

    @Test func aFileIsInspectedBeforeItIsAdopted() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var files = WorkerFiles(in: folder)
        let png = PNGFile(.plain(8, 8, 10, 20, 30)).data
        let page = Data("<html><script>alert(1)</script></html>".utf8)
        let descriptors = try files.create([png.count, png.count, page.count])
        for (descriptor, bytes) in zip(descriptors, [png, png.dropLast(), page]) {
            try FileSystem.write(Data(bytes), toOpenFile: descriptor, named: "a file")
        }
        let path = try #require(files.inspected("0", Self.file(png.count, .png)))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == png)
        #expect(files.inspected("0", Self.file(png.count, .webp)) == nil, "another type")
        #expect(files.inspected("0", Self.file(png.count - 1, .png)) == nil, "another size than announced")
        #expect(files.inspected("1", Self.file(png.count, .png)) == nil, "shorter than announced")
        #expect(files.inspected("2", Self.file(page.count, .png)) == nil, "a page")
        for reference in ["3", "-1", "", "/etc/passwd", "../x", path, "0 ", "99999999999999999999"] {
            #expect(files.inspected(reference, Self.file(png.count, .png)) == nil, "\(reference)")
        }
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
        #expect(files.inspected("0", Self.file(png.count, .png)) == nil, "a link")
        files.remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test func aFolderThatIsNotThereLeavesNothing() {
        var files = WorkerFiles(in: "/nonexistent/folder")
        #expect(throws: FileSystemError.self) { try files.create([1, 2]) }
        #expect(files.inspected("0", Self.file(1, .png)) == nil)
    }
}

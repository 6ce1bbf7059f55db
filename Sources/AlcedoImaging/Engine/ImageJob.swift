public import AlcedoBase
public import Foundation

/// Names one file of a job: the request it belongs to, and its format.
public struct OutputID: Hashable, Sendable, Comparable, Codable {
    /// The index of the request in ``ImageWork/requests``.
    public var request: Int
    /// The format it is written in.
    public var format: OutputFormat

    /// Names a file.
    public init(request: Int, format: OutputFormat) {
        self.request = request
        self.format = format
    }

    /// Orders by request, then by format.
    public static func < (left: OutputID, right: OutputID) -> Bool {
        left.request != right.request ? left.request < right.request : left.format < right.format
    }
}

/// The bounds that a source must stay within.
public struct ImageLimits: Hashable, Sendable, Codable {
    /// The most pixels, over all frames.
    public var pixels: Int
    /// The most frames.
    public var frames: Int
    /// Seconds for one step of the work (reading the header, decoding, making one picture, writing one file), or as
    /// many times more as the step is larger than three seconds of an idle core. Needs worker processes; in-process
    /// engines stop nothing.
    public var seconds: Double

    /// 268 megapixels, 1,000 frames and 60 seconds unless said otherwise.
    public init(pixels: Int = 268_000_000, frames: Int = 1000, seconds: Double = 60) {
        self.pixels = pixels
        self.frames = frames
        self.seconds = seconds
    }
}

/// What a file gives that ends too early, or ends as it should and lacks rows before.
public enum TruncationPolicy: String, Hashable, Sendable, CaseIterable, Codable {
    /// An error.
    case fail
    /// The part that is there.
    case allow
}

/// The bytes of a source and what is to be minded about them: everything an engine needs before it knows the header.
public struct ImageSource: Sendable {
    /// The encoded bytes.
    public var data: Data
    /// The bounds.
    public var limits: ImageLimits
    /// What a cut-off source gives.
    public var truncation: TruncationPolicy
    /// How long the work on it should take, in seconds; see ``WorkEstimate``. Of sources that wait for an engine the
    /// longest is begun first.
    public var expected: Double

    /// Describes a source.
    public init(
        data: Data, limits: ImageLimits = ImageLimits(), truncation: TruncationPolicy = .fail,
        expected: Double = 0
    ) {
        self.data = data
        self.limits = limits
        self.truncation = truncation
        self.expected = expected
    }
}

/// What is wanted of a source.
public struct ImageWork: Sendable, Codable {
    /// Every picture that the manifest asks of this source, whether it is missing or not. What is made from what
    /// is planned from the whole set, so that bytes never depend on what happened to be cached.
    public var requests: [ImageRequest]
    /// The files that need not be made, because they are there already.
    public var finished: Set<OutputID>
    /// The placeholders that are wanted.
    public var placeholders: Set<PlaceholderKind>

    /// Describes work.
    public init(
        requests: [ImageRequest], finished: Set<OutputID> = [], placeholders: Set<PlaceholderKind> = []
    ) {
        self.requests = requests
        self.finished = finished
        self.placeholders = placeholders
    }
}

/// A source with all that is wanted of it: everything an engine needs, and no picture handles.
public struct ImageJob: Sendable {
    /// The source.
    public var source: ImageSource
    /// What is wanted of it, whatever its header says.
    public var work: ImageWork

    /// Describes a job.
    public init(
        data: Data, requests: [ImageRequest], finished: Set<OutputID> = [],
        placeholders: Set<PlaceholderKind> = [], limits: ImageLimits = ImageLimits(),
        truncation: TruncationPolicy = .fail
    ) {
        source = ImageSource(data: data, limits: limits, truncation: truncation)
        work = ImageWork(requests: requests, finished: finished, placeholders: placeholders)
    }
}

/// An encoded file that was written by another process, and is the reader's to move or to delete.
public struct EncodedFile: Hashable, Sendable, Codable {
    /// Where it is.
    public var path: String
    /// The digest of its bytes.
    public var digest: ContentDigest
    /// How many bytes it has.
    public var bytes: Int

    /// Names a file.
    public init(path: String, digest: ContentDigest, bytes: Int) {
        self.path = path
        self.digest = digest
        self.bytes = bytes
    }
}

/// One encoded file.
public struct EncodedImage: Hashable, Sendable, Codable {
    /// Where the bytes are.
    public enum Content: Hashable, Sendable, Codable {
        /// Here.
        case data(Data)
        /// In a file.
        case file(EncodedFile)
    }

    /// Its bytes.
    public var content: Content
    /// Its format.
    public var format: OutputFormat
    /// Pixels across.
    public var width: Int
    /// Pixels down, of one frame.
    public var height: Int
    /// How many frames it has.
    public var frames: Int

    /// Describes a file.
    public init(content: Content, format: OutputFormat, width: Int, height: Int, frames: Int) {
        self.content = content
        self.format = format
        self.width = width
        self.height = height
        self.frames = frames
    }

    /// The bytes, unless they are in a file.
    public var data: Data? {
        if case .data(let data) = content { data } else { nil }
    }
}

/// What came out of a job.
public struct ImageJobResult: Sendable, Codable {
    /// The facts of the source, complete (``ImageFacts/isOpaque`` is known).
    public var facts: ImageFacts
    /// What the source says of itself.
    public var metadata: ImageMetadata
    /// The files that were made.
    public var outputs: [OutputID: EncodedImage]
    /// The pictures that could not be made, by index of the request, with the reason.
    public var failures: [Int: ImagingError]
    /// The placeholders, if any were wanted.
    public var placeholders: ImagePlaceholders?
    /// Things to tell the user that did not stop the work, one sentence each.
    public var warnings: [String]

    /// Describes a result.
    public init(
        facts: ImageFacts, metadata: ImageMetadata = ImageMetadata(), outputs: [OutputID: EncodedImage] = [:],
        failures: [Int: ImagingError] = [:],
        placeholders: ImagePlaceholders? = nil, warnings: [String] = []
    ) {
        self.facts = facts
        self.metadata = metadata
        self.outputs = outputs
        self.failures = failures
        self.placeholders = placeholders
        self.warnings = warnings
    }
}

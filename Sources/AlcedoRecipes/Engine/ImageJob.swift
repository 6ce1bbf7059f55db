public import AlcedoBase

extension ImageJob {
    /// Identifier of one file of a job: its request and its format.
    public struct OutputID: Hashable, Sendable, Comparable, Codable {
        /// The index of the request in ``ImageJob/Work/requests``.
        public var request: Int
        /// The format it is written in.
        public var format: OutputFormat

        /// Creates an identifier.
        public init(request: Int, format: OutputFormat) {
            self.request = request
            self.format = format
        }

        /// Orders by request, then by format.
        public static func < (left: OutputID, right: OutputID) -> Bool {
            left.request != right.request ? left.request < right.request : left.format < right.format
        }
    }
}

/// Limits that a source must not exceed.
public struct ImageLimits: Hashable, Sendable, Codable {
    /// Maximum number of pixels, over all frames.
    public var pixels: Int
    /// Maximum number of frames.
    public var frames: Int
    /// Deadline in seconds for one step of the work (reading the header, decoding, making one picture, writing one
    /// file). Scaled up for steps expected to take more than three seconds of an idle core. Requires worker
    /// processes: in-process engines cannot interrupt a step.
    public var seconds: Double

    /// Creates limits. The defaults are 268 megapixels, 1,000 frames, and 60 seconds.
    public init(pixels: Int = 268_000_000, frames: Int = 1000, seconds: Double = 60) {
        self.pixels = pixels
        self.frames = frames
        self.seconds = seconds
    }
}

/// Treatment of files that end too early, or that end properly but lack rows.
public enum TruncationPolicy: String, Hashable, Sendable, CaseIterable, Codable {
    /// Throw an error.
    case fail
    /// Use the part that is present.
    case allow
}

extension ImageJob {
    /// A source's bytes and how to treat them: everything an engine needs before it has read the header.
    public struct Source: Sendable {
        /// The encoded bytes.
        public var data: Data
        /// The limits that the source must not exceed.
        public var limits: ImageLimits
        /// The treatment of a truncated source.
        public var truncation: TruncationPolicy
        /// The only frame or page to read, from 0; `nil` for the whole picture.
        public var page: Int?
        /// The estimated seconds of work; see `WorkEstimate`. The longest source waiting for an engine starts first.
        public var expected: Double

        /// Creates a source.
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

    /// The work to do for one source.
    public struct Work: Sendable, Codable {
        /// Every picture that the manifest requests of this source, cached or not. Derivations are planned from the whole
        /// set, so that bytes never depend on what is cached.
        public var requests: [ImageRequest]
        /// The files that already exist and are not made again.
        public var finished: Set<OutputID>
        /// The placeholders to compute.
        public var placeholders: Set<PlaceholderKind>

        /// Creates work.
        public init(
            requests: [ImageRequest], finished: Set<OutputID> = [],
            placeholders: Set<PlaceholderKind> = []
        ) {
            self.requests = requests
            self.finished = finished
            self.placeholders = placeholders
        }
    }
}

/// A source and its work: everything an engine needs, without picture handles.
public struct ImageJob: Sendable {
    /// The source.
    public var source: Source
    /// The work, whatever the source's header says.
    public var work: Work

    /// Creates a job.
    public init(
        data: Data, requests: [ImageRequest], finished: Set<OutputID> = [],
        placeholders: Set<PlaceholderKind> = [], limits: ImageLimits = ImageLimits(),
        truncation: TruncationPolicy = .fail
    ) {
        source = Source(data: data, limits: limits, truncation: truncation)
        work = Work(requests: requests, finished: finished, placeholders: placeholders)
    }
}

extension EncodedImage {
    /// One encoded file: its identity, size, format and dimensions.
    public struct File: Hashable, Sendable, Codable {
        /// The digest of the bytes.
        public var digest: ContentDigest
        /// The number of bytes.
        public var bytes: Int
        /// Pixels across.
        public var width: Int
        /// Pixels down, of one frame.
        public var height: Int
        /// The number of frames.
        public var frames: Int
        /// The format.
        public var format: OutputFormat
        /// How its quality came about, if that was a target and the file is not the source's own.
        public var found: FoundQuality?

        /// Describes a file.
        public init(
            digest: ContentDigest, bytes: Int, width: Int, height: Int, frames: Int, format: OutputFormat,
            found: FoundQuality? = nil
        ) {
            self.digest = digest
            self.bytes = bytes
            self.width = width
            self.height = height
            self.frames = frames
            self.format = format
            self.found = found
        }
    }
}

/// An encoded file with its bytes.
public struct EncodedImage: Hashable, Sendable, Codable {
    /// The location of the bytes.
    public enum Content: Hashable, Sendable, Codable {
        /// In memory.
        case data(Data)
        /// In a file at this path, written by another process. The receiver owns it, and moves or deletes it.
        case file(String)
    }

    /// The properties of the file.
    public var file: File
    /// The bytes.
    public var content: Content

    /// Describes a file.
    public init(_ file: File, content: Content) {
        self.file = file
        self.content = content
    }

    /// The bytes, unless they are in a file.
    public var data: Data? {
        if case .data(let data) = content { data } else { nil }
    }
}

extension ImageJob {
    /// The result of a job.
    public struct Result: Sendable, Codable {
        /// The facts of the source, complete (``ImageFacts/isOpaque`` is known).
        public var facts: ImageFacts
        /// The metadata embedded in the source.
        public var metadata: ImageMetadata
        /// The files that were made. Requests for the same file share it.
        public var outputs: [OutputID: EncodedImage]
        /// The pictures that could not be made, by index of the request, with the reason.
        public var failures: [Int: ImagingError]
        /// The placeholders, if any were requested.
        public var placeholders: ImagePlaceholders?
        /// Problems that did not stop the work, for the user, one sentence each.
        public var warnings: [String]

        /// Creates a result.
        public init(
            facts: ImageFacts, metadata: ImageMetadata = ImageMetadata(),
            outputs: [OutputID: EncodedImage] = [:],
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
}

import AlcedoBase

/// How the engine of a build is made that works in the calling process.
///
/// `AlcedoImaging` has one, `EngineMaker.threads`. It is asked for by programs that have no worker to start, and by those with steps
/// and serializers of their own, which no other process has. All others need not link the library that makes pixels.
public struct EngineMaker: Sendable {
    /// What tells it from others.
    public let name: String
    let make: @Sendable (_ threads: Int, _ memory: MemoryBudget?) -> any ImageEngine

    /// Creates a maker.
    ///
    /// - Parameters:
    ///   - name: What tells it from others.
    ///   - make: Returns an engine for a number of pictures at once, within a budget of memory.
    public init(
        _ name: String,
        _ make: @escaping @Sendable (_ threads: Int, _ memory: MemoryBudget?) -> any ImageEngine
    ) {
        self.name = name
        self.make = make
    }

    /// Returns the engine of a maker, or one that only says what is missing.
    package static func engine(
        of maker: EngineMaker?, threads: Int, memory: MemoryBudget?
    ) -> any ImageEngine {
        maker?.make(threads, memory) ?? MissingEngine()
    }
}

extension EngineMaker: Hashable {
    /// Whether both have the same name.
    public static func == (one: EngineMaker, other: EngineMaker) -> Bool { one.name == other.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The engine of a run for which none was chosen.
private struct MissingEngine: ImageEngine {
    private static let fault = ImagingError.library(
        reason: "this build has no engine in this process; give it 'inProcess: .threads' of AlcedoImaging")

    func identity() throws -> ContentDigest { throw Self.fault }

    func inspect(_ data: Data, limits: ImageLimits) async throws -> ImageFacts { throw Self.fault }

    func run(
        _ source: ImageJob.Source, handingOverIn folder: String?,
        _ work: @escaping @Sendable (ImageFacts) throws -> ImageJob.Work
    ) async throws -> ImageJob.Result { throw Self.fault }
}

import AlcedoBase
public import AlcedoLoading
public import AlcedoRecipes

/// What a program adds to the builds of its sites.
///
/// ```swift
/// let extensions = SiteExtensions(
///     processors: ["mosaic": { Mosaic(side: try $0.integer("side", in: 1...500, default: 8)) }],
///     providers: ["moon": { MoonProvider(phase: try $0.number("phase", in: 0...1)) }],
///     serializers: ["qoi": QOISerializer()])
/// let report = try await SiteBuilder(options: BuildOptions(inProcess: .threads), extensions: extensions).build()
/// ```
public struct SiteExtensions: Sendable {
    /// Makes a processor with the settings of one step.
    public typealias MakeProcessor = @Sendable (ManifestSettings) throws -> any ProcessorRecipe
    /// Makes a provider with the settings of one source.
    public typealias MakeProvider = @Sendable (ManifestSettings) throws -> any ImageDataProvider

    /// Processors, by their names in `process`. They run in the calling process, whatever the engine.
    public var processors: [String: MakeProcessor]
    /// Providers, by their names in `provider`.
    public var providers: [String: MakeProvider]
    /// Serializers, by their names in `formats`. They run in the calling process, whatever the engine.
    public var serializers: [String: any SerializerRecipe]
    /// Changes the first request of each attempt to load a remote source.
    public var requestModifier: (any RequestModifier)?
    /// Called before a redirect is followed.
    public var redirectHandler: (any RedirectHandler)?
    /// Called before a response is accepted as a picture.
    public var responseChecker: (any ResponseChecker)?
    /// Decides what happens after a failed attempt, instead of the manifest's `retries`.
    public var retryStrategy: (any RetryStrategy)?

    /// Creates extensions; none by default.
    public init(
        processors: [String: MakeProcessor] = [:], providers: [String: MakeProvider] = [:],
        serializers: [String: any SerializerRecipe] = [:], requestModifier: (any RequestModifier)? = nil,
        redirectHandler: (any RedirectHandler)? = nil, responseChecker: (any ResponseChecker)? = nil,
        retryStrategy: (any RetryStrategy)? = nil
    ) {
        self.processors = processors
        self.providers = providers
        self.serializers = serializers
        self.requestModifier = requestModifier
        self.redirectHandler = redirectHandler
        self.responseChecker = responseChecker
        self.retryStrategy = retryStrategy
    }

    /// Reports names that a manifest already has, and formats that no file can have.
    func check(_ problems: Problems) {
        for name in processors.keys.sorted() where ProcessorRegistry.names.contains(name) {
            problems.error("the processor '\(name)' of this program has the name of a built-in one", at: nil)
        }
        let formats = OutputFormat.allCases.map(\.word) + ["auto", "source", "original"]
        for (name, serializer) in serializers.sorted(by: { $0.key < $1.key }) {
            if formats.contains(name) {
                problems.error(
                    "the serializer '\(name)' of this program has the name of a built-in format", at: nil)
            }
            if case .custom(let format) = serializer.format, let fault = format.fault {
                problems.error("the format of the serializer '\(name)' \(fault)", at: nil)
            }
        }
    }
}

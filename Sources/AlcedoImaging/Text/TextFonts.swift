import AlcedoBase
import CText

/// The fonts that texts are drawn with, opened once per process. Pango is used by one thread at a time.
///
/// A text sees its own fonts and no others, so which fonts a machine has decides nothing.
enum TextFonts {
    private struct State {
        /// The bytes of every font that was met.
        var files: [ContentDigest: Data] = [:]
        /// The most recently used last.
        var opened: [(fonts: [ContentDigest], handle: OpaquePointer)] = []
    }

    private static let state = Locked(State())
    /// Lists of fonts that stay open: the fonts of a site's cards, not those of all sites.
    private static let maxOpened = 6

    /// Keeps the bytes of a font, and returns the digest that names them.
    static func keep(_ data: Data) -> ContentDigest {
        let digest = ContentDigest(hashing: data)
        state.withLock { state in if state.files[digest] == nil { state.files[digest] = data } }
        return digest
    }

    /// The bytes of a font.
    static func data(of digest: ContentDigest) -> Data? { state.withLock { $0.files[digest] } }

    /// Calls `body` with these fonts.
    ///
    /// - Throws: ``ImagingError/process(step:reason:)`` if they cannot be opened, or what `body` throws.
    static func with<Result>(
        _ fonts: [ImageProcessors.Text.Font], _ body: (OpaquePointer) throws -> Result
    ) throws -> Result {
        try state.withLock { state in
            let digests = fonts.map(\.digest)
            if let place = state.opened.firstIndex(where: { $0.fonts == digests }) {
                let known = state.opened.remove(at: place)
                state.opened.append(known)
                return try body(known.handle)
            }
            let handle = try open(digests.compactMap { state.files[$0] })
            if state.opened.count >= maxOpened { alcedo_fonts_close(state.opened.removeFirst().handle) }
            state.opened.append((digests, handle))
            return try body(handle)
        }
    }

    private static func open(_ files: [Data]) throws -> OpaquePointer {
        if let fault = InstalledFonts.fault { throw ImagingError.process(step: "text", reason: fault) }
        var pointers: [UnsafeRawPointer?] = []
        func open(_ rest: ArraySlice<Data>) -> OpaquePointer? {
            guard let first = rest.first else {
                return alcedo_fonts_open(pointers, files.map(\.count), Int32(files.count))
            }
            return first.withUnsafeBytes { bytes in
                pointers.append(bytes.baseAddress)
                return open(rest.dropFirst())
            }
        }
        guard let handle = open(files[...]) else {
            throw ImagingError.process(step: "text", reason: "the fonts cannot be opened")
        }
        return handle
    }
}

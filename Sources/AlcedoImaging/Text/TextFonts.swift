import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CText

/// The fonts that texts are drawn with, opened once per process. Pango is used by one thread at a time.
///
/// A text sees its own fonts and no others, so which fonts a machine has decides nothing.
enum TextFonts {
    private struct State {
        /// Their open files, which stay: see `alcedo_font_file`.
        var descriptors: [ContentDigest: Int32] = [:]
        /// The most recently used last.
        var opened: [(fonts: [ContentDigest], handle: OpaquePointer)] = []
    }

    private static let state = Locked(State())
    /// Lists of fonts that stay open: the fonts of a site's cards, not those of all sites.
    private static let maxOpened = 6

    /// Calls `body` with these fonts.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` if they cannot be opened, or what `body` throws.
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
            let handle = try open(digests, &state)
            if state.opened.count >= maxOpened { alcedo_fonts_close(state.opened.removeFirst().handle) }
            state.opened.append((digests, handle))
            return try body(handle)
        }
    }

    private static func open(_ fonts: [ContentDigest], _ state: inout State) throws -> OpaquePointer {
        if let fault = InstalledFonts.fault { throw ImagingError.process(step: "text", reason: fault) }
        var descriptors: [Int32] = []
        for digest in fonts {
            guard let data = FontFiles.data(of: digest) else { continue }
            let known = state.descriptors[digest]
            let descriptor = known ?? data.withUnsafeBytes { alcedo_font_file($0.baseAddress, $0.count) }
            guard descriptor >= 0 else { throw unopened }
            state.descriptors[digest] = descriptor
            descriptors.append(descriptor)
        }
        guard let handle = alcedo_fonts_open(descriptors, Int32(descriptors.count)) else { throw unopened }
        return handle
    }

    private static let unopened = ImagingError.process(step: "text", reason: "the fonts cannot be opened")
}

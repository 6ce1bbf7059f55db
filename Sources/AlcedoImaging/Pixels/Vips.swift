import AlcedoContainers
import AlcedoRecipes
import AlcedoWorkers
import CVipsShims

/// Access to libvips: starts it on first use and collects its errors.
enum Vips {
    /// The error text of a failed libvips call.
    ///
    /// libvips keeps one text per process, so under load it may come from another job: a hint to add to what the caller
    /// knows, never a basis for decisions.
    struct Failure: Error {
        var text: String
        /// Whether a side of the picture exceeds what libvips can count. This is certain.
        var isTooLarge = false
    }

    /// Starts libvips, once per process.
    /// - Throws: ``/AlcedoRecipes/ImagingError/library(reason:)``.
    static func start() throws {
        if let fault = alcedo_vips_fault() {
            throw ImagingError.library(
                reason: "libvips cannot be loaded: \(String(cString: fault)); install libvips 8.14 or later")
        }
        guard EngineIdentity.libraryIsAtLeast(8, 14) else {
            throw ImagingError.library(
                reason: "libvips \(EngineIdentity.libraryVersion) is too old; install libvips 8.14 or later")
        }
        Surroundings.settle()
        guard alcedo_vips_start() == 0 else {
            throw ImagingError.library(reason: "libvips could not be started: \(takeError())")
        }
    }

    /// Calls a shim function that returns a picture.
    static func image(_ body: (UnsafeMutablePointer<OpaquePointer?>) -> Int32) throws(Failure)
        -> OpaquePointer
    {
        var handle: OpaquePointer?
        let status = body(&handle)
        guard status == 0, let handle else {
            throw Failure(text: takeError(), isTooLarge: status == ALCEDO_TOO_LARGE)
        }
        return handle
    }

    /// The number of times this thread has taken the pending error text, which every failure reported by libvips does.
    static var errorsTakenOnThisThread: UInt32 { alcedo_vips_errors_taken() }

    /// The pending error text, on one line.
    static func takeError() -> String {
        guard let text = alcedo_vips_take_error() else { return "" }
        defer { alcedo_free(text) }
        return String(cString: text).split(whereSeparator: \.isNewline)
            .map { $0.trimmingPrefix { $0 == " " } }
            .joined(separator: "; ")
    }
}

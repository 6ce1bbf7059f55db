import CVipsShims

/// The image library: started when it is first needed, asked for its errors.
enum Vips {
    /// What libvips had to say when a call failed.
    ///
    /// It keeps one text for the whole process, so under load this may hold another job's words: a hint to add to
    /// what the caller knows itself, never the thing to decide by.
    struct Failure: Error {
        var text: String
        /// Whether the picture has more pixels on a side than libvips can count. This is certain.
        var isTooLarge = false
    }

    /// Starts libvips, once per process.
    /// - Throws: ``ImagingError/library(reason:)``.
    static func start() throws {
        guard alcedo_vips_start() == 0 else {
            throw ImagingError.library(reason: "libvips could not be started: \(takeError())")
        }
    }

    /// Calls a function that hands out a picture.
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

    /// How often this thread has asked for the pending error text. It is what a failure told by libvips does.
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

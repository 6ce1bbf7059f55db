import AlcedoBase
import AlcedoRecipes

/// The coded data of a JPEG, which carries no length (ITU-T T.81, B.1.1.5).
package enum JPEGScan {
    /// Returns the offset of the first marker after `start` that is neither a stuffed byte nor a restart, or of the
    /// fill bytes before it; `nil` if the bytes end first.
    ///
    /// - Parameter hasRestarts: Whether decoders continue after a restart marker.
    package static func end(
        in bytes: UnsafeRawBufferPointer, from start: Int, hasRestarts: Bool = true
    ) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var at = start
        while at < bytes.count, let found = memchr(base + at, 0xFF, bytes.count - at) {
            at = UnsafeRawPointer(found) - base
            var next = at + 1
            while next < bytes.count, bytes[next] == 0xFF { next += 1 }
            guard next < bytes.count else { return nil }
            if bytes[next] != 0, !hasRestarts || !(0xD0...0xD7).contains(bytes[next]) { return at }
            at = next + 1
        }
        return nil
    }
}

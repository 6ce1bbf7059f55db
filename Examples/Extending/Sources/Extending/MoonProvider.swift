import Alcedo
import Foundation

/// A source of its own: the moon as it looks at a phase, drawn when it is asked for.
struct MoonProvider: ImageDataProvider {
    /// From 0 (new) by 0.5 (full) to 1.
    var phase: Double

    // Names the source in messages. What is cached is decided by the bytes.
    var cacheKey: String { "moon \(phase)" }

    func data() async throws -> Data {
        guard (0...1).contains(phase) else { throw PhaseError(phase: phase) }
        // The border of the light is half an ellipse, as wide as the cosine of the angle.
        let width = abs(cos(phase * 2 * .pi)) * 180
        let waxes = phase < 0.5
        let isCrescent = phase < 0.25 || phase > 0.75
        let outer = waxes ? 1 : 0
        let inner = waxes == isCrescent ? 0 : 1
        return Data(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">
            <rect width="400" height="400" fill="#0b1026"/>
            <circle cx="200" cy="200" r="180" fill="#1a2140"/>
            <path d="M200 20A180 180 0 0 \(outer) 200 380A\(width) 180 0 0 \(inner) 200 20Z" fill="#f4f1de"/>
            </svg>
            """.utf8)
    }
}

/// Why there is no picture; the text is shown to the user.
struct PhaseError: Error, CustomStringConvertible {
    var phase: Double
    var description: String { "a phase is from 0 to 1, not \(phase)" }
}

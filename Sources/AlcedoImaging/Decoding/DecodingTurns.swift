import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

/// Runs decoders concurrently, and one alone when the cause of a failure has to be determined.
///
/// libvips keeps one error text for the whole process. With several pictures in flight, a broken one may find another's
/// message there, or none, and its error would change from build to build. A picture that fails with a libvips message
/// is therefore decoded again while no other decoder or encoder runs (encoders write to the text, too). Only broken
/// pictures pay for this, with the time until the others have finished their current picture.
///
/// `@unchecked Sendable`: all mutable state is read and written under `condition`.
final class DecodingTurns: @unchecked Sendable {
    /// The shared instance: the error text is process-wide, too.
    static let ofProcess = DecodingTurns()

    private let condition = Condition()
    private var running = 0
    private var waiting = 0
    private var isAlone = false

    /// Runs `body`, once or twice.
    ///
    /// - Throws: The error of `body`, from the second run if there is one.
    func decode<Value>(_ body: () throws -> Value) throws -> Value {
        let taken = Vips.errorsTakenOnThisThread
        do {
            return try besideOthers(body)
        } catch let error as ImagingError {
            guard case .decode = error, Vips.errorsTakenOnThisThread != taken else { throw error }
        }
        return try alone(body)
    }

    /// Runs `body` concurrently with others.
    func besideOthers<Value>(_ body: () throws -> Value) rethrows -> Value {
        condition.withLock {
            // Exclusive runs go first, or a steady stream of others would starve them.
            while isAlone || waiting > 0 { condition.wait() }
            running += 1
        }
        defer {
            condition.withLock {
                running -= 1
                condition.broadcast()
            }
        }
        alcedo_vips_forget_error()
        return try body()
    }

    /// Runs `body` exclusively.
    func alone<Value>(_ body: () throws -> Value) rethrows -> Value {
        condition.withLock {
            waiting += 1
            while isAlone || running > 0 { condition.wait() }
            waiting -= 1
            isAlone = true
        }
        defer {
            condition.withLock {
                isAlone = false
                condition.broadcast()
            }
        }
        alcedo_vips_forget_error()
        return try body()
    }
}

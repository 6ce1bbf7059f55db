import CVipsShims
import Foundation

/// Lets decoders work side by side, and one of them alone when it has to be known what went wrong.
///
/// libvips keeps one error text for the whole process. With several pictures at once a broken one may find the words
/// of another there, or none, and what is said of it would change from build to build. So a picture that fails, and
/// fails with words of libvips, is decoded once more while nobody else works: encoders write it, too. Only
/// broken pictures pay for that, with the time until the others have finished the picture that each has in hand.
///
/// `@unchecked Sendable`: every property that changes is read and written under `condition`.
final class DecodingTurns: @unchecked Sendable {
    /// Those of this process, like the text.
    static let ofProcess = DecodingTurns()

    private let condition = NSCondition()
    private var running = 0
    private var waiting = 0
    private var isAlone = false

    /// Runs `body`, once or twice.
    ///
    /// - Throws: What `body` throws, the second time if there was one.
    func decode<Value>(_ body: () throws -> Value) throws -> Value {
        let taken = Vips.errorsTakenOnThisThread
        do {
            return try besideOthers(body)
        } catch let error as ImagingError {
            guard case .decode = error, Vips.errorsTakenOnThisThread != taken else { throw error }
        }
        return try alone(body)
    }

    /// Runs `body` while others may run theirs.
    func besideOthers<Value>(_ body: () throws -> Value) rethrows -> Value {
        condition.withLock {
            // Who wants to be alone goes first, or there would always be somebody.
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

    /// Runs `body` while nobody else runs theirs.
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

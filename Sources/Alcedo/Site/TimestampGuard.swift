import AlcedoBase
import AlcedoCache
import Foundation

/// Decides whether a file's dates are old enough to tell a later change from none.
///
/// A file that is written twice within one tick of the file system's clock has the same dates both times. So a
/// status is remembered only if it is older than a marker that was written to the cache before the file was read:
/// git's rule for its index, with the marker from Zig's cache. The marker may be on another disk than the file, which
/// makes no difference as long as this machine's clock dates both. On file systems that are not known for that, and
/// for a date without a fraction of a second, which comes from one with whole seconds, a status has to be two seconds
/// older.
///
/// A date of the bytes that is ahead of the clock was set by hand. It says nothing, and need not: every change also sets
/// the date that nobody can set, so where dates are known to be good that one decides alone.
struct TimestampGuard: Sendable {
    private let marker: Int

    /// Writes a marker file into the cache, reads its date, and removes it. The clock takes its place where that
    /// cannot be done, with two seconds in hand.
    init(cache: DiskStore) {
        let path = cache.temporaryDirectory + "/" + FileSystem.temporaryName()
        let now = Int(Date().timeIntervalSince1970 * 1_000_000_000)
        do {
            defer { unlinkQuietly(path) }
            try cache.prepare()
            try FileSystem.writeAtomically(Data([0]), to: path)
            marker = try FileSystem.status(of: path)?.modified ?? now - 2_000_000_000
        } catch {
            marker = now - 2_000_000_000
        }
    }

    /// Whether a file with this status cannot have been changed since without its dates showing it.
    ///
    /// - Parameter hasFineDates: What `FileSystem.hasFineDates(at:)` says of the file. It is only asked if it matters.
    func trusts(_ status: FileStatus, hasFineDates: @autoclosure () -> Bool) -> Bool {
        let grace = 2_000_000_000
        if status.modified > marker + grace {
            return status.changed < marker && hasFineDates()
                && (status.changed % 1_000_000_000 != 0 || status.changed < marker - grace)
        }
        let latest = max(status.modified, status.changed)
        if latest < marker - grace { return true }
        return latest < marker && status.modified % 1_000_000_000 != 0 && hasFineDates()
    }
}

/// A marker that cannot be removed is found by the next clean-up of temporary files; it harms nothing until then.
private func unlinkQuietly(_ path: String) {
    _ = try? FileSystem.removeFile(at: path)
}

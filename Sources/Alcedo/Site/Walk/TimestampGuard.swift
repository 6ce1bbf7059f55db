import AlcedoBase
import AlcedoCache

/// Checks whether a file's dates are old enough to reveal a later change.
///
/// A file written twice within one tick of the file system's clock has the same dates both times. A status is
/// therefore saved only if it is older than a marker written to the cache before the file was read: git's rule for
/// its index, with the marker from Zig's cache. The marker may be on another disk, as long as this machine's clock
/// dates both files. On file systems not known for that, and for a date without a fraction of a second, which suggests
/// whole-second resolution, a status has to be two seconds older.
///
/// A modification date ahead of the clock was set by hand and proves nothing. Every change also sets the status change
/// date, which cannot be set by hand, so on file systems with reliable dates that date alone decides.
struct TimestampGuard: Sendable {
    private let marker: Int

    /// Writes a marker file to the cache, reads its date, and removes it. If that fails, uses the clock, minus two
    /// seconds.
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

    /// Whether any later change to a file with this status would show in its dates.
    ///
    /// - Parameter hasFineDates: Result of `FileSystem.hasFineDates(at:)` for the file; evaluated only if needed.
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

/// A marker that cannot be removed is harmless, and the next clean-up of temporary files removes it.
private func unlinkQuietly(_ path: String) {
    _ = try? FileSystem.removeFile(at: path)
}

import AlcedoBase
import AlcedoIndex
import AlcedoManifest

/// The exit codes that scripts can rely on; see the command's help.
package enum ExitStatus {
    package static let sourceFailed: Int32 = 1
    package static let wrongUsage: Int32 = 64
    package static let badManifest: Int32 = 65
    package static let systemError: Int32 = 71
    package static let cannotWrite: Int32 = 74

    /// The code of a command that a signal has ended.
    package static func stopped(by signal: Int32) -> Int32 { 128 + signal }

    /// The code for an error that ended a build.
    package static func of(_ error: any Error) -> Int32 {
        switch error {
        case is ManifestMistakes, is ImageIndexError: badManifest
        case SiteError.selection: wrongUsage
        case is SiteError, is FileSystemError: cannotWrite
        default: sourceFailed
        }
    }
}

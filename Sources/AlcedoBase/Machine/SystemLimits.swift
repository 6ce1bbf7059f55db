import CAlcedoSystem

/// The system's limits for this process.
package enum SystemLimits {
    /// Raises the limit of open files to the maximum. Call it when a program starts; libraries leave it to the program.
    package static func raise() {
        alcedo_raise_file_limit()
    }
}

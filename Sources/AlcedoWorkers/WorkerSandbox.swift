import AlcedoBase
import AlcedoRecipes
import CSandbox

/// What keeps a worker, which decodes files of strangers, from reaching anything but its own picture.
///
/// Landlock limits the files that it can open to libraries and fonts, a filter limits its system calls to those that
/// decoding and encoding need. Both are the kernel's, and only Linux has them.
package struct WorkerSandbox: Hashable, Sendable, Codable {
    /// The version of Landlock in force; 0 for none.
    package var landlock: Int
    /// Whether system calls are filtered.
    package var filtersCalls: Bool

    /// What a worker of this process gets, as far as the kernel says.
    package static var available: WorkerSandbox {
        WorkerSandbox(
            landlock: Int(alcedo_landlock_version()), filtersCalls: alcedo_can_restrict_calls() != 0)
    }

    /// The parts in words: `Landlock 7, seccomp`.
    package var description: String {
        let parts = [landlock > 0 ? "Landlock \(landlock)" : nil, filtersCalls ? "seccomp" : nil].compactMap(
            \.self)
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }

    /// The parts that are not there, in words; `nil` if all are.
    package var missing: String? {
        let parts = [landlock > 0 ? nil : "Landlock", filtersCalls ? nil : "seccomp"].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " and ")
    }
}

// MARK: Entering it

extension WorkerSandbox {
    /// A part that the kernel has could not be put in force.
    package struct Refused: Error {
        /// The part and the system's reason.
        package var reason: String

        init(_ part: String, _ code: Int32) {
            reason = "\(part): \(String(cString: strerror(code)))"
        }
    }

    /// The largest file that a worker may write, in bytes: a cache takes no larger one.
    private static let maxFileBytes: UInt64 = 1 << 32

    /// Gives up privileges and files. To be called before the process has a second thread, which would keep them.
    ///
    /// - Throws: `Refused`.
    package static func enter() throws(Refused) -> WorkerSandbox {
        let isAlone = alcedo_count_threads() <= 1
        let failure = alcedo_give_up_privileges(maxFileBytes)
        if failure != 0 { throw Refused("privileges", failure) }
        var paths: [UnsafePointer<CChar>?] = []
        let texts = Self.paths(ProcessInfo.processInfo.environment).map { strdup($0) }
        defer { for text in texts { free(text) } }
        for text in texts { paths.append(UnsafePointer(text)) }
        paths.append(nil)
        let version = alcedo_restrict_files(paths)
        if version < 0 { throw Refused("Landlock", errno) }
        return WorkerSandbox(landlock: isAlone ? Int(version) : 0, filtersCalls: false)
    }

    /// Filters system calls from now on, in all threads.
    ///
    /// - Throws: `Refused`.
    package mutating func filterCalls() throws(Refused) {
        guard alcedo_can_restrict_calls() != 0 else { return }
        let failure = alcedo_restrict_calls()
        if failure != 0 { throw Refused("seccomp", failure) }
        filtersCalls = true
    }

    /// What libraries read besides one another: fonts, code maps of East Asian fonts, languages, the words of Thai, between
    /// which nothing is written, time zones, the machine's processors and limits.
    static func paths(_ environment: [String: String]) -> [String] {
        var paths = [
            "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache",
            "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/X11/fonts", "/usr/share/fontconfig",
            "/etc/fonts", "/var/cache/fontconfig", "/usr/share/libthai", "/usr/local/share/libthai",
            "/usr/share/locale", "/etc/locale.alias", "/usr/share/zoneinfo", "/etc/localtime",
            "/sys/devices/system", "/sys/fs/cgroup", "/dev/urandom", "/proc/self/exe",
        ]
        paths += DrawingTools.popplerFolders
        // These come from the user's own environment.
        for name in ["FONTCONFIG_PATH", "FONTCONFIG_FILE", "LD_LIBRARY_PATH", "LIBHEIF_PLUGIN_PATH"] {
            let values = environment[name, default: ""].split(separator: ":").map(String.init)
            paths += values.filter { $0.hasPrefix("/") && $0.contains { $0 != "/" } }
        }
        return paths
    }
}

import AlcedoBase
import CAlcedoSystem

/// Where libvips is.
///
/// To ask a library where it is, it has to be loaded, which takes longer than everything else in a build with nothing to do. So a
/// run remembers the answer, and it holds for as long as nothing has changed that decides about it.
package enum LibraryPlace {
    private static let assumed = Locked<String?>(nil)

    /// The file that libvips is or would be loaded from; `nil` if there is none. Loads libvips if no place is assumed.
    package static var path: String? {
        assumed.withLock { $0 } ?? alcedo_library_path(function("vips_version")).map { String(cString: $0) }
    }

    /// One of libvips's functions; `nil` if it cannot be loaded.
    static func function(_ name: String) -> UnsafeMutableRawPointer? {
        alcedo_library_function(file, name)
    }

    /// The name of libvips's file, with the version of its interface.
    private static let file = "libvips.so.42"

    /// Takes the answer of a former run as given, or with `nil` none.
    package static func assume(_ path: String?) { assumed.withLock { $0 = path } }

    /// Everything that decides which file a process loads as libvips, as one text: variables of the environment, the files of this
    /// name in the folders that come first, and the list that `ldconfig` makes of all others (ld.so(8)).
    package static func search() -> String {
        search(
            environment: ProcessInfo.processInfo.environment,
            programFolder: programFolder, list: "/etc/ld.so.cache")
    }

    private static var programFolder: String? {
        do {
            let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return FileSystem.folder(of: program)
        } catch {
            // macOS has no such link, and there libvips is linked.
            return nil
        }
    }

    static func search(environment: [String: String], programFolder: String?, list: String) -> String {
        let variables = ["LD_PRELOAD", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"].map {
            "\($0)=\(environment[$0] ?? "")"
        }
        // Both separators are valid, and an empty name is the working folder.
        var folders =
            environment["LD_LIBRARY_PATH"].map { value in
                value.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }.map {
                    $0.isEmpty ? "." : String($0)
                }
            } ?? []
        // Swift's own programs search there.
        if let programFolder { folders.append(programFolder) }
        let variants = folders.flatMap { folder in
            [folder]
                + EngineIdentity.files(in: folder + "/glibc-hwcaps", levels: 2).filter {
                    $0.hasSuffix("/" + file)
                }
                .map(FileSystem.folder(of:))
        }
        let files = variants.map { EngineIdentity.shown($0 + "/" + file) }
        return (variables + files + [EngineIdentity.shown(list)]).joined(separator: "\n")
    }
}

import AlcedoBase
import AlcedoLoading

/// Whether messages may quote a file with mistakes.
///
/// The log of a build is often public, and a branch may have a link to any file of the machine in the place of its
/// manifest. Text is therefore only quoted from a manifest, and only from one in its own folder.
enum Quoting {
    /// Keys that no manifest is without.
    private static let keys = ["version", "output", "variants", "sources"]

    /// Returns the only message about a file that must not be quoted, or `nil` if it may be.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - folder: The absolute path of the manifest's folder.
    static func fault(in data: Data, of path: String, below folder: String) -> String? {
        do throws(FileSystemError) {
            if try PathBounds(root: folder).resolve(path) == nil {
                return "not a valid manifest, and a link out of its folder, so nothing of it is shown; "
                    + "check the file that it leads to by name: alcedo check --manifest \(PathRules.real(path))"
            }
        } catch {
            return "the manifest cannot be read: \(error.reason)"
        }
        return isManifest(data)
            ? nil
            : "not a manifest: it has none of the keys "
                + "\(keys.map { "'\($0)'" }.joined(separator: ", ")); name the manifest with --manifest"
    }

    /// Whether any of the keys is in the file, even if other characters of it are wrong.
    static func isManifest(_ data: Data) -> Bool {
        let start = [UInt8](data.prefix(65_536))
        // Empty, or UTF-16, which has a message of its own that quotes nothing.
        guard start.contains(where: { $0 > 32 }), !start.prefix(2).contains(0), start.first ?? 0 < 0xFE else {
            return true
        }
        return keys.contains { key in
            let key = Array(key.utf8)
            var rest = start[...]
            while let found = rest.firstRange(of: key) {
                let before = found.lowerBound == 0 ? 10 : start[found.lowerBound - 1]
                let after = start[found.upperBound...].first { !" \t\"'".utf8.contains($0) }
                // After other than ASCII: a mark of the byte order, or curly quotes.
                if " \t\n\r{,\"'".utf8.contains(before) || before >= 0x80, after == UInt8(ascii: ":") {
                    return true
                }
                rest = start[found.upperBound...]
            }
            return false
        }
    }
}

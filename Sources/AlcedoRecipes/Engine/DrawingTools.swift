package import AlcedoBase
import CText

/// What drawings are drawn with besides the engine: part of the key of all that is made from them.
package enum DrawingTools {
    private struct Known {
        var digests: [DrawingNeeds: ContentDigest] = [:]
        /// The digests before the last ``forget()``.
        var former: [DrawingNeeds: ContentDigest] = [:]
    }

    private static let known = Locked(Known())

    /// Returns the digest of what a source needs; `nil` if it needs nothing.
    ///
    /// Computed once for each run, because fontconfig takes some 20 ms to list the fonts; see ``forget()``.
    package static func digest(for needs: DrawingNeeds) -> ContentDigest? {
        guard needs != .nothing else { return nil }
        return known.withLock { known in
            if let digest = known.digests[needs] { return digest }
            var writer = FieldWriter()
            // Raised when the engine draws other pixels from the same drawing.
            writer.write("alcedo drawing 2")
            writer.writeList(EngineIdentity.renderers()) { $0.write($1) }
            if needs == .fonts {
                writer.write(InstalledFonts.versions)
                writer.writeList(fonts()) { $0.write($1) }
            }
            let digest = writer.digest
            known.digests[needs] = digest
            return digest
        }
    }

    /// Looks at the machine anew, as each run of a long process has to.
    ///
    /// - Returns: Whether what was used before has changed, so that workers which have loaded it have to end.
    package static func forget() -> Bool {
        let used = known.withLock { known in
            if !known.digests.isEmpty { known.former = known.digests }
            known.digests = [:]
            return known.former
        }
        return used.contains { digest(for: $0.key) != $0.value }
    }

    /// Folders with the code maps that Poppler needs for fonts of East Asia that are not embedded.
    package static let popplerFolders = ["/usr/share/poppler", "/usr/local/share/poppler"]

    /// One line for each file of fontconfig's configuration, each font in its order, and each code map.
    ///
    /// Settings are compared by their bytes. Fonts are by path, size and date, which packages set, so machines with the
    /// same packages have the same lines.
    private static func fonts() -> [String] {
        guard let list = alcedo_font_files() else { return [] }
        defer { free(list) }
        var lines = String(cString: list).split(separator: "\n").map { line in
            let path = String(line.dropFirst(2))
            return line.hasPrefix("c") ? "settings \(settings(path))" : EngineIdentity.shown(path)
        }
        for folder in popplerFolders {
            for part in ["cMap", "cidToUnicode", "nameToUnicode", "unicodeMap"] {
                lines += EngineIdentity.files(in: "\(folder)/\(part)", levels: 2).map {
                    EngineIdentity.shown($0)
                }
            }
        }
        return lines
    }

    private static func settings(_ path: String) -> String {
        do {
            return ContentDigest(hashing: try FileSystem.read(path, limit: 1 << 20)).hex
        } catch {
            // As for fontconfig, which goes on without it.
            return "unreadable"
        }
    }
}

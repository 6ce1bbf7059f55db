import AlcedoBase
import CText

/// The fonts of this machine, as fontconfig knows them.
package enum InstalledFonts {
    /// A file that has a font, and the family that the font belongs to.
    package struct Match {
        package var path: String
        package var family: String
    }

    /// Words that stand for a font that the system chooses.
    package static let generic = ["sans-serif", "serif", "monospace"]

    /// Why no text can be drawn on this machine; `nil` if it can.
    package static var fault: String? {
        alcedo_text_missing().map {
            "there is no Pango to draw text with (\(String(cString: $0))); install libvips with Pango, as Debian and "
                + "Homebrew have it"
        }
    }

    /// The versions of the libraries that draw.
    package static var versions: String { String(cString: alcedo_text_versions()) }

    /// Returns the font of a family that is closest to a weight; `nil` if the family is not installed.
    ///
    /// - Parameters:
    ///   - weight: 1…1000; 400 is regular, 700 bold.
    ///   - italic: Whether its italic is asked for.
    package static func font(_ family: String, weight: Int, italic: Bool) -> Match? {
        var found: UnsafeMutablePointer<CChar>?
        let path = alcedo_font_path(family, Int32(weight), italic ? 1 : 0, &found)
        defer {
            free(path)
            free(found)
        }
        guard let path, let found else { return nil }
        let match = Match(path: String(cString: path), family: String(cString: found))
        // fontconfig always has an answer: another family in place of one that is missing.
        let isMeant = generic.contains(family) || match.family.lowercased() == family.lowercased()
        return isMeant ? match : nil
    }

    /// All families, sorted.
    package static var families: [String] {
        guard let list = alcedo_font_families() else { return [] }
        defer { free(list) }
        return Set(String(cString: list).split(separator: "\n").map(String.init)).sorted()
    }

    /// Returns a family that has a character; `nil` if none has.
    package static func family(with character: Unicode.Scalar) -> String? {
        guard let name = alcedo_font_with(character.value) else { return nil }
        defer { free(name) }
        return String(cString: name)
    }
}

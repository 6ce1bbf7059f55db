import AlcedoBase
import CAlcedoSystem
import CText

/// The variables of a process in which pictures are decoded and drawn, so that they look the same on each machine.
enum Surroundings {
    /// Variables with one value everywhere. Of a `switch`, librsvg draws the part without `systemLanguage`, because a drawing
    /// is for readers of all languages. fontconfig chooses among fonts by the language as well.
    static let fixed = ["LANGUAGE": "C", "LC_ALL": "C", "FC_LANG": "en"]

    /// Variables that are removed, as they change pixels without being meant to.
    static let removed = [
        "PANGO_LANGUAGE", "PANGOCAIRO_BACKEND", "FREETYPE_PROPERTIES", "XDG_DATA_DIRS",
        "GDK_PIXBUF_MODULE_FILE",
        "GDK_PIXBUF_MODULEDIR", "POPPLER_DATADIR",
    ]

    /// Gives this process the surroundings of a worker, once.
    ///
    /// For pictures that are made in process. The list of variables is replaced as a whole, so that threads that read it
    /// meanwhile have the former or the present one.
    static func settle() { settled }

    private static let settled: Void = {
        let changes = fixed.map { "\($0.key)=\($0.value)" }.sorted() + removed
        var texts: [UnsafeMutablePointer<CChar>?] = changes.map { (text: String) in strdup(text) }
        texts.append(nil)
        alcedo_replace_environment(texts)
        alcedo_fonts_leave_home()
        // The texts are variables from now on.
    }()
}

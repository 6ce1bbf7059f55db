/// The variables of a process in which pictures are decoded and drawn, so that they look the same on each machine.
package enum Surroundings {
    /// Variables with one value everywhere. Of a `switch`, librsvg draws the part without `systemLanguage`, because a drawing
    /// is for readers of all languages. fontconfig chooses among fonts by the language as well.
    package static let fixed = ["LANGUAGE": "C", "LC_ALL": "C", "FC_LANG": "en"]

    /// Variables that are removed, as they change pixels without being meant to.
    package static let removed = [
        "PANGO_LANGUAGE", "PANGOCAIRO_BACKEND", "FREETYPE_PROPERTIES", "XDG_DATA_DIRS",
        "GDK_PIXBUF_MODULE_FILE",
        "GDK_PIXBUF_MODULEDIR", "POPPLER_DATADIR",
    ]
}

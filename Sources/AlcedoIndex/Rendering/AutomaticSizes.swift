/// The `sizes` of lazy pictures: `auto`, the width that the picture has on the page (HTML, "sizes attribute").
///
/// Browsers that do not know it use what follows the comma.
package enum AutomaticSizes {
    /// Whether `sizes` begin with `auto`.
    package static func isAutomatic(_ sizes: String?) -> Bool {
        sizes?.drop { $0.isWhitespace }.lowercased().hasPrefix("auto") == true
    }

    /// Returns `auto, 50vw` for `50vw`.
    package static func before(_ sizes: String) -> String {
        isAutomatic(sizes) ? sizes : "auto, \(sizes)"
    }

    /// Returns the declaration that keeps the layout of such a picture: to browsers its contents have no size, so with
    /// `width: auto` in a style sheet it would be 300 pixels wide.
    package static func style(width: Int, height: Int) -> String {
        "contain-intrinsic-size:\(width)px \(height)px"
    }
}

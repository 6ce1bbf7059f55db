import AlcedoBase
import AlcedoRecipes

/// What may be in an SVG that is published.
///
/// Names are compared exactly. A page is parsed without regard to case, but there every name of the list means the same.
enum SVGPolicy {
    private static let namespace = "http://www.w3.org/2000/svg"
    private static let links = "http://www.w3.org/1999/xlink"
    private static let xml = "http://www.w3.org/XML/1998/namespace"

    /// Elements of SVG 1.1 and 2 that draw, describe or animate. Not among them: `script`, `foreignObject`, `metadata`,
    /// elements of HTML, and those that load fonts, profiles and cursors.
    private static let elements: Set<String> = [
        "svg", "g", "defs", "symbol", "use", "switch", "a", "view", "title", "desc", "style",
        "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image",
        "text", "tspan", "textPath", "marker", "pattern", "clipPath", "mask",
        "linearGradient", "radialGradient", "stop", "filter",
        "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix",
        "feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA",
        "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feImage", "feMerge", "feMergeNode",
        "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight", "feTile",
        "feTurbulence",
        "animate", "animateMotion", "animateTransform", "set", "mpath",
    ]

    /// Elements that hold nothing but text.
    static let textOnly: Set<String> = ["title", "desc", "style"]

    /// Attributes of SVG 2 that may be animated: properties, geometry, gradients, patterns, markers, text and filters.
    private static let animated = words(
        """
        alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
        color-rendering cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color
        flood-opacity font font-family font-feature-settings font-kerning font-size font-size-adjust font-stretch font-style
        font-variant font-variation-settings font-weight glyph-orientation-horizontal glyph-orientation-vertical
        image-rendering inline-size isolation letter-spacing lighting-color line-height marker marker-end marker-mid
        marker-start mask mask-type mix-blend-mode opacity overflow paint-order pointer-events shape-inside
        shape-rendering shape-subtract stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
        stroke-linejoin stroke-miterlimit stroke-opacity stroke-width tab-size text-align text-anchor text-decoration
        text-indent text-overflow text-rendering transform transform-box transform-origin unicode-bidi vector-effect
        visibility white-space will-change word-spacing writing-mode

        class d cx cy r rx ry fx fy fr x y x1 x2 y1 y2 width height points pathLength offset dx dy rotate
        textLength lengthAdjust startOffset method spacing side viewBox preserveAspectRatio
        gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform
        clipPathUnits maskUnits maskContentUnits markerWidth markerHeight markerUnits orient refX refY
        filterUnits primitiveUnits

        in in2 result mode type values operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode
        kernelUnitLength preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent scale
        xChannelSelector yChannelSelector azimuth elevation z pointsAtX pointsAtY pointsAtZ limitingConeAngle
        tableValues slope intercept amplitude exponent stdDeviation radius baseFrequency numOctaves seed stitchTiles
        """)

    /// Those that may not.
    private static let fixed = words(
        """
        id lang role tabindex focusable version baseProfile zoomAndPan media
        requiredExtensions requiredFeatures systemLanguage enable-background
        attributeName attributeType begin dur end min max restart repeatCount repeatDur fill calcMode keyTimes
        keySplines keyPoints from to by additive accumulate path origin
        """)

    /// Names that drawing programs give. Other `data-` attributes may be commands for a script of the page: `data-hx-get`.
    private static let labels = words(
        "data-name data-id data-label data-layer data-group data-index data-key data-value data-type data-color"
    )

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    static func isKept(_ name: XMLReader.Name, _ attributes: [XMLReader.Attribute], isRoot: Bool) -> Bool {
        guard isListed(name.local, in: elements), name.space == namespace, !isRoot || name.local == "svg"
        else { return false }
        // An animation could set what may not be written. In a page, neither case nor namespace would matter.
        return attributes.allSatisfy {
            !isPlain($0.name.local)
                || $0.name.local.lowercased().split(separator: ":").last != "attributename"
                || isListed(String($0.value.trimming()), in: animated)
        }
    }

    /// Whether a name is ASCII and as short as those of the lists. Others are in none of them, and comparing text with many
    /// combining marks takes time in the square of their number.
    static func isPlain(_ name: String) -> Bool {
        name.utf8.count <= 64 && name.utf8.allSatisfy { $0 < 0x80 }
    }

    static func isListed(_ name: String, in names: Set<String>) -> Bool {
        isPlain(name) && names.contains(name)
    }

    /// Returns the attribute as it is written; `nil` to leave it out.
    ///
    /// - Throws: `ContainerError` if it is a picture that cannot be cleaned.
    static func kept(
        _ attribute: XMLReader.Attribute, of element: String
    ) throws(ContainerError) -> (name: String, value: String)? {
        guard isPlain(attribute.name.local) else { return nil }
        let (name, value) = (attribute.name.local, SVGWriter.allowed(attribute.value))
        switch attribute.name.space {
        case links where name == "href": return try address(value, of: element).map { ("xlink:href", $0) }
        case xml where name == "lang" || name == "space": return ("xml:" + name, value)
        case "" where name == "href": return try address(value, of: element).map { (name, $0) }
        case "" where name == "style": return (name, try CSSCleaner.cleaned(value))
        case "" where isText(name): return value.utf8.contains(UInt8(ascii: "\\")) ? nil : (name, value)
        // Times and events.
        case "" where name == "begin" || name == "end": return (name, value)
        // Browsers divide them before they parse each.
        case "" where name == "values":
            let values = value.utf8.split(separator: UInt8(ascii: ";")).map {
                String(decoding: Array($0), as: UTF8.self)
            }
            return values.allSatisfy(CSSCleaner.isHarmless) ? (name, value) : nil
        case "" where animated.contains(name) || fixed.contains(name):
            return CSSCleaner.isHarmless(value) ? (name, value) : nil
        default: return nil
        }
    }

    /// Whether the value is not parsed as CSS by any browser.
    private static func isText(_ name: String) -> Bool {
        if ["id", "class"].contains(name) || labels.contains(name) { return true }
        guard name.hasPrefix("aria-") else { return false }
        return name.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
        }
    }

    /// Returns an address as it is written, if it is a fragment of the document or, for a picture in it, a picture.
    private static func address(_ address: String, of element: String) throws(ContainerError) -> String? {
        // A picture of a part of the document would load the document again.
        if address.utf8.first == UInt8(ascii: "#") { return element == "image" ? nil : address }
        guard element == "image" || element == "feImage" else { return nil }
        return try EmbeddedPicture.cleaned(address)
    }
}

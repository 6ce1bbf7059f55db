extension ImageIndex {
    /// Placeholders for an image that is still loading.
    public struct Placeholders: Codable, Hashable, Sendable {
        /// The mean color, averaged in linear light, as `#rrggbb`; `#00000000` if nothing of the image is visible.
        public var averageColor: String?
        /// A BlurHash: 28 or 36 characters that a script decodes to a blur.
        public var blurhash: String?
        /// The color that covers most of the image, as `#rrggbb`; `#00000000` if nothing of the image is visible.
        public var dominantColor: String?
        /// Up to six main colors as `#rrggbb`, by decreasing area; empty if nothing of the image is visible.
        public var palette: [String]?
        /// A ThumbHash in base64: about 25 bytes that a script decodes to a blur with alpha and proportions.
        public var thumbhash: String?

        /// Creates placeholders of the given kinds.
        public init(
            averageColor: String? = nil, blurhash: String? = nil, dominantColor: String? = nil,
            palette: [String]? = nil, thumbhash: String? = nil
        ) {
            self.averageColor = averageColor
            self.blurhash = blurhash
            self.dominantColor = dominantColor
            self.palette = palette
            self.thumbhash = thumbhash
        }

        /// Creates placeholders from functions that return the value of a kind under its name in a manifest.
        package init(text: (String) -> String?, list: (String) -> [String]?) {
            self.init(
                averageColor: text("average-color"), blurhash: text("blurhash"),
                dominantColor: text("dominant-color"), palette: list("palette"), thumbhash: text("thumbhash"))
        }
    }
}

extension ImageIndex.Placeholders {
    func write(to json: inout CanonicalJSON) {
        json.key("placeholders")
        json.object(.line) { json in
            json.member("averageColor", averageColor)
            json.member("blurhash", blurhash)
            json.member("dominantColor", dominantColor)
            json.member("palette", palette)
            json.member("thumbhash", thumbhash)
        }
    }
}

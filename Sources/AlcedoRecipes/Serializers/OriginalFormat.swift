package import AlcedoBase

extension RequestedFormat {
    /// Whether the source's own file is asked for.
    package var isOriginal: Bool { self == .original || self == .verbatim }
}

extension OutputFormat {
    /// The format of a source's own file.
    package init(originalOf type: ImageType) {
        self = OutputFormat(type) ?? .custom(CustomFormat(originalOf: type))
    }

    /// The formats that only a source's own file has.
    package static let onlyOriginals = ImageType.supported.filter { OutputFormat($0) == nil }
        .map { OutputFormat(originalOf: $0) }
}

extension CustomFormat {
    /// The format of a type that is read and not written.
    fileprivate init(originalOf type: ImageType) {
        self.init(
            type.rawValue, fileExtension: type == .tiff ? "tif" : type.rawValue, mediaType: type.mediaType,
            holdsAnimation: true)
    }
}

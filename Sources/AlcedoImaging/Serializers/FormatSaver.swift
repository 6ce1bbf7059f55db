import AlcedoContainers
public import AlcedoRecipes
import CVipsShims

/// What writes the files of a format.
struct FormatSaver {
    /// The saver in `CVipsShims`.
    var code: alcedo_saver
    /// The libvips operation behind it; a libvips that was built without the format lacks it.
    var operation: String
}

extension OutputFormat {
    /// The saver; `nil` for a format that only a serializer of someone's own writes.
    var saver: FormatSaver? {
        switch self {
        case .jpeg: FormatSaver(code: ALCEDO_SAVE_JPEG, operation: "jpegsave_buffer")
        case .png: FormatSaver(code: ALCEDO_SAVE_PNG, operation: "pngsave_buffer")
        case .webp: FormatSaver(code: ALCEDO_SAVE_WEBP, operation: "webpsave_buffer")
        case .avif: FormatSaver(code: ALCEDO_SAVE_AVIF, operation: "heifsave_buffer")
        case .jxl: FormatSaver(code: ALCEDO_SAVE_JXL, operation: "jxlsave_buffer")
        case .gif: FormatSaver(code: ALCEDO_SAVE_GIF, operation: "gifsave_buffer")
        case .custom: nil
        }
    }

    /// Whether the installed libvips can write the format. Starts libvips.
    public var isAvailable: Bool {
        guard let saver, alcedo_vips_start() == 0 else { return false }
        return alcedo_vips_has_operation(saver.operation) != 0
    }
}

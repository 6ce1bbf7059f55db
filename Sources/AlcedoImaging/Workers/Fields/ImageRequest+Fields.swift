import AlcedoBase

extension ImageRequest {
    /// Whether it can be handed to another process. Steps of a user's own cannot: their code is not there.
    var isFieldCodable: Bool { processors.allSatisfy { ProcessorFields.tag(of: $0) != nil } }
}

extension ImageRequest: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        writer.encode(geometry, density, processors.map(ProcessorFields.init), background, animation, color)
        writer.encode(encodings)
    }

    init(decoding reader: inout FieldReader) throws {
        self.init(
            geometry: try reader.decode(), density: try reader.decode(),
            processors: try reader.decode([ProcessorFields].self).map(\.processor),
            background: try reader.decode(), animation: try reader.decode(), color: try reader.decode(),
            encodings: try reader.decode())
    }
}

extension ResizeGeometry: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        writer.encode(width, height, fit, position, focus, enlarge)
    }

    init(decoding reader: inout FieldReader) throws {
        self.init(
            width: try reader.decode(), height: try reader.decode(), fit: try reader.decode(),
            position: try reader.decode(), focus: try reader.decode(), enlarge: try reader.decode())
    }
}

extension FocalPoint: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(x, y) }
    init(decoding reader: inout FieldReader) throws {
        self.init(x: try reader.decode(), y: try reader.decode())
    }
}

extension PixelSize: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(width, height) }
    init(decoding reader: inout FieldReader) throws {
        self.init(width: try reader.decode(), height: try reader.decode())
    }
}

extension Color: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(red, green, blue, alpha) }
    init(decoding reader: inout FieldReader) throws {
        self.init(
            red: try reader.decode(), green: try reader.decode(), blue: try reader.decode(),
            alpha: try reader.decode())
    }
}

extension ImageEncoding: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        writer.encode(format, quality, effort, options, budget, metadata, keepsPosition, minimal)
    }

    init(decoding reader: inout FieldReader) throws {
        self.init(
            format: try reader.decode(), quality: try reader.decode(), effort: try reader.decode(),
            options: try reader.decode(), budget: try reader.decode(), metadata: try reader.decode(),
            keepsPosition: try reader.decode(), minimal: try reader.decode())
    }
}

extension RequestedFormat: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        switch self {
        case .auto: writer.encode(0)
        case .source: writer.encode(1)
        case .format(let format): writer.encode(2, format)
        }
    }

    init(decoding reader: inout FieldReader) throws {
        switch try reader.decode(Int.self) {
        case 0: self = .auto
        case 1: self = .source
        case 2: self = .format(try reader.decode())
        default: throw FieldReader.Malformed()
        }
    }
}

extension ImageQuality: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        switch self {
        case .lossless: Int?.none.encode(to: &writer)
        case .lossy(let value): Int?.some(value).encode(to: &writer)
        }
    }

    init(decoding reader: inout FieldReader) throws {
        self = try reader.decode(Int?.self).map(Self.lossy) ?? .lossless
    }
}

extension EncoderOptions: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        writer.encode(progressive, chroma, colors, dither, nearLossless)
    }

    init(decoding reader: inout FieldReader) throws {
        self.init()
        progressive = try reader.decode()
        chroma = try reader.decode()
        colors = try reader.decode()
        dither = try reader.decode()
        nearLossless = try reader.decode()
    }
}

extension ByteBudget: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(bytes, leastQuality) }
    init(decoding reader: inout FieldReader) throws {
        self.init(bytes: try reader.decode(), leastQuality: try reader.decode())
    }
}

extension OutputID: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(request, format) }
    init(decoding reader: inout FieldReader) throws {
        self.init(request: try reader.decode(), format: try reader.decode())
    }
}

extension OutputFormat: FieldCodable {}
extension MetadataPolicy: FieldCodable {}
extension ColorPolicy: FieldCodable {}
extension AnimationPolicy: FieldCodable {}
extension ChromaSubsampling: FieldCodable {}
extension ImageFit: FieldCodable {}
extension CropPosition: FieldCodable {}
extension PlaceholderKind: FieldCodable {}
extension TruncationPolicy: FieldCodable {}

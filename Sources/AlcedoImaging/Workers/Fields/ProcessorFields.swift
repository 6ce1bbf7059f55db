import AlcedoBase

/// One of the built-in steps on its way to another process.
struct ProcessorFields: FieldCodable {
    let processor: any ImageProcessor

    init(_ processor: any ImageProcessor) {
        self.processor = processor
    }

    // A step is named by its place here.
    private static let types: [any (ImageProcessor & FieldCodable).Type] = [
        ImageProcessors.BlackWhite.self, ImageProcessors.Blend.self, ImageProcessors.Blur.self,
        ImageProcessors.Border.self, ImageProcessors.Circle.self, ImageProcessors.ColorControls.self,
        ImageProcessors.Crop.self, ImageProcessors.Duotone.self, ImageProcessors.Flatten.self,
        ImageProcessors.Flip.self, ImageProcessors.Overlay.self, ImageProcessors.Resize.self,
        ImageProcessors.Rotate.self, ImageProcessors.RoundCorner.self, ImageProcessors.Sepia.self,
        ImageProcessors.Sharpen.self, ImageProcessors.Tint.self, ImageProcessors.Trim.self,
        ComposedProcessor.self,
    ]

    /// The number of its type; `nil` for one that is not built in, or is composed of such.
    static func tag(of processor: any ImageProcessor) -> Int? {
        if let composed = processor as? ComposedProcessor,
            tag(of: composed.first) == nil || tag(of: composed.second) == nil
        {
            return nil
        }
        let type = type(of: processor) as Any.Type
        return types.firstIndex { $0 == type }
    }

    func encode(to writer: inout FieldWriter) {
        // Whoever asks has made sure that it can be encoded: see `ImageRequest.isFieldCodable`.
        writer.write(Self.tag(of: processor) ?? -1)
        (processor as? any FieldCodable)?.encode(to: &writer)
    }

    init(decoding reader: inout FieldReader) throws {
        let tag = try reader.readInt()
        guard Self.types.indices.contains(tag) else { throw FieldReader.Malformed() }
        processor = try Self.types[tag].init(decoding: &reader)
    }
}

extension ComposedProcessor: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        writer.encode(ProcessorFields(first), ProcessorFields(second))
    }

    init(decoding reader: inout FieldReader) throws {
        self.init(
            first: try reader.decode(ProcessorFields.self).processor,
            second: try reader.decode(ProcessorFields.self).processor)
    }
}

// MARK: Without a parameter, or with one

extension ImageProcessors.BlackWhite: FieldCodable {
    func encode(to writer: inout FieldWriter) {}
    init(decoding reader: inout FieldReader) throws { self.init() }
}

extension ImageProcessors.Blur: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(sigma) }
    init(decoding reader: inout FieldReader) throws { self.init(sigma: try reader.decode()) }
}

extension ImageProcessors.Flatten: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(color) }
    init(decoding reader: inout FieldReader) throws { self.init(color: try reader.decode()) }
}

extension ImageProcessors.Flip: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(axis) }
    init(decoding reader: inout FieldReader) throws { self.init(axis: try reader.decode()) }
}

extension ImageProcessors.Resize: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(geometry) }
    init(decoding reader: inout FieldReader) throws { self.init(try reader.decode()) }
}

extension ImageProcessors.Sepia: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(amount) }
    init(decoding reader: inout FieldReader) throws { self.init(amount: try reader.decode()) }
}

extension ImageProcessors.Tint: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(color) }
    init(decoding reader: inout FieldReader) throws { self.init(color: try reader.decode()) }
}

// MARK: With more

extension ImageProcessors.Blend: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        switch content {
        case .color(let color): writer.encode(true, color)
        case .image(let data, let place):
            writer.encode(false, data, place.anchor, place.margin, place.width, place.tiles)
        }
        writer.encode(mode, opacity)
    }

    init(decoding reader: inout FieldReader) throws {
        let content: Content =
            try reader.decode(Bool.self)
            ? .color(try reader.decode())
            : .image(
                try reader.decode(),
                Placement(
                    anchor: try reader.decode(), margin: try reader.decode(), width: try reader.decode(),
                    tiles: try reader.decode()))
        self.init(content, mode: try reader.decode(), opacity: try reader.decode())
    }
}

extension ImageProcessors.Border: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(width, color, radius, corners) }
    init(decoding reader: inout FieldReader) throws {
        self.init(
            width: try reader.decode(), color: try reader.decode(), radius: try reader.decode(),
            corners: try reader.decode())
    }
}

extension ImageProcessors.Circle: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(anchor, background) }
    init(decoding reader: inout FieldReader) throws {
        self.init(anchor: try reader.decode(), background: try reader.decode())
    }
}

extension ImageProcessors.ColorControls: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(brightness, contrast, saturation, exposure) }
    init(decoding reader: inout FieldReader) throws {
        self.init(
            brightness: try reader.decode(), contrast: try reader.decode(), saturation: try reader.decode(),
            exposure: try reader.decode())
    }
}

extension ImageProcessors.Crop: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(width, height, anchor) }
    init(decoding reader: inout FieldReader) throws {
        self.init(width: try reader.decode(), height: try reader.decode(), anchor: try reader.decode())
    }
}

extension ImageProcessors.Duotone: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(shadows, highlights) }
    init(decoding reader: inout FieldReader) throws {
        self.init(shadows: try reader.decode(), highlights: try reader.decode())
    }
}

extension ImageProcessors.Overlay: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(color, fraction) }
    init(decoding reader: inout FieldReader) throws {
        self.init(color: try reader.decode(), fraction: try reader.decode())
    }
}

extension ImageProcessors.Rotate: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(angle, background) }
    init(decoding reader: inout FieldReader) throws {
        self.init(angle: try reader.decode(), background: try reader.decode())
    }
}

extension ImageProcessors.RoundCorner: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(radius, corners, background) }
    init(decoding reader: inout FieldReader) throws {
        self.init(radius: try reader.decode(), corners: try reader.decode(), background: try reader.decode())
    }
}

extension ImageProcessors.Sharpen: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(sigma, amount, threshold) }
    init(decoding reader: inout FieldReader) throws {
        self.init(sigma: try reader.decode(), amount: try reader.decode(), threshold: try reader.decode())
    }
}

extension ImageProcessors.Trim: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(threshold, background) }
    init(decoding reader: inout FieldReader) throws {
        self.init(threshold: try reader.decode(), background: try reader.decode())
    }
}

// MARK: Their parameters

extension BlendMode: FieldCodable {}
extension ImageProcessors.Flip.Axis: FieldCodable {}
extension ImageCorners: FieldCodable {}

extension ImageLength: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        switch self {
        case .pixels(let value): writer.encode(true, value)
        case .fraction(let value): writer.encode(false, value)
        }
    }

    init(decoding reader: inout FieldReader) throws {
        self = try reader.decode(Bool.self) ? .pixels(try reader.decode()) : .fraction(try reader.decode())
    }
}

extension CornerRadius: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        switch self {
        case .pixels(let value): writer.encode(true, value)
        case .fraction(let value): writer.encode(false, value)
        }
    }

    init(decoding reader: inout FieldReader) throws {
        self = try reader.decode(Bool.self) ? .pixels(try reader.decode()) : .fraction(try reader.decode())
    }
}

import AlcedoBase
import Foundation

extension ImageJobResult: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        writer.encode(facts, metadata, outputs, failures, placeholders, warnings)
    }

    init(decoding reader: inout FieldReader) throws {
        self.init(
            facts: try reader.decode(), metadata: try reader.decode(), outputs: try reader.decode(),
            failures: try reader.decode(), placeholders: try reader.decode(), warnings: try reader.decode())
    }
}

extension ImageType: FieldCodable {}

extension ImageFacts: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        writer.encode(type, width, height, frames, orientation, hasAlpha, isOpaque, proportions)
    }

    init(decoding reader: inout FieldReader) throws {
        self.init(
            type: try reader.decode(), width: try reader.decode(), height: try reader.decode(),
            frames: try reader.decode(), orientation: try reader.decode(), hasAlpha: try reader.decode(),
            isOpaque: try reader.decode(), proportions: try reader.decode())
    }
}

extension ImageMetadata: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        writer.encode(copyright, creator, dateTimeOriginal, description, exposureTime, fNumber, focalLength)
        writer.encode(isoSpeed, keywords, lensModel, make, model, title, orientation, position)
    }

    init(decoding reader: inout FieldReader) throws {
        self.init()
        copyright = try reader.decode()
        creator = try reader.decode()
        dateTimeOriginal = try reader.decode()
        description = try reader.decode()
        exposureTime = try reader.decode()
        fNumber = try reader.decode()
        focalLength = try reader.decode()
        isoSpeed = try reader.decode()
        keywords = try reader.decode()
        lensModel = try reader.decode()
        make = try reader.decode()
        model = try reader.decode()
        title = try reader.decode()
        orientation = try reader.decode()
        position = try reader.decode()
    }
}

extension ImageMetadata.Position: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(latitude, longitude, altitude) }
    init(decoding reader: inout FieldReader) throws {
        let position = Self(
            latitude: try reader.decode(), longitude: try reader.decode(), altitude: try reader.decode())
        guard let position else { throw FieldReader.Malformed() }
        self = position
    }
}

extension EncodedImage: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.encode(content, format, width, height, frames) }
    init(decoding reader: inout FieldReader) throws {
        self.init(
            content: try reader.decode(), format: try reader.decode(), width: try reader.decode(),
            height: try reader.decode(), frames: try reader.decode())
    }
}

extension EncodedImage.Content: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        switch self {
        case .data(let data): writer.encode(true, data)
        case .file(let file): writer.encode(false, file.path, file.digest, file.bytes)
        }
    }

    init(decoding reader: inout FieldReader) throws {
        self =
            try reader.decode(Bool.self)
            ? .data(try reader.decode())
            : .file(
                EncodedFile(
                    path: try reader.decode(), digest: try reader.decode(), bytes: try reader.decode()))
    }
}

extension ImagePlaceholders: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        writer.encode(dominantColor, averageColor, palette, blurhash, thumbhash)
    }

    init(decoding reader: inout FieldReader) throws {
        self.init(
            dominantColor: try reader.decode(), averageColor: try reader.decode(),
            palette: try reader.decode(), blurhash: try reader.decode(), thumbhash: try reader.decode())
    }
}

extension ImagingError: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        switch self {
        case .decode(let reason): writer.encode(0, reason)
        case .process(let step, let reason): writer.encode(1, step, reason)
        case .encode(let format, let reason): writer.encode(2, format, reason)
        case .noFormat(let reason): writer.encode(3, reason)
        case .library(let reason): writer.encode(4, reason)
        case .lost(let step, let reason): writer.encode(5, step, reason)
        }
    }

    init(decoding reader: inout FieldReader) throws {
        switch try reader.decode(Int.self) {
        case 0: self = .decode(reason: try reader.decode())
        case 1: self = .process(step: try reader.decode(), reason: try reader.decode())
        case 2: self = .encode(format: try reader.decode(), reason: try reader.decode())
        case 3: self = .noFormat(reason: try reader.decode())
        case 4: self = .library(reason: try reader.decode())
        case 5: self = .lost(during: try reader.decode(), reason: try reader.decode())
        default: throw FieldReader.Malformed()
        }
    }
}

extension JobStep: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        switch self {
        case .open: writer.encode(0)
        case .decode: writer.encode(1)
        case .process: writer.encode(2)
        case .encode(let format): writer.encode(3, format)
        case .placeholders: writer.encode(4)
        case .identity: writer.encode(5)
        }
    }

    init(decoding reader: inout FieldReader) throws {
        switch try reader.decode(Int.self) {
        case 0: self = .open
        case 1: self = .decode
        case 2: self = .process
        case 3: self = .encode(try reader.decode())
        case 4: self = .placeholders
        case 5: self = .identity
        default: throw FieldReader.Malformed()
        }
    }
}

import AlcedoBase
import AlcedoCache
import AlcedoImaging
import Foundation

/// Cache record of a variant: digest, size, dimensions and format of its encoded bytes.
struct VariantRecord: Hashable, Sendable {
    var digest: ContentDigest
    var bytes: Int
    var width: Int
    var height: Int
    var frames: Int
    var format: OutputFormat

    func write(to writer: inout FieldWriter) {
        writer.write(digest)
        writer.write(bytes)
        writer.write(width)
        writer.write(height)
        writer.write(frames)
        writer.write(format.rawValue)
    }

    init(digest: ContentDigest, bytes: Int, width: Int, height: Int, frames: Int, format: OutputFormat) {
        self.digest = digest
        self.bytes = bytes
        self.width = width
        self.height = height
        self.frames = frames
        self.format = format
    }

    init(from reader: inout FieldReader) throws {
        digest = try reader.readDigest()
        bytes = try reader.readInt()
        width = try reader.readInt()
        height = try reader.readInt()
        frames = try reader.readInt()
        guard let format = OutputFormat(rawValue: try reader.readString()) else {
            throw FieldReader.Malformed()
        }
        self.format = format
    }
}

/// Cache record of a source picture: everything that depends on its bytes alone.
struct FactsRecord: Hashable, Sendable {
    var facts: ImageFacts
    /// ``ImageMetadata`` as JSON, undecoded because most readers of the record do not need it.
    var metadata: Data
    /// Decoder warnings that were not fatal, repeated whenever the picture is used.
    var warnings: [String]

    func write(to writer: inout FieldWriter) {
        writer.write(facts.type.rawValue)
        writer.write(facts.width)
        writer.write(facts.height)
        writer.write(facts.frames)
        writer.write(facts.orientation)
        writer.write(facts.hasAlpha)
        writer.writeOptional(facts.isOpaque) { $0.write($1) }
        writer.writeOptional(facts.proportions) { writer, proportions in
            writer.write(proportions.width)
            writer.write(proportions.height)
        }
        writer.write(metadata)
        writer.writeList(warnings) { $0.write($1) }
    }

    init(facts: ImageFacts, metadata: Data, warnings: [String]) {
        self.facts = facts
        self.metadata = metadata
        self.warnings = warnings
    }

    init(from reader: inout FieldReader) throws {
        guard let type = ImageType(rawValue: try reader.readString()) else { throw FieldReader.Malformed() }
        facts = ImageFacts(
            type: type, width: try reader.readInt(), height: try reader.readInt(),
            frames: try reader.readInt(),
            orientation: try reader.readInt(), hasAlpha: try reader.readBool(),
            isOpaque: try reader.readOptional { try $0.readBool() },
            proportions: try reader.readOptional {
                PixelSize(width: try $0.readInt(), height: try $0.readInt())
            })
        metadata = try reader.readData()
        warnings = try reader.readList { try $0.readString() }
    }
}

extension ImagePlaceholders {
    func write(to writer: inout FieldWriter) {
        writer.writeOptional(dominantColor) { $1.write(to: &$0) }
        writer.writeOptional(averageColor) { $1.write(to: &$0) }
        writer.writeOptional(palette) { $0.writeList($1) { $1.write(to: &$0) } }
        writer.writeOptional(blurhash) { $0.write($1) }
        writer.writeOptional(thumbhash) { $0.write($1) }
    }

    init(from reader: inout FieldReader) throws {
        self.init(
            dominantColor: try reader.readOptional { try Color(from: &$0) },
            averageColor: try reader.readOptional { try Color(from: &$0) },
            palette: try reader.readOptional { try $0.readList { try Color(from: &$0) } },
            blurhash: try reader.readOptional { try $0.readString() },
            thumbhash: try reader.readOptional { try $0.readData() })
    }
}

extension Color {
    fileprivate func write(to writer: inout FieldWriter) {
        for component in [red, green, blue, alpha] { writer.write(Int(component)) }
    }

    fileprivate init(from reader: inout FieldReader) throws {
        func component() throws -> UInt8 {
            guard let value = UInt8(exactly: try reader.readInt()) else { throw FieldReader.Malformed() }
            return value
        }
        self.init(
            red: try component(), green: try component(), blue: try component(), alpha: try component())
    }
}

import AlcedoBase
import AlcedoRecipes
import CExif

/// An EXIF block owned by libexif.
///
/// libexif keeps no state between calls; an instance stays on the thread that created it.
final class ExifBlock {
    /// The directories of a block, with libexif's numbers.
    enum Directory: Int, CaseIterable {
        case image = 0
        case thumbnail = 1
        case exif = 2
        case gps = 3
        case interoperability = 4
    }

    /// A value as stored.
    struct Entry {
        var tag: UInt16
        var format: ExifFormat
        var bytes: [UInt8]
        fileprivate var pointer: UnsafeMutablePointer<ExifEntry>
    }

    static let prefix = Data("Exif\0\0".utf8)

    private let data: UnsafeMutablePointer<ExifData>

    /// Reads a TIFF structure, with or without `Exif` and two zero bytes before it; `nil` if the bytes begin
    /// otherwise. Damaged parts are ignored.
    ///
    /// libexif reads the first 65,534 bytes, the most that a JPEG can hold.
    init?(_ bytes: Data) {
        let tiff = bytes.starts(with: Self.prefix) ? bytes.dropFirst(Self.prefix.count) : bytes
        guard tiff.starts(with: [0x49, 0x49, 0x2A, 0]) || tiff.starts(with: [0x4D, 0x4D, 0, 0x2A]) else {
            return nil
        }
        guard let data = exif_data_new() else { return nil }
        self.data = data
        // Both are on by default. The first drops tags that are newer than the library, the second adds tags that the
        // file does not have, and rewrites values.
        exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
        exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
        // Without the prefix libexif would take the bytes for a JPEG and search it.
        let whole = Self.prefix + tiff.prefix(0xFFFF)
        whole.withUnsafeBytes { buffer in
            exif_data_load_data(
                data, buffer.bindMemory(to: UInt8.self).baseAddress, UInt32(truncatingIfNeeded: buffer.count))
        }
    }

    /// Creates an empty block.
    init?(isBigEndian: Bool) {
        guard let data = exif_data_new() else { return nil }
        self.data = data
        exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
        exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
        exif_data_set_byte_order(data, isBigEndian ? EXIF_BYTE_ORDER_MOTOROLA : EXIF_BYTE_ORDER_INTEL)
    }

    deinit {
        exif_data_unref(data)
    }

    private func content(_ directory: Directory) -> UnsafeMutablePointer<ExifContent>? {
        let directories = data.pointee.ifd
        switch directory {
        case .image: return directories.0
        case .thumbnail: return directories.1
        case .exif: return directories.2
        case .gps: return directories.3
        case .interoperability: return directories.4
        }
    }

    /// Returns all entries of a directory, in the order of the file.
    func entries(_ directory: Directory) -> [Entry] {
        guard let content = content(directory), let pointers = content.pointee.entries else { return [] }
        return (0..<Int(content.pointee.count)).compactMap { index in
            guard let pointer = pointers[index] else { return nil }
            let entry = pointer.pointee
            let bytes = UnsafeBufferPointer(start: entry.data, count: entry.data == nil ? 0 : Int(entry.size))
            return Entry(
                tag: UInt16(truncatingIfNeeded: entry.tag.rawValue), format: entry.format,
                bytes: Array(bytes),
                pointer: pointer)
        }
    }

    func entry(_ tag: UInt16, in directory: Directory) -> Entry? {
        entries(directory).first { $0.tag == tag }
    }

    /// Returns the first number of an integer value.
    func integer(_ entry: Entry) -> Int? {
        let order = exif_data_get_byte_order(data)
        switch entry.format {
        case EXIF_FORMAT_BYTE: return entry.bytes.first.map(Int.init)
        case EXIF_FORMAT_SHORT where entry.bytes.count >= 2: return Int(exif_get_short(entry.bytes, order))
        case EXIF_FORMAT_LONG where entry.bytes.count >= 4: return Int(exif_get_long(entry.bytes, order))
        default: return nil
        }
    }

    /// Returns the first fraction of a value, if it is above zero and finite.
    func positiveFraction(_ entry: Entry) -> (numerator: Int, denominator: Int)? {
        guard entry.format == EXIF_FORMAT_RATIONAL, entry.bytes.count >= 8 else { return nil }
        let value = exif_get_rational(entry.bytes, exif_data_get_byte_order(data))
        // All bits set means infinity.
        guard value.numerator > 0, value.numerator < .max, value.denominator > 0 else { return nil }
        return (Int(value.numerator), Int(value.denominator))
    }

    /// Returns all numbers of a value of any type that holds numbers; `nil` if one is not a number.
    func numbers(_ entry: Entry) -> [Double]? {
        let order = exif_data_get_byte_order(data)
        func values(_ size: Int, _ read: ([UInt8]) -> Double?) -> [Double]? {
            let starts = stride(from: 0, through: entry.bytes.count - size, by: size)
            let values = starts.compactMap { read(Array(entry.bytes[$0..<$0 + size])) }
            return values.isEmpty || values.count < entry.bytes.count / size ? nil : values
        }
        func float<Bits: FixedWidthInteger>(_ bytes: [UInt8], _: Bits.Type) -> Bits {
            let inOrder = order == EXIF_BYTE_ORDER_MOTOROLA ? bytes : bytes.reversed()
            return inOrder.reduce(0) { $0 << 8 | Bits($1) }
        }
        func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
        switch entry.format {
        case EXIF_FORMAT_BYTE: return values(1) { Double($0[0]) }
        case EXIF_FORMAT_SBYTE: return values(1) { Double(Int8(bitPattern: $0[0])) }
        case EXIF_FORMAT_SHORT: return values(2) { Double(exif_get_short($0, order)) }
        case EXIF_FORMAT_SSHORT: return values(2) { Double(exif_get_sshort($0, order)) }
        case EXIF_FORMAT_LONG: return values(4) { Double(exif_get_long($0, order)) }
        case EXIF_FORMAT_SLONG: return values(4) { Double(exif_get_slong($0, order)) }
        case EXIF_FORMAT_FLOAT:
            return values(4) { finite(Double(Float(bitPattern: float($0, UInt32.self)))) }
        case EXIF_FORMAT_DOUBLE: return values(8) { finite(Double(bitPattern: float($0, UInt64.self))) }
        case EXIF_FORMAT_RATIONAL:
            return values(8) {
                let value = exif_get_rational($0, order)
                return value.denominator == 0 ? nil : Double(value.numerator) / Double(value.denominator)
            }
        case EXIF_FORMAT_SRATIONAL:
            return values(8) {
                let value = exif_get_srational($0, order)
                return value.denominator == 0 ? nil : Double(value.numerator) / Double(value.denominator)
            }
        case EXIF_FORMAT_ASCII: return text(entry).flatMap(ExifPosition.numbers)
        default: return nil
        }
    }

    /// Returns the text of an ASCII value, unless it is blank.
    func text(_ entry: Entry) -> String? {
        entry.format == EXIF_FORMAT_ASCII ? ExifText.plain(entry.bytes) : nil
    }

    /// Whether the type of a value can hold negative numbers.
    func isSigned(_ entry: Entry) -> Bool {
        [
            EXIF_FORMAT_SBYTE, EXIF_FORMAT_SSHORT, EXIF_FORMAT_SLONG, EXIF_FORMAT_SRATIONAL,
            EXIF_FORMAT_FLOAT,
            EXIF_FORMAT_DOUBLE,
        ].contains(entry.format)
    }

    /// Removes the entries that satisfy `isUnwanted`.
    func removeEntries(of directory: Directory, where isUnwanted: (Entry) -> Bool) {
        guard let content = content(directory) else { return }
        for entry in entries(directory) where isUnwanted(entry) {
            exif_content_remove_entry(content, entry.pointer)
        }
    }

    /// Replaces the value of a tag with one in the block's byte order.
    ///
    /// - Parameter format: The type number, as in TIFF.
    func set(_ tag: UInt16, format: UInt16, count: Int, bytes: [UInt8], in directory: Directory) {
        removeEntries(of: directory) { $0.tag == tag }
        guard let content = content(directory), !bytes.isEmpty, let entry = exif_entry_new() else { return }
        // The directory retains its own reference.
        defer { exif_entry_unref(entry) }
        guard let memory = malloc(bytes.count) else { return }
        memory.copyMemory(from: bytes, byteCount: bytes.count)
        entry.pointee.tag = ExifTag(UInt32(tag))
        entry.pointee.format = ExifFormat(UInt32(format))
        entry.pointee.components = UInt(count)
        entry.pointee.data = memory.assumingMemoryBound(to: UInt8.self)
        entry.pointee.size = UInt32(bytes.count)
        exif_content_add_entry(content, entry)
    }

    func set(_ tag: UInt16, text: String, in directory: Directory) {
        let bytes = Array(text.utf8) + [0]
        set(tag, format: 2, count: bytes.count, bytes: bytes, in: directory)
    }

    func set(_ tag: UInt16, short value: UInt16, in directory: Directory) {
        var bytes: [UInt8] = [0, 0]
        exif_set_short(&bytes, exif_data_get_byte_order(data), value)
        set(tag, format: 3, count: 1, bytes: bytes, in: directory)
    }

    func set(_ tag: UInt16, fractions: [(numerator: UInt32, denominator: UInt32)], in directory: Directory) {
        var bytes: [UInt8] = []
        for fraction in fractions {
            var value = [UInt8](repeating: 0, count: 8)
            exif_set_rational(
                &value, exif_data_get_byte_order(data),
                ExifRational(numerator: fraction.numerator, denominator: fraction.denominator))
            bytes += value
        }
        set(tag, format: 5, count: fractions.count, bytes: bytes, in: directory)
    }

    /// Removes the thumbnail and its entries.
    func removeThumbnail() {
        removeEntries(of: .thumbnail) { _ in true }
        // libexif allocates with the C library unless given another allocator, which is not done here.
        free(data.pointee.data)
        data.pointee.data = nil
        data.pointee.size = 0
    }

    /// Marks the picture as upright, if it has an orientation.
    func resetOrientation() {
        removeEntries(of: .image) { entry in
            guard entry.tag == ExifTagNumber.orientation else { return false }
            guard entry.format == EXIF_FORMAT_SHORT, entry.bytes.count == 2 else { return true }
            exif_set_short(entry.pointer.pointee.data, exif_data_get_byte_order(data), 1)
            return false
        }
    }

    /// Returns the block as bytes, with the prefix; `nil` if it is empty.
    func encoded() -> Data? {
        guard Directory.allCases.contains(where: { !entries($0).isEmpty }) else { return nil }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt32 = 0
        exif_data_save_data(data, &bytes, &count)
        defer { free(bytes) }
        guard let bytes, count > 0 else { return nil }
        return Data(bytes: bytes, count: Int(count))
    }
}

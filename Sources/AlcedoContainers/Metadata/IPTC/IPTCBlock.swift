import AlcedoBase
import AlcedoRecipes
import CDigest

/// Fields of IPTC's older form, IIM (IPTC-NAA Information Interchange Model 4.2), usually inside a Photoshop block.
struct IPTCBlock {
    /// Datasets of the application record.
    enum DataSet: UInt8 {
        case title = 5
        case keyword = 25
        case dateCreated = 55
        case timeCreated = 60
        case creator = 80
        case city = 90
        case location = 92
        case state = 95
        case country = 101
        case credit = 110
        case copyright = 116
        case caption = 120

        /// Maximum number of bytes in the standard, to which writers cut longer texts.
        var longest: Int? {
            switch self {
            case .title, .keyword, .country: 64
            case .creator, .city, .location, .state, .credit: 32
            case .copyright: 128
            case .caption: 2000
            case .dateCreated, .timeCreated: nil
            }
        }
    }

    /// Maximum number of values read per dataset.
    private static let maxValues = 1000

    private var values: [DataSet: [ArraySlice<UInt8>]] = [:]
    /// Whether the fields match the digest of an XMP writer and are therefore unchanged; `nil` without a digest.
    private(set) var isInStep: Bool?

    /// Reads a block: Photoshop's resources, with or without the name `Photoshop 3.0` before them, or the fields
    /// alone; `nil` if there are no fields.
    init?(_ data: Data) {
        let bytes = Array(data)
        guard let fields = Self.fields(in: bytes) else { return nil }
        isInStep = fields.digest.map { digest in
            var actual = [UInt8](repeating: 0, count: 16)
            let isKnown = bytes[fields.range].withUnsafeBytes {
                alcedo_md5($0.baseAddress, $0.count, &actual) == 0
            }
            return isKnown && digest.elementsEqual(actual)
        }
        read(bytes[fields.range])
        if values.isEmpty { return nil }
    }

    /// Returns the texts of a dataset that are not blank.
    func texts(_ dataSet: DataSet) -> [String] {
        (values[dataSet] ?? []).compactMap { ExifText.plain($0) }
    }

    /// Returns the first text of a dataset that is not blank.
    func text(_ dataSet: DataSet) -> String? { texts(dataSet).first }

    // MARK: Reading

    private static func fields(in bytes: [UInt8]) -> (range: Range<Int>, digest: ArraySlice<UInt8>?)? {
        let name = Array("Photoshop 3.0\0".utf8)
        var at = bytes.starts(with: name) ? name.count : 0
        var found: Range<Int>?
        var digest: ArraySlice<UInt8>?
        // Signature, number, a name with its own length, and the data, the last two padded to even lengths.
        while bytes.count - at >= 12, bytes[at..<at + 4].elementsEqual("8BIM".utf8) {
            let number = Int(bytes[at + 4]) << 8 | Int(bytes[at + 5])
            let nameLength = (Int(bytes[at + 6]) + 2) & ~1
            let start = at + 6 + nameLength + 4
            guard start <= bytes.count else { break }
            let length = bytes[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - start else { break }
            if number == 0x0404, found == nil { found = start..<start + length }
            if number == 0x0425, length == 16 { digest = bytes[start..<start + 16] }
            at = start + (length + 1) & ~1
        }
        if let found { return (found, digest) }
        return bytes.first == 0x1C ? (0..<bytes.count, nil) : nil
    }

    // Marker, record, dataset, length, and value. Padding may follow the last value.
    private mutating func read(_ bytes: ArraySlice<UInt8>) {
        var at = bytes.startIndex
        while bytes.endIndex - at >= 5, bytes[at] == 0x1C {
            let record = bytes[at + 1]
            let dataSet = DataSet(rawValue: bytes[at + 2])
            var length = Int(bytes[at + 3]) << 8 | Int(bytes[at + 4])
            at += 5
            if length & 0x8000 != 0 {
                // A long value: this is the size of its length field.
                let digits = length & 0x7FFF
                guard digits <= 4, digits <= bytes.endIndex - at else { return }
                length = bytes[at..<at + digits].reduce(0) { $0 << 8 | Int($1) }
                at += digits
            }
            guard length <= bytes.endIndex - at else { return }
            if record == 2, let dataSet, values[dataSet, default: []].count < Self.maxValues {
                values[dataSet, default: []].append(bytes[at..<at + length])
            }
            at += length
        }
    }
}

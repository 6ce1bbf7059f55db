public import AlcedoBase
public import AlcedoRecipes

extension ImageMetadata {
    /// Reads an EXIF block.
    ///
    /// Never fails: missing, damaged and blank values are ignored, and bytes that are not an EXIF block have no values.
    ///
    /// - Parameter exif: A TIFF structure, with or without `Exif` and two zero bytes before it, as in libvips's
    ///   `exif-data`.
    public init(exif: Data) {
        self.init()
        guard let block = ExifBlock(exif) else { return }
        func text(_ tag: UInt16, _ directory: ExifBlock.Directory = .image) -> String? {
            block.entry(tag, in: directory).flatMap { ExifText.plain($0.bytes) }
        }
        func windowsText(_ tag: UInt16) -> String? {
            block.entry(tag, in: .image).flatMap { ExifText.windows($0.bytes) }
        }
        func fraction(_ tag: UInt16) -> (numerator: Int, denominator: Int)? {
            block.entry(tag, in: .exif).flatMap(block.positiveFraction)
        }

        // The copyrights of the photographer and the editor, separated by a zero byte.
        let owners = block.entry(ExifTagNumber.copyright, in: .image).map { ExifText.parts($0.bytes) } ?? []
        let named = owners.prefix(2).compactMap(\.self)
        copyright = named.isEmpty ? nil : named.joined(separator: "; ")
        creator = text(ExifTagNumber.artist) ?? windowsText(ExifTagNumber.xpAuthor)
        description = text(ExifTagNumber.imageDescription).flatMap { Self.isCamerasOwn($0) ? nil : $0 }
        make = text(ExifTagNumber.make)
        model = text(ExifTagNumber.model)
        title = windowsText(ExifTagNumber.xpTitle)
        keywords = Self.unique(
            (windowsText(ExifTagNumber.xpKeywords) ?? "").split(separator: ";").compactMap {
                ExifText.plain($0.utf8)
            })
        lensModel = text(ExifTagNumber.lensModel, .exif)
        dateTimeOriginal = text(ExifTagNumber.dateTimeOriginal, .exif).flatMap {
            ExifDate.iso8601(
                $0, fraction: text(ExifTagNumber.subSecTimeOriginal, .exif),
                offset: text(ExifTagNumber.offsetTimeOriginal, .exif)) ?? ExifDate.beginning($0)
        }
        exposureTime = fraction(ExifTagNumber.exposureTime).map(Self.seconds)
        fNumber = fraction(ExifTagNumber.fNumber).map(Self.hundredths)
        focalLength = fraction(ExifTagNumber.focalLength).map(Self.hundredths)
        isoSpeed = Self.isoSpeed(in: block)

        orientation = block.entry(ExifTagNumber.orientation, in: .image).flatMap(block.integer)
            .flatMap { (1...8).contains($0) ? $0 : nil }
        position = ExifPosition(block: block).position
        rating = block.entry(ExifTagNumber.rating, in: .image).flatMap(block.integer)
            .flatMap { Self.rating(Double($0)) }
    }

    // Texts that cameras write by themselves in place of a description.
    private static func isCamerasOwn(_ text: String) -> Bool {
        let text = text.uppercased()
        return text.hasSuffix("DIGITAL CAMERA")
            || ["SONY DSC", "DCF 1.0", "EXIF_JPEG_PICTURE", "DIGITAL IMAGE", "UNTITLED"].contains(text)
    }

    // Unit fractions of a second as such (10/5000 is 1/500); other times below a quarter as the nearest unit fraction,
    // longer ones with one decimal. The limit is exiftool's.
    static func seconds(_ value: (numerator: Int, denominator: Int)) -> String {
        let (numerator, denominator) = value
        if denominator > numerator, denominator % numerator == 0 { return "1/\(denominator / numerator)" }
        if denominator > 4 * numerator { return "1/\((2 * denominator + numerator) / (2 * numerator))" }
        let tenths = (20 * numerator + denominator) / (2 * denominator)
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    static func hundredths(_ value: (numerator: Int, denominator: Int)) -> Double {
        (Double(value.numerator) / Double(value.denominator) * 100).rounded() / 100
    }

    // Two bytes are too few for today's cameras: 65535 means that the number is in another tag.
    private static func isoSpeed(in block: ExifBlock) -> Int? {
        let tags = [
            ExifTagNumber.photographicSensitivity, ExifTagNumber.recommendedExposureIndex,
            ExifTagNumber.isoSpeed,
            ExifTagNumber.standardOutputSensitivity,
        ]
        for tag in tags {
            guard let value = block.entry(tag, in: .exif).flatMap(block.integer) else { continue }
            if value > 0, value != 65_535 { return value }
        }
        return nil
    }
}

import AlcedoIndex
import AlcedoManifest

/// One file of a variant, compared with other files of the same size.
struct ReportFile: Hashable, Sendable {
    /// `avif`, `webp`, `jpeg`…
    var format: String
    /// The media type.
    var type: String
    /// The file in the index, with numbers that are safe to calculate with.
    var file: ImageIndex.File
    /// The bytes of the original.
    var originalBytes: Int
    /// What was in its place before, if the image has changed.
    var former: ImageIndex.File?
    /// The bytes of the largest file of the same size.
    var largest = 0
    /// The bytes of the last format's file of the same size, if that is a different file.
    var fallback: Int?
    /// Whether there are other files of the same size, none of them with fewer bytes.
    var isSmallest = false

    /// The pixels of one frame.
    var pixels: Double { Double(file.width) * Double(file.height) }

    /// Bits per pixel; 0 for a picture without pixels.
    var bitsPerPixel: Double { pixels > 0 ? Double(file.bytes) * 8 / pixels : 0 }

    /// The fraction of the original file's bytes, even if the original has more pixels.
    var partOfOriginal: Double? { originalBytes > 0 ? Double(file.bytes) / Double(originalBytes) : nil }

    /// The fraction of the bytes of the largest file of the same size.
    var partOfLargest: Double { largest > 0 ? Double(file.bytes) / Double(largest) : 1 }

    /// The saving compared with the last format in the same size: 0.4 for 40 %, negative if the file is larger.
    var saving: Double? {
        guard let fallback, fallback > 0 else { return nil }
        return 1 - Double(file.bytes) / Double(fallback)
    }

    /// Whether browsers would be better served by the last format.
    var isLargerThanFallback: Bool { fallback.map { file.bytes > $0 } ?? false }
}

/// The files of one size, one for each format that has it.
struct ReportRow: Hashable, Sendable {
    /// The width in pixels.
    var width: Int
    /// The height in pixels.
    var height: Int
    /// Device pixels per CSS pixel, if the files were made for a density.
    var density: Double?
    /// The files in the order of the formats; `nil` for a format without this size.
    var files: [ReportFile?]
}

/// One variant with its files in rows.
struct ReportVariant: Hashable, Sendable {
    var name: String
    var sizes: String?
    /// What pages show instead under media conditions.
    var media: [ImageIndex.VariantAlternative]
    var isInline: Bool
    /// The names of the formats, best first.
    var formats: [String]
    /// The rows by width.
    var rows: [ReportRow]

    var files: [ReportFile] { rows.flatMap { $0.files.compactMap(\.self) } }

    init(_ name: String, _ variant: ImageIndex.Variant, originalBytes: Int) {
        self.name = name
        sizes = variant.sizes
        media = variant.media ?? []
        isInline = variant.isInline
        formats = variant.formats.map(\.format)
        rows = []
        for (column, format) in variant.formats.enumerated() {
            for file in format.files.map(\.calculable) {
                let entry = ReportFile(
                    format: format.format, type: format.type, file: file, originalBytes: originalBytes)
                let place = rows.firstIndex { row in
                    row.files[column] == nil && row.width == file.width && row.height == file.height
                        && row.density == file.density
                }
                if let place {
                    rows[place].files[column] = entry
                } else {
                    var files = [ReportFile?](repeating: nil, count: variant.formats.count)
                    files[column] = entry
                    rows.append(
                        ReportRow(width: file.width, height: file.height, density: file.density, files: files)
                    )
                }
            }
        }
        rows.sort {
            ($0.width, $0.height, $0.density ?? 0) < ($1.width, $1.height, $1.density ?? 0)
        }
        for index in rows.indices { Self.compare(&rows[index]) }
    }

    private static func compare(_ row: inout ReportRow) {
        let all = row.files.compactMap { $0?.file.bytes }
        guard let most = all.max(), let least = all.min() else { return }
        // The bytes of the last format, if it has this size.
        let fallback = row.files.last.flatMap { $0?.file.bytes }
        for column in row.files.indices {
            guard var file = row.files[column] else { continue }
            file.largest = most
            file.isSmallest = all.count > 1 && file.file.bytes == least
            if column < row.files.count - 1 { file.fallback = fallback }
            row.files[column] = file
        }
    }
}

extension ImageIndex.File {
    /// The file with numbers whose sums cannot overflow, because an index can come from anywhere.
    fileprivate var calculable: ImageIndex.File {
        var file = self
        file.bytes = bytes.calculable
        file.width = width.calculable
        file.height = height.calculable
        file.score = score.map { Swift.min(Swift.max($0, -1000), 100) }
        return file
    }
}

extension Int {
    /// The number, clamped so that a million such numbers can be added.
    var calculable: Int { Swift.min(Swift.max(self, 0), 1 << 40) }
}

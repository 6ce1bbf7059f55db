import AlcedoIndex

/// One file of a variant, and what it costs beside others of the same size.
struct ReportFile: Hashable, Sendable {
    /// `avif`, `webp`, `jpeg`…
    var format: String
    /// The media type.
    var type: String
    /// What the index says of it, with numbers that can be calculated with.
    var file: ImageIndex.File
    /// The bytes of the original.
    var originalBytes: Int
    /// The bytes of the largest file of the same size.
    var largest = 0
    /// The bytes of the file of the last format in the same size, if that is another one.
    var fallback: Int?
    /// Whether there are others of the same size, and none of them is smaller.
    var isSmallest = false

    /// Of one frame.
    var pixels: Double { Double(file.width) * Double(file.height) }

    /// For each pixel; 0 for a picture without any.
    var bitsPerPixel: Double { pixels > 0 ? Double(file.bytes) * 8 / pixels : 0 }

    /// The part of the original file's bytes, however many more pixels that has.
    var partOfOriginal: Double? { originalBytes > 0 ? Double(file.bytes) / Double(originalBytes) : nil }

    /// The part of the bytes of the largest file of the same size.
    var partOfLargest: Double { largest > 0 ? Double(file.bytes) / Double(largest) : 1 }

    /// What it saves against the last format in the same size: 0.4 for 40 %, less than 0 if it is larger.
    var saving: Double? {
        guard let fallback, fallback > 0 else { return nil }
        return 1 - Double(file.bytes) / Double(fallback)
    }

    /// Whether a browser would do better with the last format.
    var isLargerThanFallback: Bool { fallback.map { file.bytes > $0 } ?? false }
}

/// The files of one size: one for each format that has it.
struct ReportRow: Hashable, Sendable {
    /// Pixels across.
    var width: Int
    /// Pixels down.
    var height: Int
    /// Device pixels for each CSS pixel, if it was made for a density.
    var density: Double?
    /// In the order of the formats; `nil` where one does not have it.
    var files: [ReportFile?]
}

/// One variant with its files in rows.
struct ReportVariant: Hashable, Sendable {
    var name: String
    var sizes: String?
    var isInline: Bool
    /// The names of the formats, the best first.
    var formats: [String]
    /// By width.
    var rows: [ReportRow]

    var files: [ReportFile] { rows.flatMap { $0.files.compactMap(\.self) } }

    init(_ name: String, _ variant: ImageIndex.Variant, originalBytes: Int) {
        self.name = name
        sizes = variant.sizes
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
        // That of the last format, if it has this size.
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
    /// The same with numbers that no sum of them overflows: an index can come from anywhere.
    fileprivate var calculable: ImageIndex.File {
        var file = self
        file.bytes = bytes.calculable
        file.width = width.calculable
        file.height = height.calculable
        return file
    }
}

extension Int {
    /// Itself, within bounds that leave room for a million of its kind.
    var calculable: Int { Swift.min(Swift.max(self, 0), 1 << 40) }
}

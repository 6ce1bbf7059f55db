import AlcedoIndex
import AlcedoManifest

/// How the files of an index differ from those of the index before.
struct ReportChange: Hashable, Sendable {
    /// One format over all images. A file that several entries name is counted once.
    struct Format: Hashable, Sendable {
        var name: String
        /// The numbers of files before and now.
        var filesBefore = 0
        var filesAfter = 0
        /// Their bytes.
        var before = 0
        var after = 0
        /// How many files had a score before and have one now.
        var scored = 0
        /// The sums of their scores.
        var scoreBefore = 0.0
        var scoreAfter = 0.0
    }

    /// An image that was there before and is now.
    struct Image: Hashable, Sendable {
        var id: String
        /// The bytes of all its files.
        var before: Int
        var after: Int
    }

    /// End of the build that changed the index, in nanoseconds since 1970.
    var moment: Int
    /// The numbers of new and of removed images.
    var added = 0
    var removed = 0
    /// The changed images, with the largest differences first.
    var images: [Image] = []
    /// By name.
    var formats: [Format] = []

    /// Compares images, and tells each file that has changed what it was.
    ///
    /// - Parameters:
    ///   - former: The requested images as they were.
    ///   - sources: The requested images as they are.
    init(_ former: [ReportSource], _ sources: inout [ReportSource], moment: Int) {
        self.moment = moment
        let places = Dictionary(
            sources.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        var formats = Formats()
        for source in former {
            formats.count(source, into: \.filesBefore, \.before)
            guard let place = places[source.id] else {
                removed += 1
                continue
            }
            guard source.contents != sources[place].contents else { continue }
            images.append(Image(id: source.id, before: source.bytes, after: sources[place].bytes))
            sources[place].compare(with: source)
            for file in sources[place].files {
                guard let before = file.former?.score, let after = file.file.score else { continue }
                formats.byName[file.format, default: Format(name: file.format)].addScores(before, after)
            }
        }
        formats.forget()
        for source in sources { formats.count(source, into: \.filesAfter, \.after) }
        let known = Set(former.map(\.id))
        added = sources.count { !known.contains($0.id) }
        images.sort { (abs($1.after - $1.before), $0.id) < (abs($0.after - $0.before), $1.id) }
        self.formats = formats.byName.values.sorted { $0.name < $1.name }
    }

    /// Whether nothing has changed.
    var isEmpty: Bool { added == 0 && removed == 0 && images.isEmpty }

    private struct Formats {
        var byName: [String: Format] = [:]
        private var seen: Set<String> = []

        mutating func forget() { seen = [] }

        mutating func count(
            _ source: ReportSource, into files: WritableKeyPath<Format, Int>,
            _ bytes: WritableKeyPath<Format, Int>
        ) {
            for file in source.files {
                if let name = file.file.file, !seen.insert(name).inserted { continue }
                var format = byName[file.format] ?? Format(name: file.format)
                format[keyPath: files] += 1
                format[keyPath: bytes] += file.file.bytes
                byName[file.format] = format
            }
        }
    }
}

extension ReportChange.Format {
    fileprivate mutating func addScores(_ one: Double, _ other: Double) {
        scored += 1
        scoreBefore += one
        scoreAfter += other
    }
}

extension ReportSource {
    /// What its files are, whatever their names.
    fileprivate var contents: [String] {
        variants.flatMap { variant in
            variant.files.map {
                "\(variant.name) \($0.format) \($0.file.width) \($0.file.height) \($0.file.density ?? 0) "
                    + ($0.file.digest ?? $0.file.url)
            }
        }
    }

    fileprivate mutating func compare(with former: ReportSource) {
        for variant in variants.indices {
            let before = former.variants.first { $0.name == variants[variant].name }?.files ?? []
            for row in variants[variant].rows.indices {
                for column in variants[variant].rows[row].files.indices {
                    guard let file = variants[variant].rows[row].files[column] else { continue }
                    variants[variant].rows[row].files[column]?.former =
                        before.first {
                            $0.format == file.format && $0.file.width == file.file.width
                                && $0.file.height == file.file.height && $0.file.density == file.file.density
                        }?.file
                }
            }
        }
    }
}

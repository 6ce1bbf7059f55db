import AlcedoBase
import AlcedoIndex
import AlcedoManifest

/// How the files differ from those of the build before.
struct ReportChange: Hashable, Sendable {
    /// One format over all changed images: the files that were there before and are now.
    struct Format: Hashable, Sendable {
        var name: String
        var files = 0
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

    /// End of the build, in nanoseconds since 1970.
    var moment: Int
    /// The numbers of new and of removed images.
    var added = 0
    var removed = 0
    /// The changed images, with the largest differences first.
    var images: [Image] = []
    /// By name.
    var formats: [Format] = []

    /// Compares the images of the index with what was there before, and tells each file what it was.
    ///
    /// - Parameters:
    ///   - selected: Returns whether an image is requested.
    ///   - sources: All requested images of the index.
    init(_ change: LastChange, selected: (String) -> Bool, _ sources: inout [ReportSource]) {
        moment = change.moment
        let places = Dictionary(
            sources.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        var byName: [String: Format] = [:]
        for image in change.before where selected(image.id) {
            guard let place = places[image.id] else {
                removed += 1
                continue
            }
            guard !image.files.isEmpty else {
                added += 1
                continue
            }
            sources[place].compare(with: image.files)
            for file in sources[place].files {
                guard let former = file.former else { continue }
                byName[file.format, default: Format(name: file.format)].add(file, former)
            }
            images.append(
                Image(
                    id: image.id, before: image.files.reduce(0) { $0 + $1.bytes.calculable },
                    after: sources[place].bytes))
        }
        images.sort { (abs($1.after - $1.before), $0.id) < (abs($0.after - $0.before), $1.id) }
        formats = byName.values.sorted { $0.name < $1.name }
    }
}

extension ReportChange.Format {
    fileprivate mutating func add(_ file: ReportFile, _ former: LastChange.File) {
        files += 1
        before += former.bytes.calculable
        after += file.file.bytes
        guard let one = former.score, let other = file.file.score else { return }
        scored += 1
        scoreBefore += one
        scoreAfter += other
    }
}

extension ReportSource {
    fileprivate mutating func compare(with files: [LastChange.File]) {
        for variant in variants.indices {
            for row in variants[variant].rows.indices {
                let (name, shape) = (variants[variant].name, variants[variant].rows[row])
                for column in shape.files.indices {
                    guard let format = shape.files[column]?.format else { continue }
                    variants[variant].rows[row].files[column]?.former = files.first {
                        $0.variant == name && $0.format == format && $0.width == shape.width
                            && $0.height == shape.height && $0.density == shape.density
                    }
                }
            }
        }
    }
}

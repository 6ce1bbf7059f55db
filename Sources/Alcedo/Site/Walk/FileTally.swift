import AlcedoBase

/// Counts the files of a site, the unit of every report and plan.
///
/// A file is what has a path of its own below the output directory: outputs that share one, of one source or of several,
/// count once. A picture within the index is no file, and neither are placeholders.
struct FileTally {
    /// One output of a source: a file, or a picture within the index.
    struct Output: Hashable, Sendable {
        /// Identifies the file by its path; `nil` for a picture within the index. Hashes, because a site has many.
        var file: Int?
        /// Identifies the picture: the same for all outputs with the same source and recipe, which is made once.
        var picture: Int
        var isMade: Bool
        /// Whether the last build's result is still valid.
        var isUnchanged = false
        /// Whether it is part of the site. Otherwise another file takes its place, such as a smaller one of another format.
        var isPublished = true
    }

    /// Files by what was done for them. The first four add up to all files.
    struct Counts: Hashable, Sendable {
        var unchanged = 0
        var cached = 0
        var made = 0
        /// Files with the picture of a file that was made, under another path.
        var same = 0
        /// Of all files, those that are not published.
        var leftOut = 0
        /// Pictures within the index that were made.
        var inlineMade = 0

        var files: Int { unchanged + cached + made + same }
    }

    private struct File {
        var picture: Int
        var isUnchanged: Bool
        var isPublished: Bool
    }

    private var places: [Int: Int] = [:]
    private var files: [File] = []
    private var madePictures: Set<Int> = []
    /// Unchanged files that were not listed.
    private var others = 0

    mutating func add(_ output: Output) {
        if output.isMade { madePictures.insert(output.picture) }
        guard let name = output.file else { return }
        if let place = places[name] {
            files[place].isPublished = files[place].isPublished || output.isPublished
            files[place].isUnchanged = files[place].isUnchanged && output.isUnchanged
            if output.isMade { files[place].picture = output.picture }
        } else {
            places[name] = files.count
            files.append(
                File(
                    picture: output.picture, isUnchanged: output.isUnchanged, isPublished: output.isPublished)
            )
        }
    }

    /// Adds unchanged files with paths that no other source has.
    mutating func add(unchanged count: Int) { others += count }

    var counts: Counts {
        var counts = Counts(unchanged: others)
        var open = madePictures
        for file in files {
            if !file.isPublished { counts.leftOut += 1 }
            if madePictures.contains(file.picture) {
                if open.remove(file.picture) != nil { counts.made += 1 } else { counts.same += 1 }
            } else if file.isUnchanged {
                counts.unchanged += 1
            } else {
                counts.cached += 1
            }
        }
        counts.inlineMade = open.count
        return counts
    }

    /// Counts the outputs of one source.
    static func counts(of outputs: [Output]) -> Counts {
        var tally = FileTally()
        for output in outputs { tally.add(output) }
        return tally.counts
    }

    /// Identifies a file by its path below the output directory.
    static func file(_ path: String) -> Int { path.hashValue }

    /// Identifies the picture that a recipe makes of a source.
    static func picture(of source: ContentDigest, _ recipe: ContentDigest) -> Int {
        var hasher = Hasher()
        hasher.combine(source)
        hasher.combine(recipe)
        return hasher.finalize()
    }
}
